-- The ledger of pontoon_ledger as a DuckDB database: tables, views, and what each column means.
-- The program creates its database from this file; `duckdb new.duckdb < schemas/ledger.sql` does the same.
--
-- Money in the tables is a whole number of the currency's smallest coin (BIGINT, pence for GBP); the views show
-- it as DECIMAL in the currency itself. NULL means unknown, and every sum has a count of its unknowns beside it.
-- Keys are integers. There are no REFERENCES: the program keeps rows that belong together in one transaction.

CREATE TABLE meta (
    application VARCHAR NOT NULL,
    schema_version INTEGER NOT NULL CHECK (schema_version >= 1)
);
COMMENT ON TABLE meta IS 'One row that says whose database this is and in which version of these tables';
COMMENT ON COLUMN meta.application IS 'Always pontoon_ledger';
COMMENT ON COLUMN meta.schema_version IS 'The version of this file; a newer one is left alone by older programs';
INSERT INTO meta VALUES ('pontoon_ledger', 1);

CREATE TABLE sessions (
    session_id INTEGER PRIMARY KEY,
    session VARCHAR NOT NULL,
    revision INTEGER NOT NULL CHECK (revision >= 1),
    date DATE,
    currency VARCHAR,
    decimals TINYINT NOT NULL CHECK (decimals BETWEEN 0 AND 4),
    file VARCHAR,
    deals INTEGER NOT NULL,
    hands INTEGER NOT NULL,
    judged INTEGER NOT NULL,
    undecided INTEGER NOT NULL,
    unreadable INTEGER NOT NULL,
    complete BOOLEAN NOT NULL,
    rules VARCHAR,
    stick_on TINYINT,
    split VARCHAR,
    max_hands TINYINT,
    split_pontoon_pays TINYINT,
    buy_max TINYINT,
    fifth_card VARCHAR,
    peek BOOLEAN,
    banker_pontoon TINYINT,
    pontoon_vs_banker_pontoon TINYINT,
    pontoon_pays TINYINT,
    five_card_pays TINYINT,
    banker_five_card TINYINT,
    ties VARCHAR,
    royal BOOLEAN,
    burn VARCHAR,
    banker_doubles BOOLEAN,
    banker_draws_below VARCHAR,
    shuffle_after VARCHAR,
    bank_passes VARCHAR,
    bank_sale BOOLEAN,
    packs TINYINT,
    shoot BOOLEAN
);
COMMENT ON TABLE sessions IS 'One row a session (an evening), as its newest revision tells it';
COMMENT ON COLUMN sessions.session_id IS 'The session''s number in this ledger; stays when a session is replaced';
COMMENT ON COLUMN sessions.session IS 'The session''s name, once in a ledger whatever its case';
COMMENT ON COLUMN sessions.revision IS 'How often this session was added, from 1; see revisions';
COMMENT ON COLUMN sessions.date IS 'The civil date that the record gives';
COMMENT ON COLUMN sessions.currency IS 'ISO 4217 code, NULL where the record names none';
COMMENT ON COLUMN sessions.decimals IS 'Decimals of the currency: 2 means that 150 is 1.50';
COMMENT ON COLUMN sessions.file IS 'The file that the session begins in, as it was named when added';
COMMENT ON COLUMN sessions.deals IS 'Deals of the session';
COMMENT ON COLUMN sessions.hands IS 'Hands of the session, the bank''s own included';
COMMENT ON COLUMN sessions.judged IS 'Deals of which everything due is known';
COMMENT ON COLUMN sessions.undecided IS 'Deals of which something due is open';
COMMENT ON COLUMN sessions.unreadable IS 'Deals that could not be read';
COMMENT ON COLUMN sessions.complete IS 'False where something was left out or is open';
COMMENT ON COLUMN sessions.rules IS 'The house rules in a line: the preset and what differs from it';
COMMENT ON COLUMN sessions.stick_on IS 'Rule: the least total to stick on, 0 for any';
COMMENT ON COLUMN sessions.split IS 'Rule: what may be split (pairs, aces, none)';
COMMENT ON COLUMN sessions.max_hands IS 'Rule: the most hands that splits may make of one';
COMMENT ON COLUMN sessions.split_pontoon_pays IS 'Rule: stakes paid for a pontoon on a split hand';
COMMENT ON COLUMN sessions.buy_max IS 'Rule: how many initial stakes a card may cost';
COMMENT ON COLUMN sessions.fifth_card IS 'Rule: whether the fifth card may be bought';
COMMENT ON COLUMN sessions.peek IS 'Rule: whether the bank shows a pontoon at once';
COMMENT ON COLUMN sessions.banker_pontoon IS 'Rule: stakes lost to the bank''s pontoon';
COMMENT ON COLUMN sessions.pontoon_vs_banker_pontoon IS 'Rule: stakes a pontoon loses to the bank''s pontoon, 0 for none';
COMMENT ON COLUMN sessions.pontoon_pays IS 'Rule: stakes paid for a pontoon';
COMMENT ON COLUMN sessions.five_card_pays IS 'Rule: stakes paid for a five-card trick';
COMMENT ON COLUMN sessions.banker_five_card IS 'Rule: stakes lost to the bank''s five-card trick';
COMMENT ON COLUMN sessions.ties IS 'Rule: who wins a tie (banker, push)';
COMMENT ON COLUMN sessions.royal IS 'Rule: whether three sevens are a royal pontoon';
COMMENT ON COLUMN sessions.burn IS 'Rule: which first pairs may be thrown in';
COMMENT ON COLUMN sessions.banker_doubles IS 'Rule: whether the bank may double';
COMMENT ON COLUMN sessions.banker_draws_below IS 'Rule: the total below which the bank must draw';
COMMENT ON COLUMN sessions.shuffle_after IS 'Rule: what calls for a shuffle';
COMMENT ON COLUMN sessions.bank_passes IS 'Rule: what moves the bank on';
COMMENT ON COLUMN sessions.bank_sale IS 'Rule: whether the bank may be sold';
COMMENT ON COLUMN sessions.packs IS 'Rule: how many packs are in play';
COMMENT ON COLUMN sessions.shoot IS 'Rule: whether shooting is on';

