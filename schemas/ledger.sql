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
INSERT INTO meta VALUES ('pontoon_ledger', 2);

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
    event VARCHAR NOT NULL CHECK (event IN ('added', 'changed', 'judged anew', 'removed')),
    added TIMESTAMP NOT NULL,
    path VARCHAR NOT NULL,
    file_ids INTEGER[] NOT NULL,
    text_sha256 VARCHAR NOT NULL,
    given VARCHAR,
    PRIMARY KEY (session_id, revision)
);
COMMENT ON TABLE revisions IS 'One row each time a session was added with something new, or removed; nothing here is ever deleted';
COMMENT ON COLUMN revisions.session_id IS 'The session';
COMMENT ON COLUMN revisions.revision IS 'From 1; the highest is the one that the other tables show';
COMMENT ON COLUMN revisions.session IS 'The session''s name in this revision';
COMMENT ON COLUMN revisions.event IS
    'added; changed: its text has changed; judged anew: the same text, other findings or results; removed';
COMMENT ON COLUMN revisions.added IS 'When that happened (UTC)';
COMMENT ON COLUMN revisions.path IS 'The file it begins in, seen from the ledger''s folder; - for standard input';
COMMENT ON COLUMN revisions.file_ids IS 'Its texts in files, the one it begins in first, then its table of hands if apart';
COMMENT ON COLUMN revisions.text_sha256 IS 'SHA-256 over the hashes of its texts';
COMMENT ON COLUMN revisions.given IS
    'What was said beside its texts when it was added (rules, currency, stakes, players, bank), as JSON; NULL for nothing';

CREATE TABLE changes (
    session_id INTEGER NOT NULL,
    revision INTEGER NOT NULL,
    what VARCHAR NOT NULL CHECK (what IN ('finding', 'balance', 'count', 'rules', 'date')),
    subject VARCHAR NOT NULL,
    before VARCHAR,
    after VARCHAR
);
COMMENT ON TABLE changes IS 'What each revision of a session changed against the one before it';
COMMENT ON COLUMN changes.session_id IS 'The session';
COMMENT ON COLUMN changes.revision IS 'The revision that brought the change';
COMMENT ON COLUMN changes.what IS 'finding, balance (of a player, in the currency), count (of deals or hands), rules, date';
COMMENT ON COLUMN changes.subject IS 'Which: the finding''s code with its deal and player, the player, deals or hands, the rule';
COMMENT ON COLUMN changes.before IS 'As it was; NULL where it was not there, ? where it was not known';
COMMENT ON COLUMN changes.after IS 'As it is since; NULL where it is gone, ? where it is not known';

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
    name VARCHAR NOT NULL,
    person_id INTEGER NOT NULL
);
COMMENT ON TABLE players IS 'One row a player (or a shared seat): the same whatever the case and in every session';
COMMENT ON COLUMN players.player_id IS 'The player''s number';
COMMENT ON COLUMN players.name IS 'The name to show: the spelling first met, or what the player was renamed or merged to';
COMMENT ON COLUMN players.person_id IS
    'Who that is: the player''s own number, or that of the player merged with, whose name is shown';

CREATE TABLE aliases (
    alias_id INTEGER PRIMARY KEY,
    alias VARCHAR NOT NULL,
    spelling VARCHAR NOT NULL,
    player_id INTEGER NOT NULL,
    kind VARCHAR NOT NULL CHECK (kind IN ('name', 'aka', 'rename', 'merge', 'part')),
    session_id INTEGER,
    added TIMESTAMP NOT NULL
);
COMMENT ON TABLE aliases IS
    'Every spelling by which a record may name a player, and every renaming and merging, in the order they were made';
COMMENT ON COLUMN aliases.alias_id IS 'The row''s number; they are looked up in this order';
COMMENT ON COLUMN aliases.alias IS 'The spelling as names are compared: trimmed, Unicode NFC, case folded';
COMMENT ON COLUMN aliases.spelling IS 'The spelling as it was written';
COMMENT ON COLUMN aliases.player_id IS 'Whose it is; for a merge the player that the named one became';
COMMENT ON COLUMN aliases.kind IS
    'name: a seat was called so; aka: a record says that it is the same person; rename: shown so since; '
    'merge: is the same person as player_id since; part: no longer';
COMMENT ON COLUMN aliases.session_id IS 'The session that said so first; NULL where a command did';
COMMENT ON COLUMN aliases.added IS 'When (UTC)';

CREATE TABLE payments (
    payment_id INTEGER PRIMARY KEY,
    date DATE,
    payer VARCHAR NOT NULL,
    payer_id INTEGER,
    payee VARCHAR NOT NULL,
    payee_id INTEGER,
    amount BIGINT NOT NULL CHECK (amount > 0),
    currency VARCHAR,
    decimals TINYINT NOT NULL CHECK (decimals BETWEEN 0 AND 4),
    note VARCHAR,
    added TIMESTAMP NOT NULL,
    removed TIMESTAMP
);
COMMENT ON TABLE payments IS 'Money handed over between evenings, as pontoon pay was told; a removed one counts no more';
COMMENT ON COLUMN payments.payment_id IS 'The payment''s number, for pontoon pay --remove';
COMMENT ON COLUMN payments.date IS 'The day it was paid';
COMMENT ON COLUMN payments.payer IS 'Who paid, as it was typed, or the account kitty or box';
COMMENT ON COLUMN payments.payer_id IS 'Who paid; NULL for an account';
COMMENT ON COLUMN payments.payee IS 'Who was paid, as it was typed, or the account kitty or box';
COMMENT ON COLUMN payments.payee_id IS 'Who was paid; NULL for an account';
COMMENT ON COLUMN payments.amount IS 'How much, in the smallest coin';
COMMENT ON COLUMN payments.currency IS 'The currency, NULL where the records name none';
COMMENT ON COLUMN payments.decimals IS 'Decimals of the currency';
COMMENT ON COLUMN payments.note IS 'What was said about it';
COMMENT ON COLUMN payments.added IS 'When it was recorded (UTC)';
COMMENT ON COLUMN payments.removed IS 'When it was taken back (UTC), NULL while it counts';

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

CREATE VIEW moves AS
SELECT
    transfers.session_id, session, sessions.date, transfers.deal_no, deal, kind,
    coalesce(giver.name, payer) AS payer, payer_id IS NULL AND payer IS NOT NULL AS payer_account,
    coalesce(taker.name, payee) AS payee, payee_id IS NULL AND payee IS NOT NULL AS payee_account,
    recorded, due, counts, currency, decimals,
    coalesce(deals.file, sessions.file) AS file, line, CAST(NULL AS VARCHAR) AS note
FROM transfers
JOIN sessions USING (session_id)
LEFT JOIN deals ON deals.session_id = transfers.session_id AND deals.deal_no = transfers.deal_no
LEFT JOIN players AS giver ON giver.player_id = payer_id
LEFT JOIN players AS taker ON taker.player_id = payee_id
UNION ALL
SELECT
    NULL, NULL, date, NULL, NULL, 'payment',
    coalesce(giver.name, payer), payer_id IS NULL,
    coalesce(taker.name, payee), payee_id IS NULL,
    amount, amount, amount, currency, decimals,
    NULL, NULL, note
FROM payments
LEFT JOIN players AS giver ON giver.player_id = payer_id
LEFT JOIN players AS taker ON taker.player_id = payee_id
WHERE removed IS NULL;
COMMENT ON VIEW moves IS
    'Every sum that passed, of the sessions and between them, under the names that people have now, in the smallest coin';
COMMENT ON COLUMN moves.session_id IS 'The session; NULL for a payment between sessions';
COMMENT ON COLUMN moves.session IS 'Its name';
COMMENT ON COLUMN moves.date IS 'Its date, or the day of the payment';
COMMENT ON COLUMN moves.deal_no IS 'The deal''s place in its session, NULL for what belongs to none';
COMMENT ON COLUMN moves.deal IS 'The deal''s label';
COMMENT ON COLUMN moves.kind IS 'As in transfers';
COMMENT ON COLUMN moves.payer IS 'Who pays: a player or an account; NULL where nobody can tell';
COMMENT ON COLUMN moves.payer_account IS 'True where that is the kitty or the box';
COMMENT ON COLUMN moves.payee IS 'Who is paid: a player or an account; NULL where nobody can tell';
COMMENT ON COLUMN moves.payee_account IS 'True where that is the kitty or the box';
COMMENT ON COLUMN moves.recorded IS 'As the record has it';
COMMENT ON COLUMN moves.due IS 'As the rules have it';
COMMENT ON COLUMN moves.counts IS 'As the settlement takes it';
COMMENT ON COLUMN moves.currency IS 'The currency, NULL where the record names none';
COMMENT ON COLUMN moves.decimals IS 'Decimals of the currency';
COMMENT ON COLUMN moves.file IS 'The file that it stands in';
COMMENT ON COLUMN moves.line IS 'The line where its deal begins';
COMMENT ON COLUMN moves.note IS 'What was said about a payment between sessions';