CREATE TABLE revisions (
    session_id INTEGER NOT NULL,
    revision INTEGER NOT NULL CHECK (revision >= 1),
    session VARCHAR NOT NULL,
    added TIMESTAMP NOT NULL,
    path VARCHAR NOT NULL,
    file_ids INTEGER[] NOT NULL,
    text_sha256 VARCHAR NOT NULL,
    PRIMARY KEY (session_id, revision)
);
COMMENT ON TABLE revisions IS 'One row each time a session was added with something new; nothing here is ever deleted';
COMMENT ON COLUMN revisions.session_id IS 'The session';
COMMENT ON COLUMN revisions.revision IS 'From 1; the highest is the one that the other tables show';
COMMENT ON COLUMN revisions.session IS 'The session''s name in this revision';
COMMENT ON COLUMN revisions.added IS 'When it was added (UTC)';
COMMENT ON COLUMN revisions.path IS 'The file it begins in, seen from the ledger''s folder; - for standard input';
COMMENT ON COLUMN revisions.file_ids IS 'Its texts in files, the one it begins in first, then its table of hands if apart';
COMMENT ON COLUMN revisions.text_sha256 IS 'SHA-256 over the hashes of its texts';

CREATE TABLE files (
    file_id INTEGER PRIMARY KEY,
    path VARCHAR NOT NULL,
    kind VARCHAR NOT NULL,
    sha256 VARCHAR NOT NULL,
    added TIMESTAMP NOT NULL,
    text VARCHAR NOT NULL
);
COMMENT ON TABLE files IS 'The text of every record that was ever added, each version of a file once; see revisions';
COMMENT ON COLUMN files.file_id IS 'The text''s number, named by revisions.file_ids';
COMMENT ON COLUMN files.path IS 'The file, seen from the ledger''s folder; - for standard input';
COMMENT ON COLUMN files.kind IS 'What the text is (yaml, csv)';
COMMENT ON COLUMN files.sha256 IS 'SHA-256 of the file';
COMMENT ON COLUMN files.added IS 'When this text was first added (UTC)';
COMMENT ON COLUMN files.text IS 'The text itself';

CREATE TABLE players (
    player_id INTEGER PRIMARY KEY,
    name VARCHAR NOT NULL
);
COMMENT ON TABLE players IS 'One row a person (or a shared seat): the same whatever the case and in every session';
COMMENT ON COLUMN players.player_id IS 'The player''s number';
COMMENT ON COLUMN players.name IS 'The name to show: the spelling first met';

CREATE TABLE aliases (
    alias VARCHAR PRIMARY KEY,
    spelling VARCHAR NOT NULL,
    player_id INTEGER NOT NULL,
    kind VARCHAR NOT NULL,
    session_id INTEGER,
    added TIMESTAMP NOT NULL
);
COMMENT ON TABLE aliases IS 'Every spelling by which a record may name a player; looked up when a session is added';
COMMENT ON COLUMN aliases.alias IS 'The spelling as names are compared: trimmed, Unicode NFC, case folded';
COMMENT ON COLUMN aliases.spelling IS 'The spelling as it was written';
COMMENT ON COLUMN aliases.player_id IS 'Whose it is';
COMMENT ON COLUMN aliases.kind IS 'name: a seat was called so; aka: a record says that it is the same person';
COMMENT ON COLUMN aliases.session_id IS 'The session that said so first';
COMMENT ON COLUMN aliases.added IS 'When (UTC)';

CREATE TABLE deals (
    session_id INTEGER NOT NULL,
    deal_no INTEGER NOT NULL,
    deal VARCHAR NOT NULL,
    bank VARCHAR,
    bank_id INTEGER,
    void BOOLEAN NOT NULL,
    gap BOOLEAN NOT NULL,
    price BIGINT,
    doubled BOOLEAN,
    file VARCHAR,
    line INTEGER
);
COMMENT ON TABLE deals IS 'One row a deal; (session_id, deal_no) is its key';
COMMENT ON COLUMN deals.session_id IS 'The session';
COMMENT ON COLUMN deals.deal_no IS 'The deal''s place in its session, from 1';
COMMENT ON COLUMN deals.deal IS 'The deal''s label in the record';
COMMENT ON COLUMN deals.bank IS 'Who held the bank, as spelt in the record; NULL where nobody can tell';
COMMENT ON COLUMN deals.bank_id IS 'Who held the bank';
COMMENT ON COLUMN deals.void IS 'A misdeal: nothing is due, and statistics pass over it';
COMMENT ON COLUMN deals.gap IS 'Deals before this one were not written';
COMMENT ON COLUMN deals.price IS 'What the bank was bought for before this deal, in the smallest coin';
COMMENT ON COLUMN deals.doubled IS 'The banker doubled';
COMMENT ON COLUMN deals.file IS 'The file that the deal stands in';
COMMENT ON COLUMN deals.line IS 'The line where it begins';

CREATE TABLE hands (
    session_id INTEGER NOT NULL,
    deal_no INTEGER NOT NULL,
    row_no INTEGER NOT NULL,
    deal VARCHAR NOT NULL,
    player VARCHAR,
    player_id INTEGER,
    hand TINYINT NOT NULL,
    banker BOOLEAN NOT NULL,
    bank VARCHAR,
    bank_id INTEGER,
    split BOOLEAN,
    bet BIGINT,
    c1 VARCHAR,
    c2 VARCHAR,
    c3 VARCHAR,
    c4 VARCHAR,
    c5 VARCHAR,
    cards TINYINT,
    how3 VARCHAR,
    how4 VARCHAR,
    how5 VARCHAR,
    price3 BIGINT,
    price4 BIGINT,
    price5 BIGINT,
    ending VARCHAR,
    total TINYINT,
    class VARCHAR,
    stake BIGINT,
    due BIGINT,
    shoot_due BIGINT,
    recorded BIGINT,
    shoot_recorded BIGINT,
    counts BIGINT,
    note VARCHAR,
    file VARCHAR,
    line INTEGER
);
COMMENT ON TABLE hands IS 'One row a hand; (session_id, row_no) is its key. Money is seen from the player''s side';
COMMENT ON COLUMN hands.session_id IS 'The session';
COMMENT ON COLUMN hands.deal_no IS 'The deal''s place in its session, from 1';
COMMENT ON COLUMN hands.row_no IS 'The hand''s place in its session as recorded, from 1';
COMMENT ON COLUMN hands.deal IS 'The deal''s label';
COMMENT ON COLUMN hands.player IS 'Who played it, as the record spells the name';
COMMENT ON COLUMN hands.player_id IS 'Who played it';
COMMENT ON COLUMN hands.hand IS 'The player''s hand in this deal, from 1; more than one after a split';
COMMENT ON COLUMN hands.banker IS 'True on the bank''s own hand';
COMMENT ON COLUMN hands.bank IS 'Who held the bank, as spelt in the record';
COMMENT ON COLUMN hands.bank_id IS 'Who held the bank';
COMMENT ON COLUMN hands.split IS 'This hand came of splitting';
COMMENT ON COLUMN hands.bet IS 'Initial stake';
COMMENT ON COLUMN hands.c1 IS 'First card such as 5c or Th, x where nobody noted it';
COMMENT ON COLUMN hands.c2 IS 'Second card';
COMMENT ON COLUMN hands.c3 IS 'Third card';
COMMENT ON COLUMN hands.c4 IS 'Fourth card';
COMMENT ON COLUMN hands.c5 IS 'Fifth card';
COMMENT ON COLUMN hands.cards IS 'How many cards it held';
COMMENT ON COLUMN hands.how3 IS 'How the third card was taken: buy or twist';
COMMENT ON COLUMN hands.how4 IS 'How the fourth card was taken';
COMMENT ON COLUMN hands.how5 IS 'How the fifth card was taken';
COMMENT ON COLUMN hands.price3 IS 'What the third card cost';
COMMENT ON COLUMN hands.price4 IS 'What the fourth card cost';
COMMENT ON COLUMN hands.price5 IS 'What the fifth card cost';
COMMENT ON COLUMN hands.ending IS 'How it ended: stick, bust, pontoon, five';
COMMENT ON COLUMN hands.total IS 'Its final total';
COMMENT ON COLUMN hands.class IS 'bust, 2 to 21, five-card trick, pontoon or royal';
COMMENT ON COLUMN hands.stake IS 'All that was staked on it, bought cards included';
COMMENT ON COLUMN hands.due IS 'What the rules give the player (negative: take)';
COMMENT ON COLUMN hands.shoot_due IS 'The same for its shoot bets';
COMMENT ON COLUMN hands.recorded IS 'What the record says the player got';
COMMENT ON COLUMN hands.shoot_recorded IS 'The same for its shoot bets';
COMMENT ON COLUMN hands.counts IS 'What the settlement takes: due, or recorded where ruled or where due is open';
COMMENT ON COLUMN hands.note IS 'What somebody noted on it';
COMMENT ON COLUMN hands.file IS 'The file that it stands in';
COMMENT ON COLUMN hands.line IS 'The line where it stands';