CREATE VIEW balances AS
WITH sides AS (
    SELECT * EXCLUDE (payer, payer_account, payee, payee_account, due),
        payee AS player, payee_account AS account, false AS seat FROM moves
    UNION ALL BY NAME
    SELECT * EXCLUDE (payer, payer_account, payee, payee_account, due, recorded, counts),
        -recorded AS recorded, -counts AS counts, payer AS player, payer_account AS account, kind = 'share' AS seat
    FROM moves
),
sums AS (
    SELECT
        player,
        account,
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
    FROM sides
    GROUP BY ALL
)
SELECT
    player,
    account,
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
FROM sums
WHERE NOT ((seat OR account) AND (recorded = 0 OR unrecorded > 0) AND due = 0 AND paid = 0)
    OR undecided + unpaid > 0
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
WITH named AS (
    SELECT
        payer AS debtor, payer_account AS debtor_account, payee AS creditor, payee_account AS creditor_account,
        currency, decimals, session_id, CASE WHEN of_the_play(kind) THEN counts ELSE -counts END AS owes
    FROM moves
    UNION ALL
    SELECT
        payee, payee_account, payer, payer_account,
        currency, decimals, session_id, CASE WHEN of_the_play(kind) THEN -counts ELSE counts END
    FROM moves
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

CREATE VIEW results_by_deal AS
WITH sides AS (
    SELECT * EXCLUDE (payer, payer_account, payee, payee_account), payee AS player, payee_account AS account
    FROM moves
    UNION ALL BY NAME
    SELECT * EXCLUDE (payer, payer_account, payee, payee_account, recorded, due, counts),
        -recorded AS recorded, -due AS due, -counts AS counts, payer AS player, payer_account AS account
    FROM moves
),
sums AS (
    SELECT
        session_id, session, date, deal_no, deal, player, account, currency, decimals,
        CASE WHEN count(*) = count(recorded) THEN sum(recorded) END AS recorded,
        CASE WHEN count(*) = count(due) THEN sum(due) END AS due,
        CASE WHEN count(*) = count(counts) THEN sum(counts) END AS counts
    FROM sides
    WHERE deal_no IS NOT NULL AND of_the_play(kind)
    GROUP BY session_id, session, date, deal_no, deal, player, account, currency, decimals
)
SELECT
    session,
    date,
    sums.deal_no,
    deal,
    coalesce(banker.name, bank) AS bank,
    player,
    account,
    currency,
    decimals,
    money(recorded, decimals) AS recorded,
    money(due, decimals) AS due,
    money(counts, decimals) AS counts
FROM sums
LEFT JOIN (SELECT session_id, deal_no, bank, bank_id FROM deals) AS held USING (session_id, deal_no)
LEFT JOIN players AS banker ON banker.player_id = bank_id
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

-- Statistics: docs/statistics.md defines each of them. Void deals are in none.

CREATE MACRO wilson_low(k, n) AS CASE
    WHEN n > 0 AND k = 0 THEN 0e0
    WHEN n > 0 THEN
        (k + 1.920729410347062e0 - 1.959963984540054e0 * sqrt(k * (n - k) / n + 0.960364705173531e0))
        / (n + 3.841458820694124e0)
END;
COMMENT ON MACRO wilson_low IS
    'The lower end of the 95 % Wilson score interval for k of n: wilson_low(81, 263) is 0.2553; NULL where n is 0';

CREATE MACRO wilson_high(k, n) AS CASE
    WHEN n > 0 AND k = n THEN 1e0
    WHEN n > 0 THEN
        (k + 1.920729410347062e0 + 1.959963984540054e0 * sqrt(k * (n - k) / n + 0.960364705173531e0))
        / (n + 3.841458820694124e0)
END;
COMMENT ON MACRO wilson_high IS
    'The upper end of the 95 % Wilson score interval for k of n: wilson_high(81, 263) is 0.3662; NULL where n is 0';

CREATE MACRO pontoon_chance(packs) AS 128e0 * packs / (52e0 * (52e0 * packs - 1));
COMMENT ON MACRO pontoon_chance IS
    'How often two cards are a pontoon: 64/1326 with one pack, 256/5356 with two';

CREATE MACRO pips(card) AS CASE
    WHEN card[1] = 'A' THEN 1
    WHEN card[1] IN ('T', 'J', 'Q', 'K') THEN 10
    ELSE TRY_CAST(card[1] AS TINYINT)
END;
COMMENT ON MACRO pips IS 'What a card counts, an ace as 1: pips(''Th'') is 10; NULL for a card that nobody noted';

CREATE MACRO total_of(class) AS TRY_CAST(class AS TINYINT);
COMMENT ON MACRO total_of IS
    'The total that a class names: total_of(''18'') is 18; NULL for bust, five-card trick, pontoon and royal';

CREATE MACRO share_of(k, n) AS CASE WHEN n > 0 THEN CAST(k / n AS DECIMAL(18, 6)) END;
COMMENT ON MACRO share_of IS 'k of n with six decimals: share_of(-5, 200) is -0.025; NULL where n is 0';

CREATE MACRO may_take(turn, cards, class, card) AS CASE
    WHEN NOT turn OR cards < card - 1 OR class = 'pontoon' THEN false
    WHEN cards >= card THEN true
    WHEN turn AND cards = card - 1 AND class IS NOT NULL THEN coalesce(total_of(class) < 21, false)
END;
COMMENT ON MACRO may_take IS
    'True for a hand that took its nth card or stuck where it might have; NULL where nobody can tell';

CREATE MACRO played_hands() AS TABLE
SELECT * FROM hands WHERE NOT banker AND bank_id IS NOT NULL
UNION ALL
SELECT *
FROM hands
SEMI JOIN (
    SELECT session_id, deal_no, payee_id AS player_id FROM transfers WHERE kind = 'hand' AND payer_id IS NULL
) AS told USING (session_id, deal_no, player_id)
WHERE NOT banker AND bank_id IS NULL;
COMMENT ON MACRO TABLE played_hands IS
    'The hands against the bank, without rows of which nobody can tell whether they were the bank''s own';

CREATE MACRO deal_facts() AS TABLE
WITH banks AS (
    SELECT session_id, deal_no, any_value(class) AS bank_class FROM hands WHERE banker GROUP BY session_id, deal_no
),
told AS (
    SELECT
        session_id,
        deal_no,
        count(*) AS against,
        count(*) FILTER (class = 'bust') AS bust,
        count(*) FILTER (class <> 'bust') AS live,
        count(*) FILTER (cards > 2 OR split OR ending IN ('stick', 'bust', 'five')) AS played_on
    FROM played_hands()
    GROUP BY session_id, deal_no
),
judged AS (
    SELECT
        deals.session_id, deals.deal_no, bank_id, bank_class, against, bust, live, peek, burn, packs,
        sessions.split, fifth_card,
        CASE
            WHEN NOT peek OR bank_class <> 'pontoon' THEN false
            WHEN bank_class = 'pontoon' THEN true
            WHEN played_on > 0 THEN false
        END AS stopped
    FROM deals
    JOIN sessions USING (session_id)
    JOIN told USING (session_id, deal_no)
    LEFT JOIN banks USING (session_id, deal_no)
    WHERE NOT void
)
SELECT
    session_id,
    deal_no,
    bank_id,
    bank_class,
    stopped,
    CASE
        WHEN stopped OR bust = against THEN false
        WHEN NOT stopped AND live > 0 THEN true
    END AS bank_turn,
    CASE
        WHEN bank_class IS NOT NULL THEN bank_class = 'pontoon'
        WHEN peek AND NOT stopped THEN false
    END AS bank_pontoon,
    pontoon_chance(packs) AS chance,
    burn <> 'off' AS burning,
    split AS splitting,
    fifth_card
FROM judged;
COMMENT ON MACRO TABLE deal_facts IS
    'What statistics ask of each deal that they count: one that is not void and has a hand against the bank';

CREATE MACRO hand_facts() AS TABLE
SELECT
    hands.session_id,
    hands.deal_no,
    hands.player_id,
    deal_facts.bank_id,
    hand,
    split,
    class,
    bet,
    stake,
    counts,
    NOT stopped AS turn,
    CASE
        WHEN hand > 1 THEN NULL
        WHEN split THEN false
        WHEN class IS NOT NULL THEN class = 'pontoon'
        WHEN cards > 2 OR ending IN ('bust', 'five') OR (ending = 'stick' AND cards IS NULL) THEN false
    END AS dealt_pontoon,
    CASE WHEN NOT burning THEN chance END AS chance,
    CASE
        WHEN hand > 1 THEN NULL
        WHEN stopped OR splitting = 'none' OR (splitting = 'aces' AND c1[1] NOT IN ('A', 'x')) THEN false
        WHEN stopped IS NULL OR c1 IS NULL OR c1 = 'x' THEN NULL
        WHEN split THEN true
        WHEN c2 <> 'x' THEN c1[1] = c2[1]
    END AS pair,
    cards,
    how3,
    how4,
    how5,
    price3,
    price4,
    price5,
    CASE WHEN fifth_card = 'buy' THEN true ELSE pips(c1) + pips(c2) + pips(c3) + pips(c4) > 11 END AS fifth_for_sale
FROM played_hands() AS hands
JOIN deal_facts() AS deal_facts USING (session_id, deal_no);
COMMENT ON MACRO TABLE hand_facts IS
    'What statistics ask of each hand against the bank';

CREATE MACRO pairings() AS TABLE
WITH played AS (
    SELECT
        session_id,
        player_id,
        held_by AS bank_id,
        count(DISTINCT deal_no) AS deals,
        count(*) AS hands,
        sum(stake) AS staked,
        count(*) FILTER (stake IS NULL) AS stakes_unknown,
        count(*) FILTER (counts > 0) AS wins,
        count(*) FILTER (counts < 0) AS losses,
        count(*) FILTER (counts = 0) AS pushes,
        count(*) FILTER (counts IS NULL) AS results_unknown,
        count(*) FILTER (stake IS NOT NULL AND counts IS NOT NULL) AS whole_hands,
        sum(stake) FILTER (counts IS NOT NULL) AS whole_staked,
        sum(counts) FILTER (stake IS NOT NULL) AS whole_net
    FROM played_hands()
    JOIN (SELECT session_id, deal_no, bank_id AS held_by FROM deals WHERE NOT void) AS held
        USING (session_id, deal_no)
    GROUP BY session_id, player_id, held_by
),
paid AS (
    SELECT
        session_id,
        payee_id AS player_id,
        bank_id,
        sum(counts) FILTER (kind = 'hand') AS net,
        count(*) FILTER (kind = 'hand' AND counts IS NULL) AS net_unknown,
        count(*) FILTER (kind = 'shoot') AS shoots,
        sum(counts) FILTER (kind = 'shoot') AS shoot_net,
        count(*) FILTER (kind = 'shoot' AND counts IS NULL) AS shoots_unknown
    FROM transfers
    JOIN (SELECT session_id, deal_no, bank_id FROM deals WHERE NOT void) AS held USING (session_id, deal_no)
    WHERE kind IN ('hand', 'shoot')
    GROUP BY session_id, payee_id, bank_id
)
SELECT
    played.*,
    net,
    coalesce(net_unknown, hands) AS net_unknown,
    coalesce(shoots, 0) AS shoots,
    shoot_net,
    coalesce(shoots_unknown, 0) AS shoots_unknown
FROM played
LEFT JOIN paid
    ON paid.session_id = played.session_id AND paid.player_id = played.player_id
    AND paid.bank_id IS NOT DISTINCT FROM played.bank_id;
COMMENT ON MACRO TABLE pairings IS
    'What passed between each player and each banker in a session, money in the smallest coin';

CREATE MACRO session_sides() AS TABLE
WITH pairs AS MATERIALIZED (FROM pairings() AS pairings)
SELECT
    'player' AS role, session_id, player_id,
    sum(deals) AS deals, sum(hands) AS hands,
    coalesce(sum(staked), 0) AS staked, sum(stakes_unknown) AS stakes_unknown,
    coalesce(sum(net), 0) AS net, sum(net_unknown) AS net_unknown,
    sum(shoots) AS shoots, coalesce(sum(shoot_net), 0) AS shoot_net, sum(shoots_unknown) AS shoots_unknown,
    sum(wins) AS wins, sum(losses) AS losses, sum(pushes) AS pushes, sum(results_unknown) AS results_unknown,
    sum(whole_hands) AS whole_hands, sum(whole_staked) AS whole_staked, sum(whole_net) AS whole_net
FROM pairs
GROUP BY session_id, player_id
UNION ALL BY NAME
SELECT
    'banker' AS role, session_id, bank_id AS player_id,
    any_value(banked.deals) AS deals, sum(hands) AS hands,
    coalesce(sum(staked), 0) AS staked, sum(stakes_unknown) AS stakes_unknown,
    coalesce(-sum(net), 0) AS net, sum(net_unknown) AS net_unknown,
    sum(shoots) AS shoots, coalesce(-sum(shoot_net), 0) AS shoot_net, sum(shoots_unknown) AS shoots_unknown,
    sum(losses) AS wins, sum(wins) AS losses, sum(pushes) AS pushes, sum(results_unknown) AS results_unknown,
    sum(whole_hands) AS whole_hands, sum(whole_staked) AS whole_staked, -sum(whole_net) AS whole_net
FROM pairs
JOIN (
    SELECT session_id, bank_id, count(DISTINCT deal_no) AS deals
    FROM deals
    WHERE NOT void AND EXISTS (
        SELECT 1 FROM hands
        WHERE hands.session_id = deals.session_id AND hands.deal_no = deals.deal_no AND NOT banker
    )
    GROUP BY session_id, bank_id
) AS banked USING (session_id, bank_id)
GROUP BY session_id, bank_id;
COMMENT ON MACRO TABLE session_sides IS
    'Each player and each banker in a session, from that side, money in the smallest coin';

CREATE VIEW player_stats AS
WITH classes AS (
    SELECT
        session_id,
        player_id,
        count(*) FILTER (class = 'pontoon') AS pontoons,
        count(*) FILTER (class = 'royal') AS royals,
        count(*) FILTER (class = 'five-card trick') AS five_card_tricks,
        count(*) FILTER (class = 'bust') AS busts,
        count(*) FILTER (class IS NULL) AS classes_unknown,
        count(*) FILTER (split) AS splits
    FROM played_hands()
    JOIN (SELECT session_id, deal_no FROM deals WHERE NOT void) AS held USING (session_id, deal_no)
    GROUP BY session_id, player_id
)
SELECT
    name AS player,
    currency,
    decimals,
    count(*) AS sessions,
    CAST(sum(sides.deals) AS BIGINT) AS deals,
    CAST(sum(sides.hands) AS BIGINT) AS hands,
    money(sum(staked), decimals) AS staked,
    CAST(sum(stakes_unknown) AS BIGINT) AS stakes_unknown,
    money(sum(net), decimals) AS net,
    CAST(sum(wins) AS BIGINT) AS wins,
    CAST(sum(losses) AS BIGINT) AS losses,
    CAST(sum(pushes) AS BIGINT) AS pushes,
    CAST(sum(results_unknown) AS BIGINT) AS results_unknown,
    CAST(sum(pontoons) AS BIGINT) AS pontoons,
    CAST(sum(royals) AS BIGINT) AS royals,
    CAST(sum(five_card_tricks) AS BIGINT) AS five_card_tricks,
    CAST(sum(busts) AS BIGINT) AS busts,
    CAST(sum(classes_unknown) AS BIGINT) AS classes_unknown,
    CAST(sum(splits) AS BIGINT) AS splits,
    CAST(sum(net_unknown) AS BIGINT) AS net_unknown,
    share_of(sum(whole_net), sum(whole_staked)) AS return_on_stakes,
    CAST(sum(whole_hands) AS BIGINT) AS return_hands,
    CAST(sum(shoots) AS BIGINT) AS shoots,
    money(sum(shoot_net), decimals) AS shoot_net,
    CAST(sum(shoots_unknown) AS BIGINT) AS shoots_unknown
FROM session_sides() AS sides
JOIN classes USING (session_id, player_id)
JOIN sessions USING (session_id)
JOIN players USING (player_id)
WHERE role = 'player'
GROUP BY person_id, name, currency, decimals
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
COMMENT ON COLUMN player_stats.results_unknown IS 'Hands of which that is not known one by one';
COMMENT ON COLUMN player_stats.pontoons IS 'Pontoons, those on split hands among them';
COMMENT ON COLUMN player_stats.royals IS 'Royal pontoons (three sevens), not counted as pontoons';
COMMENT ON COLUMN player_stats.five_card_tricks IS 'Five-card tricks';
COMMENT ON COLUMN player_stats.busts IS 'Busts';
COMMENT ON COLUMN player_stats.classes_unknown IS 'Hands of which nobody can tell what they were';
COMMENT ON COLUMN player_stats.splits IS 'Hands that came of splitting';
COMMENT ON COLUMN player_stats.net_unknown IS
    'Results that are not known and not in net: of a hand, or of hands paid together';
COMMENT ON COLUMN player_stats.return_on_stakes IS
    'Won less lost for each unit staked, over the hands of which both are known';
COMMENT ON COLUMN player_stats.return_hands IS 'How many hands those are';
COMMENT ON COLUMN player_stats.shoots IS 'Hands with shoot bets';
COMMENT ON COLUMN player_stats.shoot_net IS 'Won less lost on shoot bets, where known';
COMMENT ON COLUMN player_stats.shoots_unknown IS 'Hands whose shoot bets are not in shoot_net';

CREATE VIEW stats_by AS
WITH named AS (
    SELECT
        name AS player, person_id, strftime(date, '%Y-%m') AS month,
        session, date, rules, currency, decimals, session_sides.* EXCLUDE (player_id)
    FROM session_sides() AS session_sides
    JOIN (
        SELECT session_id, session, date, rules, currency, decimals FROM sessions
    ) AS heads USING (session_id)
    JOIN players USING (player_id)
)
SELECT
    CASE
        WHEN grouping(session_id) = 0 THEN 'session'
        WHEN grouping(month) = 0 THEN 'month'
        WHEN grouping(rules) = 0 THEN 'rules'
        ELSE 'role'
    END AS per,
    session,
    date,
    month,
    rules,
    player,
    role,
    currency,
    decimals,
    count(DISTINCT session_id) AS sessions,
    CAST(sum(deals) AS BIGINT) AS deals,
    CAST(sum(hands) AS BIGINT) AS hands,
    money(CASE WHEN sum(stakes_unknown) = 0 THEN sum(staked) END, decimals) AS staked,
    CAST(sum(stakes_unknown) AS BIGINT) AS stakes_unknown,
    money(CASE WHEN sum(net_unknown) = 0 THEN sum(net) END, decimals) AS net,
    CAST(sum(net_unknown) AS BIGINT) AS net_unknown,
    share_of(sum(whole_net), sum(whole_staked)) AS return_on_stakes,
    CAST(coalesce(sum(whole_hands), 0) AS BIGINT) AS return_hands,
    money(CASE WHEN sum(shoots_unknown) = 0 THEN sum(shoot_net) END, decimals) AS shoot_net,
    CAST(sum(shoots_unknown) AS BIGINT) AS shoots_unknown,
    CAST(sum(wins) AS BIGINT) AS wins,
    CAST(sum(losses) AS BIGINT) AS losses,
    CAST(sum(pushes) AS BIGINT) AS pushes,
    CAST(sum(results_unknown) AS BIGINT) AS results_unknown
FROM named
GROUP BY GROUPING SETS (
    (person_id, player, role, currency, decimals, session_id, session, date),
    (person_id, player, role, currency, decimals, month),
    (person_id, player, role, currency, decimals, rules),
    (person_id, player, role, currency, decimals)
)
ORDER BY per, currency, date, session, month, rules, role DESC, player;
COMMENT ON VIEW stats_by IS
    'How each player and banker fared per session, per month, per house rules, and in all, each currency for itself';
COMMENT ON COLUMN stats_by.per IS 'What the row sums up: session, month, rules, or role for all of them';
COMMENT ON COLUMN stats_by.session IS 'The session, where the row is of one';
COMMENT ON COLUMN stats_by.date IS 'Its date';
COMMENT ON COLUMN stats_by.month IS 'The month as 2026-11, where the row is of one; NULL for sessions without a date';
COMMENT ON COLUMN stats_by.rules IS 'The house rules, where the row is of some';
COMMENT ON COLUMN stats_by.player IS 'The player';
COMMENT ON COLUMN stats_by.role IS 'player (against the bank) or banker';
COMMENT ON COLUMN stats_by.currency IS 'The currency';
COMMENT ON COLUMN stats_by.decimals IS 'Decimals of the currency';
COMMENT ON COLUMN stats_by.sessions IS 'Sessions with a deal in that role';
COMMENT ON COLUMN stats_by.deals IS 'Deals played, deals banked';
COMMENT ON COLUMN stats_by.hands IS 'Hands played; for a banker hands against him';
COMMENT ON COLUMN stats_by.staked IS 'All that was staked on them; NULL where part of it is not known';
COMMENT ON COLUMN stats_by.stakes_unknown IS 'Hands whose stake is not known';
COMMENT ON COLUMN stats_by.net IS
    'Won less lost on hands as it counts, without shoot bets; NULL where part of it is not known';
COMMENT ON COLUMN stats_by.net_unknown IS 'Results that are not known: of a hand, or of hands paid together';
COMMENT ON COLUMN stats_by.return_on_stakes IS
    'Won less lost for each unit staked, over the hands of which both are known';
COMMENT ON COLUMN stats_by.return_hands IS 'How many hands those are';
COMMENT ON COLUMN stats_by.shoot_net IS
    'Won less lost on shoot bets (for a banker what his kitty won); NULL where part of it is not known';
COMMENT ON COLUMN stats_by.shoots_unknown IS 'Hands whose shoot bets are not known';
COMMENT ON COLUMN stats_by.wins IS 'Hands won';
COMMENT ON COLUMN stats_by.losses IS 'Hands lost';
COMMENT ON COLUMN stats_by.pushes IS 'Hands at which nothing moved';
COMMENT ON COLUMN stats_by.results_unknown IS 'Hands of which that is not known one by one';

CREATE VIEW rates AS
WITH met AS MATERIALIZED (
    SELECT
        player_id,
        bank_id,
        count(*) FILTER (counts > 0) AS wins,
        count(*) FILTER (counts < 0) AS losses,
        count(counts) AS results,
        count(*) FILTER (counts IS NULL) AS results_unknown,
        count(*) FILTER (dealt_pontoon) AS pontoons,
        count(dealt_pontoon) AS dealt,
        count(*) FILTER (hand = 1 AND dealt_pontoon IS NULL) AS dealt_unknown,
        sum(chance) FILTER (dealt_pontoon IS NOT NULL) AS chances,
        count(chance) FILTER (dealt_pontoon IS NOT NULL) AS with_chance,
        count(*) FILTER (turn AND class = 'five-card trick') AS tricks,
        count(*) FILTER (turn AND class = 'bust') AS busts,
        count(*) FILTER (turn AND class IS NOT NULL) AS turns,
        count(*) FILTER (turn IS NULL OR (turn AND class IS NULL)) AS turns_unknown,
        count(*) FILTER (pair AND split) AS splits,
        count(*) FILTER (pair) AS pairs,
        count(*) FILTER (hand = 1 AND pair IS NULL) AS pairs_unknown
    FROM hand_facts()
    GROUP BY player_id, bank_id
),
counted AS (
    SELECT 'player' AS role, * EXCLUDE (bank_id) FROM met
    UNION ALL BY NAME
    SELECT 'banker' AS role, bank_id AS player_id, losses AS wins, results, results_unknown FROM met
    UNION ALL BY NAME
    SELECT
        'banker' AS role,
        bank_id AS player_id,
        count(*) FILTER (bank_pontoon) AS pontoons,
        count(bank_pontoon) AS dealt,
        count(*) FILTER (bank_pontoon IS NULL) AS dealt_unknown,
        sum(chance) FILTER (bank_pontoon IS NOT NULL) AS chances,
        count(bank_pontoon) AS with_chance,
        count(*) FILTER (bank_turn AND bank_class = 'five-card trick') AS tricks,
        count(*) FILTER (bank_turn AND bank_class = 'bust') AS busts,
        count(*) FILTER (bank_turn AND bank_class IS NOT NULL) AS turns,
        count(*) FILTER (bank_turn IS NULL OR (bank_turn AND bank_class IS NULL)) AS turns_unknown
    FROM deal_facts()
    GROUP BY bank_id
),
summed AS (
    SELECT name AS player, role, CAST(sum(COLUMNS(* EXCLUDE (player_id, role, name, person_id, chances))) AS BIGINT),
        sum(chances) AS chances
    FROM counted
    JOIN players USING (player_id)
    GROUP BY person_id, name, role
),
told AS (
    SELECT
        player,
        role,
        unnest([
            {'rate': 'hands won', 'k': wins, 'n': results, 'unknown': results_unknown, 'expected': NULL},
            {
                'rate': 'pontoons', 'k': pontoons, 'n': dealt, 'unknown': dealt_unknown,
                'expected': CASE WHEN dealt > 0 AND dealt = with_chance THEN chances / dealt END
            },
            {'rate': 'five-card tricks', 'k': tricks, 'n': turns, 'unknown': turns_unknown, 'expected': NULL},
            {'rate': 'busts', 'k': busts, 'n': turns, 'unknown': turns_unknown, 'expected': NULL},
            {'rate': 'splits', 'k': splits, 'n': pairs, 'unknown': pairs_unknown, 'expected': NULL}
        ], recursive := true)
    FROM summed
)
SELECT
    player,
    role,
    rate,
    k,
    n,
    CASE WHEN n > 0 THEN k / n END AS share,
    wilson_low(k, n) AS low,
    wilson_high(k, n) AS high,
    expected,
    unknown
FROM told
WHERE n IS NOT NULL
ORDER BY rate, role DESC, player;
COMMENT ON VIEW rates IS
    'How often things happen: k of n, with the 95 % Wilson score interval, all currencies together';
COMMENT ON COLUMN rates.player IS 'The player';
COMMENT ON COLUMN rates.role IS 'player or banker';
COMMENT ON COLUMN rates.rate IS
    'hands won, pontoons, five-card tricks, busts or splits; docs/statistics.md says of what n each is the share';
COMMENT ON COLUMN rates.k IS 'How often it happened';
COMMENT ON COLUMN rates.n IS 'How often it might have, as far as known';
COMMENT ON COLUMN rates.share IS 'k of n; NULL where n is 0';
COMMENT ON COLUMN rates.low IS 'The lower end of the interval';
COMMENT ON COLUMN rates.high IS 'The upper end of the interval';
COMMENT ON COLUMN rates.expected IS
    'How often two cards are a pontoon; NULL for other rates, and where first pairs may be thrown in';
COMMENT ON COLUMN rates.unknown IS 'How often nobody can tell; not in n';

CREATE VIEW card_purchases AS
WITH alike AS MATERIALIZED (
    SELECT
        person_id, name AS player, currency, decimals, turn, cards, class, how3, how4, how5, fifth_for_sale,
        count(*) AS hands,
        sum(price3) AS spent3, sum(price4) AS spent4, sum(price5) AS spent5,
        count(price3) AS prices3, count(price4) AS prices4, count(price5) AS prices5,
        sum(price3 / nullif(bet, 0)) AS stakes3, sum(price4 / nullif(bet, 0)) AS stakes4,
        sum(price5 / nullif(bet, 0)) AS stakes5,
        count(price3 / nullif(bet, 0)) AS priced3, count(price4 / nullif(bet, 0)) AS priced4,
        count(price5 / nullif(bet, 0)) AS priced5
    FROM hand_facts() AS hand_facts
    JOIN (SELECT session_id, currency, decimals FROM sessions) AS heads USING (session_id)
    JOIN players USING (player_id)
    GROUP BY ALL
),
offered AS (
    SELECT
        person_id, player, currency, decimals, 3 AS card, hands, may_take(turn, cards, class, 3) AS chance,
        cards >= 3 AS taken, how3 AS how, true AS for_sale,
        spent3 AS spent, prices3 AS prices, stakes3 AS stakes, priced3 AS priced
    FROM alike
    UNION ALL
    SELECT
        person_id, player, currency, decimals, 4, hands, may_take(turn, cards, class, 4), cards >= 4,
        how4, CASE WHEN how4 = 'buy' THEN true ELSE how3 = 'buy' END, spent4, prices4, stakes4, priced4
    FROM alike
    UNION ALL
    SELECT
        person_id, player, currency, decimals, 5, hands, may_take(turn, cards, class, 5), cards >= 5,
        how5, CASE WHEN how5 = 'buy' THEN true ELSE how3 = 'buy' AND how4 = 'buy' AND fifth_for_sale END,
        spent5, prices5, stakes5, priced5
    FROM alike
),
summed AS (
    SELECT
        player,
        currency,
        decimals,
        card,
        sum(hands) AS hands,
        sum(hands) FILTER (chance) AS chances,
        sum(hands) FILTER (chance IS NULL) AS unknown,
        sum(hands) FILTER (chance AND for_sale) AS could_buy,
        sum(hands) FILTER (chance AND for_sale IS NULL) AS could_buy_unknown,
        sum(hands) FILTER (chance AND how = 'buy') AS bought,
        sum(hands) FILTER (chance AND how = 'twist') AS twisted,
        sum(hands) FILTER (chance AND taken AND how IS NULL) AS how_unknown,
        sum(spent) FILTER (chance AND how = 'buy') AS spent,
        sum(prices) FILTER (chance AND how = 'buy') AS prices,
        sum(stakes) FILTER (chance AND how = 'buy') AS stakes,
        sum(priced) FILTER (chance AND how = 'buy') AS priced
    FROM offered
    GROUP BY person_id, player, currency, decimals, card
),
known AS (
    SELECT
        player, currency, decimals, card, stakes, spent,
        CAST(coalesce(COLUMNS(* EXCLUDE (player, currency, decimals, card, stakes, spent)), 0) AS BIGINT)
    FROM summed
)
SELECT
    player,
    currency,
    decimals,
    card,
    hands,
    chances,
    unknown,
    could_buy,
    could_buy_unknown,
    bought,
    CASE WHEN could_buy > 0 THEN bought / could_buy END AS share,
    wilson_low(bought, could_buy) AS low,
    wilson_high(bought, could_buy) AS high,
    money(CASE WHEN bought = prices THEN coalesce(spent, 0) END, decimals) AS spent,
    bought - prices AS prices_unknown,
    CASE WHEN priced > 0 THEN stakes / priced END AS price_in_stakes,
    priced,
    twisted,
    how_unknown,
    chances - bought - twisted - how_unknown AS not_taken
FROM known
ORDER BY currency, player, card;
COMMENT ON VIEW card_purchases IS
    'How often and for how much each player bought the third, fourth and fifth card, each currency for itself';
COMMENT ON COLUMN card_purchases.player IS 'The player';
COMMENT ON COLUMN card_purchases.currency IS 'The currency';
COMMENT ON COLUMN card_purchases.decimals IS 'Decimals of the currency';
COMMENT ON COLUMN card_purchases.card IS '3, 4 or 5';
COMMENT ON COLUMN card_purchases.hands IS 'Hands played, split hands one by one';
COMMENT ON COLUMN card_purchases.chances IS 'Hands that took this card or stuck where they might have';
COMMENT ON COLUMN card_purchases.unknown IS 'Hands of which nobody can tell whether they might have';
COMMENT ON COLUMN card_purchases.could_buy IS
    'Of the chances, those in which the card might be bought: nothing twisted before, and for sale by the rules';
COMMENT ON COLUMN card_purchases.could_buy_unknown IS 'Of the chances, those of which nobody can tell that';
COMMENT ON COLUMN card_purchases.bought IS 'Cards bought';
COMMENT ON COLUMN card_purchases.share IS 'bought of could_buy; NULL where that is 0';
COMMENT ON COLUMN card_purchases.low IS 'The lower end of its 95 % Wilson score interval';
COMMENT ON COLUMN card_purchases.high IS 'The upper end of it';
COMMENT ON COLUMN card_purchases.spent IS 'What they cost; NULL where part of it is not known';
COMMENT ON COLUMN card_purchases.prices_unknown IS 'Bought cards whose price is not known';
COMMENT ON COLUMN card_purchases.price_in_stakes IS 'The mean of price over initial stake';
COMMENT ON COLUMN card_purchases.priced IS 'Bought cards of which both are known; its n';
COMMENT ON COLUMN card_purchases.twisted IS 'Cards twisted';
COMMENT ON COLUMN card_purchases.how_unknown IS 'Cards of which nobody noted how they were taken';
COMMENT ON COLUMN card_purchases.not_taken IS 'Chances that were let go';

CREATE VIEW stick_totals AS
WITH stood AS (
    SELECT player_id, 'player' AS role, total_of(class) AS total, turn IS NULL OR class IS NULL AS unknown
    FROM hand_facts() AS hand_facts
    WHERE turn IS NOT false
    UNION ALL
    SELECT bank_id, 'banker', total_of(bank_class), bank_turn IS NULL OR bank_class IS NULL
    FROM deal_facts() AS deal_facts
    WHERE bank_turn IS NOT false AND bank_id IS NOT NULL
),
counted AS (
    SELECT person_id, name AS player, role, CASE WHEN NOT unknown THEN total END AS total, unknown, count(*) AS hands
    FROM stood
    JOIN players USING (player_id)
    WHERE unknown OR total IS NOT NULL
    GROUP BY person_id, name, role, CASE WHEN NOT unknown THEN total END, unknown
),
whole AS (
    SELECT
        *,
        sum(hands) FILTER (NOT unknown) OVER (PARTITION BY person_id, role) AS n,
        coalesce(sum(hands) FILTER (unknown) OVER (PARTITION BY person_id, role), 0) AS left_out
    FROM counted
)
SELECT
    player,
    role,
    total,
    hands,
    CAST(n AS BIGINT) AS n,
    CAST(hands / n AS DOUBLE) AS share,
    wilson_low(hands, n) AS low,
    wilson_high(hands, n) AS high,
    CAST(left_out AS BIGINT) AS unknown
FROM whole
WHERE NOT unknown
ORDER BY role DESC, player, total;
COMMENT ON VIEW stick_totals IS 'The totals that hands stood on at their end, 21 in three or four cards among them';
COMMENT ON COLUMN stick_totals.player IS 'The player';
COMMENT ON COLUMN stick_totals.role IS 'player or banker';
COMMENT ON COLUMN stick_totals.total IS 'The total';
COMMENT ON COLUMN stick_totals.hands IS 'Hands that stood on it';
COMMENT ON COLUMN stick_totals.n IS 'Hands that stood on any total';
COMMENT ON COLUMN stick_totals.share IS 'hands of n';
COMMENT ON COLUMN stick_totals.low IS 'The lower end of the 95 % Wilson score interval';
COMMENT ON COLUMN stick_totals.high IS 'The upper end of it';
COMMENT ON COLUMN stick_totals.unknown IS 'Hands of which nobody can tell; not in n';

CREATE VIEW tenures AS
WITH sales AS (
    SELECT session_id, deal_no, any_value(payee_id) AS seller_id, sum(counts) AS price
    FROM transfers
    WHERE kind = 'price'
    GROUP BY session_id, deal_no
),
steps AS (
    SELECT
        deals.session_id, deals.deal_no, deal, void, bank_id, seller_id, sales.price,
        gap OR seller_id IS NOT NULL OR bank_id IS DISTINCT FROM lag(bank_id) OVER in_order AS begins
    FROM deals
    LEFT JOIN sales USING (session_id, deal_no)
    WINDOW in_order AS (PARTITION BY deals.session_id ORDER BY deals.deal_no)
),
numbered AS MATERIALIZED (
    SELECT *, sum(CAST(begins AS INTEGER)) OVER (PARTITION BY session_id ORDER BY deal_no) AS tenure FROM steps
),
played AS (
    SELECT session_id, tenure, count(DISTINCT deal_no) AS deals, count(*) AS hands
    FROM hands
    JOIN numbered USING (session_id, deal_no)
    WHERE NOT banker AND NOT void
    GROUP BY session_id, tenure
),
paid AS (
    SELECT
        session_id,
        tenure,
        -sum(counts) FILTER (kind = 'hand') AS net,
        count(*) FILTER (kind = 'hand' AND counts IS NULL) AS net_unknown,
        -sum(counts) FILTER (kind = 'shoot') AS shoot_net,
        count(*) FILTER (kind = 'shoot' AND counts IS NULL) AS shoots_unknown
    FROM transfers
    JOIN numbered USING (session_id, deal_no)
    WHERE kind IN ('hand', 'shoot') AND NOT void
    GROUP BY session_id, tenure
),
turns AS (
    SELECT
        session_id,
        tenure,
        any_value(bank_id) AS bank_id,
        min(deal_no) AS first_no,
        max(deal_no) AS last_no,
        arg_min(deal, deal_no) AS first_deal,
        arg_max(deal, deal_no) AS last_deal,
        any_value(seller_id) AS seller_id,
        any_value(price) AS price,
        coalesce(any_value(played.deals), 0) AS deals,
        coalesce(any_value(hands), 0) AS hands,
        coalesce(any_value(net), 0) AS net,
        coalesce(any_value(net_unknown), 0) AS net_unknown,
        coalesce(any_value(shoot_net), 0) AS shoot_net,
        coalesce(any_value(shoots_unknown), 0) AS shoots_unknown
    FROM numbered
    LEFT JOIN played USING (session_id, tenure)
    LEFT JOIN paid USING (session_id, tenure)
    GROUP BY session_id, tenure
),
sold AS (
    SELECT
        *,
        CASE WHEN lead(seller_id) OVER in_turn = bank_id THEN lead(price) OVER in_turn END AS sold_for
    FROM turns
    WINDOW in_turn AS (PARTITION BY session_id ORDER BY tenure)
)
SELECT
    session,
    date,
    CAST(tenure AS INTEGER) AS tenure,
    holder.name AS banker,
    first_deal,
    last_deal,
    first_no,
    last_no,
    sold.deals,
    sold.hands,
    currency,
    decimals,
    money(CASE WHEN net_unknown = 0 THEN net END, decimals) AS net,
    net_unknown,
    money(CASE WHEN shoots_unknown = 0 THEN shoot_net END, decimals) AS shoot_net,
    shoots_unknown,
    seller.name AS bought_from,
    money(price, decimals) AS bought_for,
    money(sold_for, decimals) AS sold_for,
    money(
        CASE WHEN net_unknown + shoots_unknown = 0
            THEN net + shoot_net - coalesce(price, 0) + coalesce(sold_for, 0) END,
        decimals
    ) AS earned
FROM sold
JOIN sessions USING (session_id)
JOIN players AS holder ON holder.player_id = bank_id
LEFT JOIN players AS seller ON seller.player_id = seller_id
ORDER BY date, session, tenure;
COMMENT ON VIEW tenures IS
    'One row for each time the bank was held without a break: unwritten deals and sales are breaks';
COMMENT ON COLUMN tenures.session IS 'The session';
COMMENT ON COLUMN tenures.date IS 'Its date';
COMMENT ON COLUMN tenures.tenure IS 'The tenures place in its session';
COMMENT ON COLUMN tenures.banker IS 'Who held the bank';
COMMENT ON COLUMN tenures.first_deal IS 'The label of its first deal';
COMMENT ON COLUMN tenures.last_deal IS 'The label of its last';
COMMENT ON COLUMN tenures.first_no IS 'The first deals place in the session';
COMMENT ON COLUMN tenures.last_no IS 'The last deals';
COMMENT ON COLUMN tenures.deals IS 'Deals banked, void ones left out';
COMMENT ON COLUMN tenures.hands IS 'Hands against the bank';
COMMENT ON COLUMN tenures.currency IS 'The currency';
COMMENT ON COLUMN tenures.decimals IS 'Decimals of the currency';
COMMENT ON COLUMN tenures.net IS 'Won less lost on those hands as it counts; NULL where part of it is not known';
COMMENT ON COLUMN tenures.net_unknown IS 'Results that are not known';
COMMENT ON COLUMN tenures.shoot_net IS 'What the kitty won less lost on shoot bets; NULL where part of it is not known';
COMMENT ON COLUMN tenures.shoots_unknown IS 'Hands whose shoot bets are not known';
COMMENT ON COLUMN tenures.bought_from IS 'Who sold the bank to this banker, NULL where it was not bought';
COMMENT ON COLUMN tenures.bought_for IS 'The price, 0 where it was handed over for nothing';
COMMENT ON COLUMN tenures.sold_for IS 'The price for which this banker sold it on';
COMMENT ON COLUMN tenures.earned IS
    'net and shoot_net less the price paid, and the price received; NULL where part of it is not known';

CREATE MACRO deal_results() AS TABLE
WITH held AS (
    SELECT
        session_id, deal_no, bank_id, void,
        sum(CAST(gap AS INTEGER)) OVER (PARTITION BY session_id ORDER BY deal_no) AS part
    FROM deals
),
made AS (
    SELECT
        session_id, deal_no, payee_id AS player_id, CASE WHEN count(counts) = count(*) THEN sum(counts) END AS result
    FROM transfers
    WHERE kind IN ('hand', 'shoot')
    GROUP BY session_id, deal_no, payee_id
),
results AS MATERIALIZED (
    SELECT session_id, deal_no, part, bank_id, player_id, result
    FROM made
    JOIN held USING (session_id, deal_no)
    WHERE NOT void
)
SELECT session_id, deal_no, part, 'player' AS role, player_id, result
FROM results
UNION ALL
SELECT
    session_id, deal_no, any_value(part), 'banker', any_value(bank_id),
    CASE WHEN count(result) = count(*) THEN -sum(result) END
FROM results
WHERE bank_id IS NOT NULL
GROUP BY session_id, deal_no;
COMMENT ON MACRO TABLE deal_results IS
    'What each player and each banker made of a deal, hands and shoot bets together, in the smallest coin';

CREATE VIEW extremes AS
WITH results AS MATERIALIZED (FROM deal_results() AS deal_results),
ends AS (
    SELECT
        session_id, role, player_id,
        count(result) AS deals,
        count(*) - count(result) AS unknown,
        max({'result': result, 'deal_no': -deal_no}) FILTER (result > 0) AS best,
        min({'result': result, 'deal_no': deal_no}) FILTER (result < 0) AS worst
    FROM results
    GROUP BY session_id, role, player_id
),
courses AS (
    SELECT
        session_id, role, player_id, part,
        string_agg(
            CASE WHEN result > 0 THEN 'W' WHEN result < 0 THEN 'L' WHEN result = 0 THEN 'P' ELSE '?' END, ''
            ORDER BY deal_no
        ) AS course,
        list(deal_no ORDER BY deal_no) AS deal_nos
    FROM results
    GROUP BY session_id, role, player_id, part
),
longest AS (
    SELECT *, list_max(regexp_extract_all(course, 'W+')) AS won, list_max(regexp_extract_all(course, 'L+')) AS lost
    FROM courses
),
runs AS (
    SELECT
        session_id, role, player_id,
        max({'length': length(won), 'deal_no': -deal_nos[instr(course, won)]}) FILTER (won IS NOT NULL) AS won,
        max({'length': length(lost), 'deal_no': -deal_nos[instr(course, lost)]}) FILTER (lost IS NOT NULL) AS lost
    FROM longest
    GROUP BY session_id, role, player_id
),
ranked AS (
    SELECT
        person_id, name AS player, role, currency, decimals, session_id, session, deals, unknown,
        best, worst, won, lost,
        row_number() OVER (mine ORDER BY best.result DESC NULLS LAST, date, session) AS best_rank,
        row_number() OVER (mine ORDER BY worst.result NULLS LAST, date, session) AS worst_rank,
        row_number() OVER (mine ORDER BY won.length DESC NULLS LAST, date, session) AS won_rank,
        row_number() OVER (mine ORDER BY lost.length DESC NULLS LAST, date, session) AS lost_rank
    FROM ends
    LEFT JOIN runs USING (session_id, role, player_id)
    JOIN (SELECT session_id, session, date, currency, decimals FROM sessions) AS heads USING (session_id)
    JOIN players USING (player_id)
    WINDOW mine AS (PARTITION BY person_id, role, currency, decimals)
),
found AS (
    SELECT
        player, role, currency, decimals,
        CAST(sum(ranked.deals) AS BIGINT) AS deals,
        CAST(sum(unknown) AS BIGINT) AS unknown,
        any_value(best.result) FILTER (best_rank = 1) AS biggest_win,
        any_value(session) FILTER (best_rank = 1 AND best IS NOT NULL) AS win_session,
        any_value(best_deal.deal) FILTER (best_rank = 1) AS win_deal,
        any_value(worst.result) FILTER (worst_rank = 1) AS biggest_loss,
        any_value(session) FILTER (worst_rank = 1 AND worst IS NOT NULL) AS loss_session,
        any_value(worst_deal.deal) FILTER (worst_rank = 1) AS loss_deal,
        coalesce(any_value(won.length) FILTER (won_rank = 1), 0) AS longest_winning_run,
        any_value(session) FILTER (won_rank = 1 AND won IS NOT NULL) AS winning_session,
        any_value(won_deal.deal) FILTER (won_rank = 1) AS winning_from,
        coalesce(any_value(lost.length) FILTER (lost_rank = 1), 0) AS longest_losing_run,
        any_value(session) FILTER (lost_rank = 1 AND lost IS NOT NULL) AS losing_session,
        any_value(lost_deal.deal) FILTER (lost_rank = 1) AS losing_from
    FROM ranked
    LEFT JOIN deals AS best_deal ON best_deal.session_id = ranked.session_id AND best_deal.deal_no = -best.deal_no
    LEFT JOIN deals AS worst_deal ON worst_deal.session_id = ranked.session_id AND worst_deal.deal_no = worst.deal_no
    LEFT JOIN deals AS won_deal ON won_deal.session_id = ranked.session_id AND won_deal.deal_no = -won.deal_no
    LEFT JOIN deals AS lost_deal ON lost_deal.session_id = ranked.session_id AND lost_deal.deal_no = -lost.deal_no
    GROUP BY person_id, player, role, currency, decimals
)
SELECT * REPLACE (money(biggest_win, decimals) AS biggest_win, money(biggest_loss, decimals) AS biggest_loss)
FROM found
ORDER BY currency, role DESC, player;
COMMENT ON VIEW extremes IS
    'The best and the worst deal of each player and banker, and the longest runs, each currency for itself';
COMMENT ON COLUMN extremes.player IS 'The player';
COMMENT ON COLUMN extremes.role IS 'player or banker';
COMMENT ON COLUMN extremes.currency IS 'The currency';
COMMENT ON COLUMN extremes.decimals IS 'Decimals of the currency';
COMMENT ON COLUMN extremes.deals IS 'Deals whose result is known';
COMMENT ON COLUMN extremes.unknown IS 'Deals whose result is not known; they end a run';
COMMENT ON COLUMN extremes.biggest_win IS 'The most won in one deal, shoot bets included; NULL where none was won';
COMMENT ON COLUMN extremes.win_session IS 'The session of it, the first by date and name of several';
COMMENT ON COLUMN extremes.win_deal IS 'The deals label';
COMMENT ON COLUMN extremes.biggest_loss IS 'The most lost in one deal, a negative amount; NULL where none was lost';
COMMENT ON COLUMN extremes.loss_session IS 'The session of it';
COMMENT ON COLUMN extremes.loss_deal IS 'The deals label';
COMMENT ON COLUMN extremes.longest_winning_run IS 'The most deals won one after the other in one session';
COMMENT ON COLUMN extremes.winning_session IS 'The session of them, the first of several';
COMMENT ON COLUMN extremes.winning_from IS 'The label of the deal that began them';
COMMENT ON COLUMN extremes.longest_losing_run IS 'The most deals lost one after the other in one session';
COMMENT ON COLUMN extremes.losing_session IS 'The session of them';
COMMENT ON COLUMN extremes.losing_from IS 'The label of the deal that began them';

CREATE VIEW player_vs_banker AS
SELECT
    mine.name AS player,
    bank.name AS banker,
    currency,
    decimals,
    count(DISTINCT session_id) AS sessions,
    CAST(sum(pairings.deals) AS BIGINT) AS deals,
    CAST(sum(pairings.hands) AS BIGINT) AS hands,
    money(CASE WHEN sum(stakes_unknown) = 0 THEN sum(staked) END, decimals) AS staked,
    CAST(sum(stakes_unknown) AS BIGINT) AS stakes_unknown,
    money(CASE WHEN sum(net_unknown) = 0 THEN sum(net) END, decimals) AS net,
    CAST(sum(net_unknown) AS BIGINT) AS net_unknown,
    money(CASE WHEN sum(shoots_unknown) = 0 THEN coalesce(sum(shoot_net), 0) END, decimals) AS shoot_net,
    CAST(sum(shoots_unknown) AS BIGINT) AS shoots_unknown
FROM pairings() AS pairings
JOIN (SELECT session_id, currency, decimals FROM sessions) AS heads USING (session_id)
JOIN players AS mine USING (player_id)
LEFT JOIN players AS bank ON bank.player_id = bank_id
GROUP BY mine.person_id, mine.name, bank.person_id, bank.name, currency, decimals
ORDER BY currency, player, banker;
COMMENT ON VIEW player_vs_banker IS 'What each player won or lost against each banker, each currency for itself';
COMMENT ON COLUMN player_vs_banker.player IS 'The player';
COMMENT ON COLUMN player_vs_banker.banker IS 'Who held the bank; NULL where nobody can tell';
COMMENT ON COLUMN player_vs_banker.currency IS 'The currency';
COMMENT ON COLUMN player_vs_banker.decimals IS 'Decimals of the currency';
COMMENT ON COLUMN player_vs_banker.sessions IS 'Sessions in which they met';
COMMENT ON COLUMN player_vs_banker.deals IS 'Deals in which they met';
COMMENT ON COLUMN player_vs_banker.hands IS 'Hands of the player in them';
COMMENT ON COLUMN player_vs_banker.staked IS 'All that was staked on them; NULL where part of it is not known';
COMMENT ON COLUMN player_vs_banker.stakes_unknown IS 'Hands whose stake is not known';
COMMENT ON COLUMN player_vs_banker.net IS
    'What the player won less lost on hands as it counts; NULL where part of it is not known';
COMMENT ON COLUMN player_vs_banker.net_unknown IS 'Results that are not known';
COMMENT ON COLUMN player_vs_banker.shoot_net IS 'The same on shoot bets';
COMMENT ON COLUMN player_vs_banker.shoots_unknown IS 'Hands whose shoot bets are not known';

CREATE VIEW payout_mistakes AS
WITH sales AS (
    SELECT session_id, deal_no, payee_id, payer_id, counts AS price
    FROM transfers
    WHERE kind = 'price' AND counts > 0
),
found AS (
    SELECT
        findings.session_id, findings.deal_no, findings.deal, findings.line, findings."column", code,
        player_id, bank_id, findings.hand, findings.waived,
        coalesce(owed_amount, price) AS amount,
        CASE WHEN owed_from = hands.player THEN player_id WHEN owed_from IS NOT NULL THEN bank_id ELSE payee_id
            END AS gained_id,
        CASE WHEN owed_from = hands.player THEN bank_id WHEN owed_from IS NOT NULL THEN player_id ELSE payer_id
            END AS lost_id
    FROM findings
    LEFT JOIN hands
        ON hands.session_id = findings.session_id AND hands.deal_no = findings.deal_no
        AND hands.player = findings.player AND hands.hand = findings.hand
    LEFT JOIN sales
        ON code = 'P404' AND sales.session_id = findings.session_id AND sales.deal_no = findings.deal_no
    WHERE code IN ('P301', 'P302', 'P404', 'P504')
)
SELECT
    session,
    date,
    deal_no,
    deal,
    code,
    CASE code
        WHEN 'P301' THEN 'wrong amount'
        WHEN 'P302' THEN 'wrong way'
        WHEN 'P504' THEN 'shoot bet'
        WHEN 'P404' THEN 'sale of the bank'
    END AS kind,
    mine.name AS player,
    hand,
    bank.name AS banker,
    winner.name AS gained,
    CASE WHEN gained_id = found.player_id THEN 'player' WHEN gained_id = bank_id THEN 'banker' END AS gained_as,
    loser.name AS lost,
    currency,
    decimals,
    money(amount, decimals) AS amount,
    waived
FROM found
JOIN (SELECT session_id, session, date, currency, decimals FROM sessions) AS heads USING (session_id)
LEFT JOIN players AS mine ON mine.player_id = found.player_id
LEFT JOIN players AS bank ON bank.player_id = bank_id
LEFT JOIN players AS winner ON winner.player_id = gained_id
LEFT JOIN players AS loser ON loser.player_id = lost_id
ORDER BY date, session, deal_no, line, "column", code;
COMMENT ON VIEW payout_mistakes IS 'One row for each wrong payment that the check found, in void deals too';
COMMENT ON COLUMN payout_mistakes.session IS 'The session';
COMMENT ON COLUMN payout_mistakes.date IS 'Its date';
COMMENT ON COLUMN payout_mistakes.deal_no IS 'The deals place in its session';
COMMENT ON COLUMN payout_mistakes.deal IS 'The deals label';
COMMENT ON COLUMN payout_mistakes.code IS 'The code of the finding: P301, P302, P404 or P504';
COMMENT ON COLUMN payout_mistakes.kind IS 'wrong amount, wrong way, shoot bet or sale of the bank';
COMMENT ON COLUMN payout_mistakes.player IS 'Whose hand it was';
COMMENT ON COLUMN payout_mistakes.hand IS 'Which hand of the player, from 1';
COMMENT ON COLUMN payout_mistakes.banker IS 'Who held the bank';
COMMENT ON COLUMN payout_mistakes.gained IS 'In whose favour it was; NULL where nobody can tell or nothing moved';
COMMENT ON COLUMN payout_mistakes.gained_as IS 'As what: player or banker';
COMMENT ON COLUMN payout_mistakes.lost IS 'At whose cost it was';
COMMENT ON COLUMN payout_mistakes.currency IS 'The currency';
COMMENT ON COLUMN payout_mistakes.decimals IS 'Decimals of the currency';
COMMENT ON COLUMN payout_mistakes.amount IS 'By how much; NULL where nobody can tell or nothing moved';
COMMENT ON COLUMN payout_mistakes.waived IS 'The reason why it stands; NULL where the settlement puts it right';

CREATE VIEW banker_stats AS
WITH own AS (
    SELECT
        session_id,
        bank_id AS player_id,
        count(*) FILTER (bank_class = 'pontoon') AS pontoons,
        count(*) FILTER (bank_class = 'five-card trick') AS five_card_tricks,
        count(*) FILTER (bank_class = 'bust') AS busts,
        count(*) FILTER (bank_class IS NULL AND bank_turn IS NOT false) AS classes_unknown
    FROM deal_facts() AS deal_facts
    GROUP BY session_id, bank_id
),
told AS (
    SELECT
        name AS banker, currency, decimals,
        sum(sides.deals) AS deals, sum(sides.hands) AS hands_against,
        money(sum(net), decimals) AS net, sum(net_unknown) AS net_unknown, sum(results_unknown) AS results_unknown,
        sum(pontoons) AS pontoons, sum(five_card_tricks) AS five_card_tricks, sum(busts) AS busts,
        sum(classes_unknown) AS classes_unknown,
        money(sum(staked), decimals) AS staked, sum(stakes_unknown) AS stakes_unknown,
        sum(wins) AS wins, sum(losses) AS losses, sum(pushes) AS pushes,
        sum(whole_net) AS whole_net, sum(whole_staked) AS whole_staked, sum(whole_hands) AS return_hands,
        sum(shoots) AS shoots, money(sum(shoot_net), decimals) AS shoot_net, sum(shoots_unknown) AS shoots_unknown
    FROM session_sides() AS sides
    JOIN own USING (session_id, player_id)
    JOIN sessions USING (session_id)
    JOIN players USING (player_id)
    WHERE role = 'banker'
    GROUP BY person_id, name, currency, decimals
    UNION ALL BY NAME
    SELECT
        banker, currency, decimals, count(DISTINCT session) AS sessions, count(*) AS tenures,
        count(bought_for) AS banks_bought, sum(bought_for) AS bought_for,
        sum(earned) FILTER (bought_for IS NOT NULL) AS bought_earned,
        count(*) FILTER (bought_for IS NOT NULL AND earned IS NULL) AS bought_earned_unknown
    FROM tenures
    GROUP BY banker, currency, decimals
    UNION ALL BY NAME
    SELECT
        name AS banker, currency, decimals, count(*) AS banks_sold, money(sum(counts), decimals) AS sold_for
    FROM transfers
    JOIN sessions USING (session_id)
    JOIN players ON player_id = payee_id
    WHERE kind = 'price'
    GROUP BY name, currency, decimals
)
SELECT
    banker,
    currency,
    decimals,
    CAST(coalesce(sum(sessions), 0) AS BIGINT) AS sessions,
    CAST(coalesce(sum(tenures), 0) AS BIGINT) AS tenures,
    CAST(coalesce(sum(deals), 0) AS BIGINT) AS deals,
    CAST(coalesce(sum(hands_against), 0) AS BIGINT) AS hands_against,
    coalesce(sum(net), 0) AS net,
    CAST(coalesce(sum(results_unknown), 0) AS BIGINT) AS results_unknown,
    CAST(coalesce(sum(pontoons), 0) AS BIGINT) AS pontoons,
    CAST(coalesce(sum(five_card_tricks), 0) AS BIGINT) AS five_card_tricks,
    CAST(coalesce(sum(busts), 0) AS BIGINT) AS busts,
    CAST(coalesce(sum(classes_unknown), 0) AS BIGINT) AS classes_unknown,
    coalesce(sum(staked), 0) AS staked,
    CAST(coalesce(sum(stakes_unknown), 0) AS BIGINT) AS stakes_unknown,
    CAST(coalesce(sum(wins), 0) AS BIGINT) AS wins,
    CAST(coalesce(sum(losses), 0) AS BIGINT) AS losses,
    CAST(coalesce(sum(pushes), 0) AS BIGINT) AS pushes,
    CAST(coalesce(sum(net_unknown), 0) AS BIGINT) AS net_unknown,
    share_of(sum(whole_net), sum(whole_staked)) AS return_on_stakes,
    CAST(coalesce(sum(return_hands), 0) AS BIGINT) AS return_hands,
    CAST(coalesce(sum(shoots), 0) AS BIGINT) AS shoots,
    coalesce(sum(shoot_net), 0) AS shoot_net,
    CAST(coalesce(sum(shoots_unknown), 0) AS BIGINT) AS shoots_unknown,
    CAST(coalesce(sum(banks_bought), 0) AS BIGINT) AS banks_bought,
    coalesce(sum(bought_for), 0) AS bought_for,
    CASE WHEN coalesce(sum(bought_earned_unknown), 0) = 0 THEN coalesce(sum(bought_earned), 0) END AS bought_earned,
    CAST(coalesce(sum(banks_sold), 0) AS BIGINT) AS banks_sold,
    coalesce(sum(sold_for), 0) AS sold_for
FROM told
GROUP BY banker, currency, decimals
ORDER BY currency, banker;
COMMENT ON VIEW banker_stats IS 'What each player did while holding the bank, each currency for itself';
COMMENT ON COLUMN banker_stats.banker IS 'The player who held the bank, or sold it as soon as it was won';
COMMENT ON COLUMN banker_stats.currency IS 'The currency';
COMMENT ON COLUMN banker_stats.decimals IS 'Decimals of the currency';
COMMENT ON COLUMN banker_stats.sessions IS 'Sessions in which the player held it';
COMMENT ON COLUMN banker_stats.tenures IS 'Times it was held without a break; unwritten deals and sales are breaks';
COMMENT ON COLUMN banker_stats.deals IS 'Deals banked, void ones left out here and below';
COMMENT ON COLUMN banker_stats.hands_against IS 'Hands played against the bank';
COMMENT ON COLUMN banker_stats.net IS
    'Won less lost on those hands as it counts, where known; shoot bets are not in it';
COMMENT ON COLUMN banker_stats.results_unknown IS 'Hands of which that is not known one by one';
COMMENT ON COLUMN banker_stats.pontoons IS 'Pontoons as banker';
COMMENT ON COLUMN banker_stats.five_card_tricks IS 'Five-card tricks as banker';
COMMENT ON COLUMN banker_stats.busts IS 'Busts as banker';
COMMENT ON COLUMN banker_stats.classes_unknown IS
    'Deals of which nobody can tell what the bank held, though there was a hand left to play against';
COMMENT ON COLUMN banker_stats.staked IS 'All stakes against the bank that are known';
COMMENT ON COLUMN banker_stats.stakes_unknown IS 'Hands whose stake is not known and not in staked';
COMMENT ON COLUMN banker_stats.wins IS 'Hands that the bank won';
COMMENT ON COLUMN banker_stats.losses IS 'Hands that the bank lost';
COMMENT ON COLUMN banker_stats.pushes IS 'Hands at which nothing moved';
COMMENT ON COLUMN banker_stats.net_unknown IS
    'Results that are not known and not in net: of a hand, or of hands paid together';
COMMENT ON COLUMN banker_stats.return_on_stakes IS
    'Won less lost for each unit staked against the bank, over the hands of which both are known';
COMMENT ON COLUMN banker_stats.return_hands IS 'How many hands those are';
COMMENT ON COLUMN banker_stats.shoots IS 'Hands with shoot bets';
COMMENT ON COLUMN banker_stats.shoot_net IS 'What the kitty won less lost on shoot bets, where known';
COMMENT ON COLUMN banker_stats.shoots_unknown IS 'Hands whose shoot bets are not in shoot_net';
COMMENT ON COLUMN banker_stats.banks_bought IS 'Times the player bought the bank';
COMMENT ON COLUMN banker_stats.bought_for IS 'What was paid for it';
COMMENT ON COLUMN banker_stats.bought_earned IS
    'What the bought banks earned, prices counted; NULL where part of it is not known';
COMMENT ON COLUMN banker_stats.banks_sold IS 'Times the player sold it';
COMMENT ON COLUMN banker_stats.sold_for IS 'What was received for it';