CREATE TABLE transfers (
    session_id INTEGER NOT NULL,
    deal_no INTEGER,
    kind VARCHAR NOT NULL CHECK (
        kind IN ('hand', 'shoot', 'kitty', 'price', 'share', 'coin', 'cash', 'payment', 'owed')
    ),
    payer VARCHAR,
    payer_id INTEGER,
    payee VARCHAR,
    payee_id INTEGER,
    recorded BIGINT,
    due BIGINT,
    counts BIGINT
);
COMMENT ON TABLE transfers IS 'Every sum that passes from a payer to a payee (negative: the other way); they add up to zero';
COMMENT ON COLUMN transfers.session_id IS 'The session';
COMMENT ON COLUMN transfers.deal_no IS 'The deal, NULL for what belongs to none';
COMMENT ON COLUMN transfers.kind IS
    'The play owes it: hand, shoot, kitty, price, share. Handed over already: coin, cash, payment, owed';
COMMENT ON COLUMN transfers.payer IS 'Who pays, as spelt in the record, or the account kitty or box; NULL where nobody can tell';
COMMENT ON COLUMN transfers.payer_id IS 'Who pays; NULL for an account or nobody knows whom';
COMMENT ON COLUMN transfers.payee IS 'Who is paid, as spelt in the record, or the account kitty or box; NULL where nobody can tell';
COMMENT ON COLUMN transfers.payee_id IS 'Who is paid; NULL for an account or nobody knows whom';
COMMENT ON COLUMN transfers.recorded IS 'As the record has it';
COMMENT ON COLUMN transfers.due IS 'As the rules have it';
COMMENT ON COLUMN transfers.counts IS 'As the settlement takes it';

CREATE TABLE findings (
    session_id INTEGER NOT NULL,
    code VARCHAR NOT NULL,
    severity VARCHAR NOT NULL CHECK (severity IN ('E', 'W', 'N')),
    file VARCHAR,
    line INTEGER,
    "column" INTEGER,
    end_column INTEGER,
    deal_no INTEGER,
    deal VARCHAR,
    player VARCHAR,
    hand TINYINT,
    message VARCHAR NOT NULL,
    found VARCHAR,
    expected VARCHAR,
    help VARCHAR,
    rule VARCHAR,
    owed_from VARCHAR,
    owed_to VARCHAR,
    owed_amount BIGINT,
    waived VARCHAR
);
COMMENT ON TABLE findings IS 'What the check found in the sessions kept here';
COMMENT ON COLUMN findings.session_id IS 'The session';
COMMENT ON COLUMN findings.code IS 'The code, such as P301';
COMMENT ON COLUMN findings.severity IS 'E error, W warning, N note';
COMMENT ON COLUMN findings.file IS 'The file that it stands in';
COMMENT ON COLUMN findings.line IS 'The line, from 1';
COMMENT ON COLUMN findings."column" IS 'The first character, from 1';
COMMENT ON COLUMN findings.end_column IS 'The character after the last';
COMMENT ON COLUMN findings.deal_no IS 'The deal''s place in its session';
COMMENT ON COLUMN findings.deal IS 'The deal''s label';
COMMENT ON COLUMN findings.player IS 'Whose hand, as the record spells the name';
COMMENT ON COLUMN findings.hand IS 'Which hand of the player, from 1';
COMMENT ON COLUMN findings.message IS 'What is wrong, in a sentence';
COMMENT ON COLUMN findings.found IS 'What stands there';
COMMENT ON COLUMN findings.expected IS 'What should';
COMMENT ON COLUMN findings.help IS 'What to do about it';
COMMENT ON COLUMN findings.rule IS 'The section of the rulebook';
COMMENT ON COLUMN findings.owed_from IS 'Who owes because of it';
COMMENT ON COLUMN findings.owed_to IS 'To whom';
COMMENT ON COLUMN findings.owed_amount IS 'How much, in the smallest coin';
COMMENT ON COLUMN findings.waived IS 'The reason why the table let it pass';

CREATE MACRO money(minor, decimals) AS
    CAST(minor AS DECIMAL(24, 0)) * CAST(
        CASE decimals WHEN 0 THEN 1 WHEN 1 THEN 0.1 WHEN 2 THEN 0.01 WHEN 3 THEN 0.001 WHEN 4 THEN 0.0001 END
        AS DECIMAL(5, 4)
    );
COMMENT ON MACRO money IS 'An amount in the smallest coin as DECIMAL: money(150, 2) is 1.5000';

CREATE MACRO minor_units(amount, decimals) AS
    CAST(
        amount * CASE decimals WHEN 0 THEN 1 WHEN 1 THEN 10 WHEN 2 THEN 100 WHEN 3 THEN 1000 WHEN 4 THEN 10000 END
        AS BIGINT
    );
COMMENT ON MACRO minor_units IS 'The way back from money(): minor_units(1.50, 2) is 150';

CREATE MACRO of_the_play(kind) AS kind IN ('hand', 'shoot', 'kitty', 'price', 'share');
COMMENT ON MACRO of_the_play IS 'True for the transfers that the play owes, false for what was handed over';

CREATE VIEW balances AS
WITH sides AS (
    SELECT session_id, kind, payee_id AS player_id, payee AS name, recorded, counts, false AS seat FROM transfers
    UNION ALL
    SELECT session_id, kind, payer_id, payer, -recorded, -counts, kind = 'share' FROM transfers
),
sums AS (
    SELECT
        player_id,
        CASE WHEN player_id IS NULL THEN name END AS account,
        currency,
        decimals,
        count(DISTINCT session_id) AS sessions,
        coalesce(sum(recorded) FILTER (of_the_play(kind)), 0) AS recorded,
        count(*) FILTER (of_the_play(kind) AND recorded IS NULL) AS unrecorded,
        coalesce(sum(counts) FILTER (of_the_play(kind)), 0) AS due,
        count(*) FILTER (of_the_play(kind) AND counts IS NULL) AS undecided,
        coalesce(sum(counts) FILTER (NOT of_the_play(kind)), 0) AS paid,
        count(*) FILTER (NOT of_the_play(kind) AND counts IS NULL) AS unpaid,
        bool_or(seat) AS seat
    FROM sides JOIN sessions USING (session_id)
    GROUP BY ALL
)
SELECT
    coalesce(name, account) AS player,
    account IS NOT NULL AS account,
    currency,
    decimals,
    sessions,
    money(CASE WHEN unrecorded = 0 THEN recorded END, decimals) AS recorded,
    unrecorded,
    money(CASE WHEN undecided = 0 THEN due END, decimals) AS due,
    undecided,
    money(CASE WHEN unpaid = 0 THEN paid END, decimals) AS paid,
    unpaid,
    money(CASE WHEN undecided = 0 AND unpaid = 0 THEN due - paid END, decimals) AS balance
FROM sums LEFT JOIN players USING (player_id)
WHERE NOT ((seat OR account IS NOT NULL) AND recorded = 0 AND due = 0 AND paid = 0)
    OR unrecorded + undecided + unpaid > 0
ORDER BY currency, account, player;
COMMENT ON VIEW balances IS 'What every player has still to get (negative: to pay), each currency for itself';
COMMENT ON COLUMN balances.player IS 'The player, or the account kitty or box; NULL for whom the record does not name';
COMMENT ON COLUMN balances.account IS 'True for an account. Accounts and seats played for others are shown only where something moved on them';
COMMENT ON COLUMN balances.currency IS 'The currency, NULL where the records name none';
COMMENT ON COLUMN balances.decimals IS 'Decimals of the currency';
COMMENT ON COLUMN balances.sessions IS 'Sessions that move this balance';
COMMENT ON COLUMN balances.recorded IS 'Net of the play as written; NULL where part of it was not written';
COMMENT ON COLUMN balances.unrecorded IS 'How many payments of the play were not written';
COMMENT ON COLUMN balances.due IS 'Net of the play as it counts; NULL where part of it is open';
COMMENT ON COLUMN balances.undecided IS 'How many payments of the play are open';
COMMENT ON COLUMN balances.paid IS 'Net already received by coin, cash, payments and debts; NULL where part is unknown';
COMMENT ON COLUMN balances.unpaid IS 'How many of those are unknown';
COMMENT ON COLUMN balances.balance IS 'due less paid; NULL where either is unknown';

CREATE VIEW pairwise_debts AS
WITH sides AS (
    SELECT
        session_id, payer_id AS from_id, payer AS from_name, payee_id AS to_id, payee AS to_name,
        CASE WHEN of_the_play(kind) THEN counts ELSE -counts END AS owes
    FROM transfers
    UNION ALL
    SELECT session_id, payee_id, payee, payer_id, payer, CASE WHEN of_the_play(kind) THEN -counts ELSE counts END
    FROM transfers
),
named AS (
    SELECT
        coalesce(f.name, from_name) AS debtor, f.name IS NULL AND from_name IS NOT NULL AS debtor_account,
        coalesce(t.name, to_name) AS creditor, t.name IS NULL AND to_name IS NOT NULL AS creditor_account,
        currency, decimals, session_id, owes
    FROM sides
    JOIN sessions USING (session_id)
    LEFT JOIN players f ON f.player_id = from_id
    LEFT JOIN players t ON t.player_id = to_id
),
sums AS (
    SELECT
        debtor, debtor_account, creditor, creditor_account, currency, decimals,
        count(DISTINCT session_id) AS sessions,
        coalesce(sum(owes), 0) AS owes,
        count(*) FILTER (owes IS NULL) AS undecided
    FROM named
    GROUP BY ALL
)
SELECT
    debtor, debtor_account, creditor, creditor_account, currency, decimals, sessions,
    money(CASE WHEN undecided = 0 THEN owes END, decimals) AS amount,
    undecided
FROM sums
WHERE CASE WHEN undecided = 0 THEN owes > 0 ELSE coalesce(debtor, '') < coalesce(creditor, '') END
ORDER BY currency, debtor, creditor;
COMMENT ON VIEW pairwise_debts IS 'Who owes whom by their own dealings, before anybody''s debts are set against others';
COMMENT ON COLUMN pairwise_debts.debtor IS 'Who owes';
COMMENT ON COLUMN pairwise_debts.debtor_account IS 'True where that is the kitty or the box';
COMMENT ON COLUMN pairwise_debts.creditor IS 'Who is owed';
COMMENT ON COLUMN pairwise_debts.creditor_account IS 'True where that is the kitty or the box';
COMMENT ON COLUMN pairwise_debts.currency IS 'The currency';
COMMENT ON COLUMN pairwise_debts.decimals IS 'Decimals of the currency';
COMMENT ON COLUMN pairwise_debts.sessions IS 'Sessions in which they dealt with each other';
COMMENT ON COLUMN pairwise_debts.amount IS 'How much; NULL where part of it is open, and then the pair stands in order of names';
COMMENT ON COLUMN pairwise_debts.undecided IS 'How many payments between the two are open';

CREATE VIEW player_stats AS
SELECT
    name AS player,
    currency,
    decimals,
    count(DISTINCT session_id) AS sessions,
    count(DISTINCT (session_id, deal_no)) AS deals,
    count(*) AS hands,
    money(coalesce(sum(stake), 0), decimals) AS staked,
    count(*) FILTER (stake IS NULL) AS stakes_unknown,
    money(coalesce(sum(counts), 0), decimals) AS net,
    count(*) FILTER (counts > 0) AS wins,
    count(*) FILTER (counts < 0) AS losses,
    count(*) FILTER (counts = 0) AS pushes,
    count(*) FILTER (counts IS NULL) AS results_unknown,
    count(*) FILTER (class = 'pontoon') AS pontoons,
    count(*) FILTER (class = 'royal') AS royals,
    count(*) FILTER (class = 'five-card trick') AS five_card_tricks,
    count(*) FILTER (class = 'bust') AS busts,
    count(*) FILTER (class IS NULL) AS classes_unknown,
    count(*) FILTER (hands.split) AS splits
FROM hands
JOIN deals USING (session_id, deal_no)
JOIN sessions USING (session_id)
JOIN players USING (player_id)
WHERE NOT banker AND NOT void
GROUP BY player_id, name, currency, decimals
ORDER BY currency, player;
COMMENT ON VIEW player_stats IS 'Each player''s hands against the bank, void deals left out, each currency for itself';
COMMENT ON COLUMN player_stats.player IS 'The player';
COMMENT ON COLUMN player_stats.currency IS 'The currency';
COMMENT ON COLUMN player_stats.decimals IS 'Decimals of the currency';
COMMENT ON COLUMN player_stats.sessions IS 'Sessions played against the bank';
COMMENT ON COLUMN player_stats.deals IS 'Deals played against the bank';
COMMENT ON COLUMN player_stats.hands IS 'Hands played, split hands one by one';
COMMENT ON COLUMN player_stats.staked IS 'All stakes that are known';
COMMENT ON COLUMN player_stats.stakes_unknown IS 'Hands whose stake is not known and not in staked';
COMMENT ON COLUMN player_stats.net IS 'Won less lost on hands as it counts, where known; shoot bets are not in it';
COMMENT ON COLUMN player_stats.wins IS 'Hands that won';
COMMENT ON COLUMN player_stats.losses IS 'Hands that lost';
COMMENT ON COLUMN player_stats.pushes IS 'Hands at which nothing moved';
COMMENT ON COLUMN player_stats.results_unknown IS 'Hands of which it is not known, and which are not in net';
COMMENT ON COLUMN player_stats.pontoons IS 'Pontoons';
COMMENT ON COLUMN player_stats.royals IS 'Royal pontoons (three sevens), not counted as pontoons';
COMMENT ON COLUMN player_stats.five_card_tricks IS 'Five-card tricks';
COMMENT ON COLUMN player_stats.busts IS 'Busts';
COMMENT ON COLUMN player_stats.classes_unknown IS 'Hands of which nobody can tell what they were';
COMMENT ON COLUMN player_stats.splits IS 'Hands that came of splitting';

CREATE VIEW banker_stats AS
WITH turns AS (
    SELECT
        session_id, deal_no, bank_id, void,
        gap OR lag(bank_id) OVER (PARTITION BY session_id ORDER BY deal_no) IS DISTINCT FROM bank_id AS begins
    FROM deals
),
played AS (
    SELECT
        session_id,
        deal_no,
        count(*) FILTER (NOT banker) AS hands_against,
        coalesce(-sum(counts) FILTER (NOT banker), 0) AS net,
        count(*) FILTER (NOT banker AND counts IS NULL) AS results_unknown,
        count(*) FILTER (banker AND class = 'pontoon') AS pontoons,
        count(*) FILTER (banker AND class = 'five-card trick') AS five_card_tricks,
        count(*) FILTER (banker AND class = 'bust') AS busts,
        1 - count(*) FILTER (banker AND class IS NOT NULL) AS classes_unknown
    FROM hands
    GROUP BY session_id, deal_no
)
SELECT
    name AS banker,
    currency,
    decimals,
    count(DISTINCT session_id) AS sessions,
    count(*) FILTER (begins) AS tenures,
    count(hands_against) FILTER (NOT void) AS deals,
    coalesce(sum(hands_against) FILTER (NOT void), 0)::BIGINT AS hands_against,
    money(coalesce(sum(net) FILTER (NOT void), 0), decimals) AS net,
    coalesce(sum(results_unknown) FILTER (NOT void), 0)::BIGINT AS results_unknown,
    coalesce(sum(pontoons) FILTER (NOT void), 0)::BIGINT AS pontoons,
    coalesce(sum(five_card_tricks) FILTER (NOT void), 0)::BIGINT AS five_card_tricks,
    coalesce(sum(busts) FILTER (NOT void), 0)::BIGINT AS busts,
    coalesce(sum(classes_unknown) FILTER (NOT void), 0)::BIGINT AS classes_unknown
FROM turns
JOIN sessions USING (session_id)
JOIN players ON player_id = bank_id
LEFT JOIN played USING (session_id, deal_no)
GROUP BY player_id, name, currency, decimals
ORDER BY currency, banker;
COMMENT ON VIEW banker_stats IS 'What each player did while holding the bank, each currency for itself';
COMMENT ON COLUMN banker_stats.banker IS 'The player who held the bank';
COMMENT ON COLUMN banker_stats.currency IS 'The currency';
COMMENT ON COLUMN banker_stats.decimals IS 'Decimals of the currency';
COMMENT ON COLUMN banker_stats.sessions IS 'Sessions in which the player held it';
COMMENT ON COLUMN banker_stats.tenures IS 'Times it was held without a break; unwritten deals are a break';
COMMENT ON COLUMN banker_stats.deals IS 'Deals banked, void ones left out here and below';
COMMENT ON COLUMN banker_stats.hands_against IS 'Hands played against the bank';
COMMENT ON COLUMN banker_stats.net IS 'Won less lost on those hands as it counts, where known';
COMMENT ON COLUMN banker_stats.results_unknown IS 'Hands of which it is not known, and which are not in net';
COMMENT ON COLUMN banker_stats.pontoons IS 'Pontoons as banker';
COMMENT ON COLUMN banker_stats.five_card_tricks IS 'Five-card tricks as banker';
COMMENT ON COLUMN banker_stats.busts IS 'Busts as banker';
COMMENT ON COLUMN banker_stats.classes_unknown IS 'Deals of which nobody can tell what the bank held';

CREATE VIEW results_by_deal AS
WITH sides AS (
    SELECT session_id, deal_no, kind, payee_id AS player_id, payee AS name, recorded, due, counts FROM transfers
    UNION ALL
    SELECT session_id, deal_no, kind, payer_id, payer, -recorded, -due, -counts FROM transfers
),
sums AS (
    SELECT
        session_id,
        deal_no,
        player_id,
        CASE WHEN player_id IS NULL THEN sides.name END AS account,
        CASE WHEN count(*) = count(recorded) THEN sum(recorded) END AS recorded,
        CASE WHEN count(*) = count(due) THEN sum(due) END AS due,
        CASE WHEN count(*) = count(counts) THEN sum(counts) END AS counts
    FROM sides
    WHERE deal_no IS NOT NULL AND of_the_play(kind)
    GROUP BY ALL
)
SELECT
    session,
    date,
    sums.deal_no,
    deal,
    bank,
    coalesce(name, account) AS player,
    account IS NOT NULL AS account,
    currency,
    decimals,
    money(recorded, decimals) AS recorded,
    money(due, decimals) AS due,
    money(counts, decimals) AS counts
FROM sums
JOIN sessions USING (session_id)
LEFT JOIN deals ON deals.session_id = sums.session_id AND deals.deal_no = sums.deal_no
LEFT JOIN players USING (player_id)
ORDER BY date, session, sums.deal_no, account, player;
COMMENT ON VIEW results_by_deal IS 'What each player and the banker won or lost in each deal; a deal adds up to zero';
COMMENT ON COLUMN results_by_deal.session IS 'The session';
COMMENT ON COLUMN results_by_deal.date IS 'Its date';
COMMENT ON COLUMN results_by_deal.deal_no IS 'The deal''s place in its session';
COMMENT ON COLUMN results_by_deal.deal IS 'The deal''s label';
COMMENT ON COLUMN results_by_deal.bank IS 'Who held the bank';
COMMENT ON COLUMN results_by_deal.player IS 'The player, or the account kitty or box; NULL for whom the record does not name';
COMMENT ON COLUMN results_by_deal.account IS 'True for an account';
COMMENT ON COLUMN results_by_deal.currency IS 'The currency';
COMMENT ON COLUMN results_by_deal.decimals IS 'Decimals of the currency';
COMMENT ON COLUMN results_by_deal.recorded IS 'Net as written; NULL where part of it was not written';
COMMENT ON COLUMN results_by_deal.due IS 'Net by the rules; NULL where part of it is open';
COMMENT ON COLUMN results_by_deal.counts IS 'Net as the settlement takes it; NULL where part of it is open';
