-- A ledger as version 1 of the tables left it: two sessions, for the test that opens it.
CREATE TABLE meta (
    application VARCHAR NOT NULL,
    schema_version INTEGER NOT NULL CHECK (schema_version >= 1)
);
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

CREATE TABLE files (
    file_id INTEGER PRIMARY KEY,
    path VARCHAR NOT NULL,
    kind VARCHAR NOT NULL,
    sha256 VARCHAR NOT NULL,
    added TIMESTAMP NOT NULL,
    text VARCHAR NOT NULL
);

CREATE TABLE players (
    player_id INTEGER PRIMARY KEY,
    name VARCHAR NOT NULL
);

CREATE TABLE aliases (
    alias VARCHAR PRIMARY KEY,
    spelling VARCHAR NOT NULL,
    player_id INTEGER NOT NULL,
    kind VARCHAR NOT NULL,
    session_id INTEGER,
    added TIMESTAMP NOT NULL
);

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

CREATE MACRO money(minor, decimals) AS
    CAST(minor AS DECIMAL(24, 0)) * CAST(
        CASE decimals WHEN 0 THEN 1 WHEN 1 THEN 0.1 WHEN 2 THEN 0.01 WHEN 3 THEN 0.001 WHEN 4 THEN 0.0001 END
        AS DECIMAL(5, 4)
    );

CREATE MACRO minor_units(amount, decimals) AS
    CAST(
        amount * CASE decimals WHEN 0 THEN 1 WHEN 1 THEN 10 WHEN 2 THEN 100 WHEN 3 THEN 1000 WHEN 4 THEN 10000 END
        AS BIGINT
    );

CREATE MACRO of_the_play(kind) AS kind IN ('hand', 'shoot', 'kitty', 'price', 'share');

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

INSERT INTO sessions VALUES
(1, 'Boxing Day with Grandad', 1, '2026-12-26', 'GBP', 2, 'sample_logs/suit-symbols.yaml', 9, 36, 9, 0, 0, true, 'pagat', 15, 'pairs', 4, 2, 2, 'buy', true, 2, 2, 2, 2, 2, 'banker', false, 'off', false, 'none', 'any_pontoon', 'pontoon', true, 1, false),
(2, 'Zaterdagavond bij Joost', 1, '2026-10-24', 'EUR', 2, 'sample_logs/zaterdag.yaml', 10, 42, 10, 0, 0, true, 'pagat', 15, 'pairs', 4, 2, 2, 'buy', true, 2, 2, 2, 2, 2, 'banker', false, 'off', false, 'none', 'any_pontoon', 'pontoon', true, 1, false);

INSERT INTO revisions VALUES
(1, 1, 'Boxing Day with Grandad', '2026-11-30 01:12:07', 'sample_logs/suit-symbols.yaml', [1], '968488a4d707c4e04d9d925d81327527bb2a49d0113239f63226877abaeccbff'),
(2, 1, 'Zaterdagavond bij Joost', '2026-11-30 01:12:07', 'sample_logs/zaterdag.yaml', [2, 3], 'e776877be71609e1fbf16df795beef0fd87046c36a10a0a122de756f5ec4aa77');

INSERT INTO files VALUES
(1, 'sample_logs/suit-symbols.yaml', 'yaml', '88d37df00c0715dda05f00e6844f5e1824f38a38acab8692190778eed537ad96', '2026-11-30 01:12:07', 'session: Boxing Day with Grandad
date: 2026-12-26
currency: GBP
stakes: {min: 2p, max: 20p}
players: [{name: Grandad, aka: G}, Poppy, Ed, Nell]
bank: Grandad
deals:
  - hands:
      Poppy: bet 16p, 10♥ K♥, stick 20, lost 16p
      Ed: bet 20p, 10♦ K♦, stick 20, lost 20p
      Nell: bet 19p, 3♣ 8♠, buy 38p 2♥, twist J♦, bust, lost 57p
      G: A♠ 9♠, stick 20
  - hands:
      Poppy: bet 5p, 8♥ 4♣, twist 4♥, stick 16, lost 5p
      Ed: bet 6p, 5♥ 6♥, buy 12p 7♥, buy 14p J♥, bust, lost 32p
      Nell: bet 9p, 5♠ 6♦, twist 10♠, stick 21, won 9p
      G: 3♦ 4♦ J♠, stick 17
  - hands:
      Poppy: bet 6p, 10♣ Q♦, stick 20, won 6p
      Ed: bet 9p, 5♧ 2♢, twist 4♤, twist 3♤, twist 3♡, five, won 18p
      Nell: bet 2p, 2♣ A♣, buy 2p 9♦, twist K♠, bust, lost 4p
      G: Q♣ 2♠ 7♣, stick 19
  - shuffled: yes
    note: Grandad shuffled because Ed was "being lucky"
    hands:
      Poppy: bet 20p, 6♣ A♥, buy 20p 9♥, stick 16, lost 40p
      Ed: bet 18p, 8♦ 5♦, buy 18p 6♠, stick 18, lost 36p
      Nell: bet 6p, K♣ Q♠, stick 20, won 6p
      G: A♦ 8♣, stick 19
  - hands:
      Poppy: bet 2p, 9♣ 7♠, twist 8♠, bust
      Ed: bet 5p, Q♥ 3♣, buy 8p 10♥, bust
      Nell: bet 2p, 7♦ J♦, buy 4p 10♦, bust, lost 6p
      G: J♣ 2♥
  - hands:
      Poppy: bet 13p, 9♠ 6♥, twist 4♣, stick 19, won 13p
      Ed: bet 6p, K♦ 7♥
      Nell: bet 10p, A♠ J♥, pontoon, won 20p
      G: K♥ 5♥ J♠, bust
  - bank: Poppy
    price: 12p
    shuffled: yes
    hands:
      Ed: bet 14p, 5♠ 7♣, twist 2♠, twist 2♦, stick 16, lost 14p
      Nell: bet 2p, A♥ 8♠, stick 19, lost 2p
      Grandad: bet 20p, 10♠ 2♥, buy 20p Q♥, bust, lost 40p
      Poppy: 10♥ 9♦, stick 19
  - hands:
      Ed: bet 12p, Q♣ 6♦, stick 16, lost 12p
      Nell: bet 18p, 7♦ Q♠, stick 17, lost 18p
      Grandad: bet 4p, 8♣ 4♦, twist 4♥, stick 16, lost 4p
      Poppy: K♥ 10♦, stick 20
  - bank: Ed
    price: 5p
    hands:
      Nell: bet 20p, J♦ 8♦, stick 18, lost 20p
      Grandad: bet 11p, 9♥ A♦, stick 20, won 11p
      Poppy: bet 14p, 3♦ 6♥, twist J♥, stick 19, lost 14p
      Ed: K♦ 3♠ 6♣, stick 19
'),
(2, 'sample_logs/zaterdag.yaml', 'yaml', '2fe398ac5d704fbcbde7b3a2219e506a88aca3273cfa476eb92dcda6dc8e42a9', '2026-11-30 01:12:07', 'format: pontoon/1
session: Zaterdagavond bij Joost
date: 2026-10-24
currency: EUR
stakes: {min: "0,50", max: "2,00"}
players: [Joost, Marieke, Femke, Sander]
bank: Joost
deals: zaterdag.csv
'),
(3, 'sample_logs/zaterdag.csv', 'csv', '15a0dc806cdbc7c7c95b7350d4dab30b9e6d74fddddc77f216840f5d41e86461', '2026-11-30 01:12:07', 'Deal;Player;Bet;Cards;Play;Won;Bank;Note
1;Marieke;0,80;6h Jd;buy 1,50 Js, bust;-2,30;;
1;Femke;1,10;6d 10s;stick;-1,10;;
1;Sander;1,30;2s 10h;twist 7h, stick;1,30;;
1;bank;;9c 8d;stick;2,10;;
2;Marieke;1,50;2d 8s;buy 2,70 3c, twist 2h, twist 4s, five;8,40;;
2;Femke;2,00;5c 9h;twist 8c, bust;-2,00;;
2;Sander;1,70;10c Qc;stick;-1,70;;gelijk = bank
2;bank;;6c 4d Ks;stick;-4,70;;
3;Marieke;1,40;As 5h;twist 7s, twist Jh, bust;-1,40;;
3;Femke;1,50;3s Kd;buy 1,90 Kh, bust;-3,40;;
3;Sander;0,50;Qd 6s;stick;-0,50;;
3;bank;;Qh 4c 5d;stick;5,30;;
4;Marieke;2,00;Ad 3h;twist 9d, twist Qs, bust;-2,00;;
4;Femke;0,70;5s 2c;twist Kc, stick;-0,70;;
4;Sander;1,60;Ah 4h;stick;-1,60;;
4;Sander;1,60;Ac 3d;buy 2,20 Jc, buy 2,00 7d, stick;5,80;;
4;bank;;10d 7c;stick;-1,50;;
5;Marieke;1,80;8h 6h;buy 3,60 10h, bust;-5,40;;
5;Femke;0,50;9s 2s;twist 6d, twist 10s, bust;-0,50;;
5;Sander;0,80;Js 8d;stick;-0,80;;
5;bank;;Jd 9c;stick;6,70;;
6;Marieke;0,50;7h 8s;twist 4s, stick;0,50;;
6;Femke;0,50;5c 10c;buy 1,00 6c, stick;1,00;;
6;Sander;0,70;9h 2d;buy 1,40 2h, twist Ks, bust;-2,10;;
6;bank;;8c 4d 3c;stick;0,60;;
7;Marieke;1,60;Qc 7s;stick;1,60;;
7;Femke;1,30;As Kh;pontoon;2,60;;
7;Sander;0,50;Jh 3s;twist 6s, stick;0,50;;
7;bank;;5h Kd;stick;-4,70;;
8;Sander;0,90;2h 5c;twist 6c, twist 5d, stick;0,90;Femke;
8;Joost;1,50;10s 7h;stick;1,50;;
8;Marieke;1,40;Qh Kc;stick;1,40;;
8;bank;;Ah 2d;stick;−3,80;;
9;Sander;1,90;8d 6d;twist 9d, bust;-1,90;;
9;Joost;1,20;7c Qc;stick;-1,20;;
9;Marieke;0,70;As 10h;pontoon;1,40;;
9;bank;;7d Js;stick;1,70;;
10;Femke;1,90;9s 4c;twist 7c, stick;-1,90;Marieke;
10;Sander;1,00;Js 2s;twist 5c, stick;-1,00;;
10;Sander;1,00;Jd 3h;buy 2,00 10s, bust;-3,00;;
10;Joost;0,80;7h 3s;twist Qc, stick;-0,80;;
10;bank;;10h 10c;stick;6,70;;
;;;;;;;
;;;;;;;
');

INSERT INTO players VALUES
(1, 'Poppy'),
(2, 'Ed'),
(3, 'Nell'),
(4, 'Grandad'),
(5, 'Marieke'),
(6, 'Femke'),
(7, 'Sander'),
(8, 'Joost');

INSERT INTO aliases VALUES
('poppy', 'Poppy', 1, 'name', 1, '2026-11-30 01:12:07'),
('ed', 'Ed', 2, 'name', 1, '2026-11-30 01:12:07'),
('nell', 'Nell', 3, 'name', 1, '2026-11-30 01:12:07'),
('grandad', 'Grandad', 4, 'name', 1, '2026-11-30 01:12:07'),
('g', 'G', 4, 'aka', 1, '2026-11-30 01:12:07'),
('marieke', 'Marieke', 5, 'name', 2, '2026-11-30 01:12:07'),
('femke', 'Femke', 6, 'name', 2, '2026-11-30 01:12:07'),
('sander', 'Sander', 7, 'name', 2, '2026-11-30 01:12:07'),
('joost', 'Joost', 8, 'name', 2, '2026-11-30 01:12:07');

INSERT INTO deals VALUES
(1, 1, '1', 'Grandad', 4, false, false, NULL, NULL, 'sample_logs/suit-symbols.yaml', 8),
(1, 2, '2', 'Grandad', 4, false, false, NULL, NULL, 'sample_logs/suit-symbols.yaml', 13),
(1, 3, '3', 'Grandad', 4, false, false, NULL, NULL, 'sample_logs/suit-symbols.yaml', 18),
(1, 4, '4', 'Grandad', 4, false, false, NULL, NULL, 'sample_logs/suit-symbols.yaml', 23),
(1, 5, '5', 'Grandad', 4, false, false, NULL, NULL, 'sample_logs/suit-symbols.yaml', 30),
(1, 6, '6', 'Grandad', 4, false, false, NULL, NULL, 'sample_logs/suit-symbols.yaml', 35),
(1, 7, '7', 'Poppy', 1, false, false, 12, NULL, 'sample_logs/suit-symbols.yaml', 40),
(1, 8, '8', 'Poppy', 1, false, false, NULL, NULL, 'sample_logs/suit-symbols.yaml', 48),
(1, 9, '9', 'Ed', 2, false, false, 5, NULL, 'sample_logs/suit-symbols.yaml', 53),
(2, 1, '1', 'Joost', 8, false, false, NULL, NULL, 'sample_logs/zaterdag.csv', 2),
(2, 2, '2', 'Joost', 8, false, false, NULL, NULL, 'sample_logs/zaterdag.csv', 6),
(2, 3, '3', 'Joost', 8, false, false, NULL, NULL, 'sample_logs/zaterdag.csv', 10),
(2, 4, '4', 'Joost', 8, false, false, NULL, NULL, 'sample_logs/zaterdag.csv', 14),
(2, 5, '5', 'Joost', 8, false, false, NULL, NULL, 'sample_logs/zaterdag.csv', 19),
(2, 6, '6', 'Joost', 8, false, false, NULL, NULL, 'sample_logs/zaterdag.csv', 23),
(2, 7, '7', 'Joost', 8, false, false, NULL, NULL, 'sample_logs/zaterdag.csv', 27),
(2, 8, '8', 'Femke', 6, false, false, NULL, NULL, 'sample_logs/zaterdag.csv', 31),
(2, 9, '9', 'Femke', 6, false, false, NULL, NULL, 'sample_logs/zaterdag.csv', 35),
(2, 10, '10', 'Marieke', 5, false, false, NULL, NULL, 'sample_logs/zaterdag.csv', 39);

INSERT INTO hands VALUES
(1, 1, 1, '1', 'Poppy', 1, 1, false, 'Grandad', 4, false, 16, 'Th', 'Kh', NULL, NULL, NULL, 2, NULL, NULL, NULL, NULL, NULL, NULL, 'stick', 20, '20', 16, -16, NULL, -16, NULL, -16, NULL, 'sample_logs/suit-symbols.yaml', 9),
(1, 1, 2, '1', 'Ed', 2, 1, false, 'Grandad', 4, false, 20, 'Td', 'Kd', NULL, NULL, NULL, 2, NULL, NULL, NULL, NULL, NULL, NULL, 'stick', 20, '20', 20, -20, NULL, -20, NULL, -20, NULL, 'sample_logs/suit-symbols.yaml', 10),
(1, 1, 3, '1', 'Nell', 3, 1, false, 'Grandad', 4, false, 19, '3c', '8s', '2h', 'Jd', NULL, 4, 'buy', 'twist', NULL, 38, NULL, NULL, 'bust', 23, 'bust', 57, -57, NULL, -57, NULL, -57, NULL, 'sample_logs/suit-symbols.yaml', 11),
(1, 1, 4, '1', 'Grandad', 4, 1, true, 'Grandad', 4, false, NULL, 'As', '9s', NULL, NULL, NULL, 2, NULL, NULL, NULL, NULL, NULL, NULL, 'stick', 20, '20', NULL, NULL, NULL, NULL, NULL, NULL, NULL, 'sample_logs/suit-symbols.yaml', 12),
(1, 2, 5, '2', 'Poppy', 1, 1, false, 'Grandad', 4, false, 5, '8h', '4c', '4h', NULL, NULL, 3, 'twist', NULL, NULL, NULL, NULL, NULL, 'stick', 16, '16', 5, -5, NULL, -5, NULL, -5, NULL, 'sample_logs/suit-symbols.yaml', 14),
(1, 2, 6, '2', 'Ed', 2, 1, false, 'Grandad', 4, false, 6, '5h', '6h', '7h', 'Jh', NULL, 4, 'buy', 'buy', NULL, 12, 14, NULL, 'bust', 28, 'bust', 32, -32, NULL, -32, NULL, -32, NULL, 'sample_logs/suit-symbols.yaml', 15),
(1, 2, 7, '2', 'Nell', 3, 1, false, 'Grandad', 4, false, 9, '5s', '6d', 'Ts', NULL, NULL, 3, 'twist', NULL, NULL, NULL, NULL, NULL, 'stick', 21, '21', 9, 9, NULL, 9, NULL, 9, NULL, 'sample_logs/suit-symbols.yaml', 16),
(1, 2, 8, '2', 'Grandad', 4, 1, true, 'Grandad', 4, false, NULL, '3d', '4d', 'Js', NULL, NULL, 3, NULL, NULL, NULL, NULL, NULL, NULL, 'stick', 17, '17', NULL, NULL, NULL, NULL, NULL, NULL, NULL, 'sample_logs/suit-symbols.yaml', 17),
(1, 3, 9, '3', 'Poppy', 1, 1, false, 'Grandad', 4, false, 6, 'Tc', 'Qd', NULL, NULL, NULL, 2, NULL, NULL, NULL, NULL, NULL, NULL, 'stick', 20, '20', 6, 6, NULL, 6, NULL, 6, NULL, 'sample_logs/suit-symbols.yaml', 19),
(1, 3, 10, '3', 'Ed', 2, 1, false, 'Grandad', 4, false, 9, '5c', '2d', '4s', '3s', '3h', 5, 'twist', 'twist', 'twist', NULL, NULL, NULL, 'five', 17, 'five-card trick', 9, 18, NULL, 18, NULL, 18, NULL, 'sample_logs/suit-symbols.yaml', 20),
(1, 3, 11, '3', 'Nell', 3, 1, false, 'Grandad', 4, false, 2, '2c', 'Ac', '9d', 'Ks', NULL, 4, 'buy', 'twist', NULL, 2, NULL, NULL, 'bust', 22, 'bust', 4, -4, NULL, -4, NULL, -4, NULL, 'sample_logs/suit-symbols.yaml', 21),
(1, 3, 12, '3', 'Grandad', 4, 1, true, 'Grandad', 4, false, NULL, 'Qc', '2s', '7c', NULL, NULL, 3, NULL, NULL, NULL, NULL, NULL, NULL, 'stick', 19, '19', NULL, NULL, NULL, NULL, NULL, NULL, NULL, 'sample_logs/suit-symbols.yaml', 22),
(1, 4, 13, '4', 'Poppy', 1, 1, false, 'Grandad', 4, false, 20, '6c', 'Ah', '9h', NULL, NULL, 3, 'buy', NULL, NULL, 20, NULL, NULL, 'stick', 16, '16', 40, -40, NULL, -40, NULL, -40, NULL, 'sample_logs/suit-symbols.yaml', 26),
(1, 4, 14, '4', 'Ed', 2, 1, false, 'Grandad', 4, false, 18, '8d', '5d', '6s', NULL, NULL, 3, 'buy', NULL, NULL, 18, NULL, NULL, 'stick', 19, '19', 36, -36, NULL, -36, NULL, -36, NULL, 'sample_logs/suit-symbols.yaml', 27),
(1, 4, 15, '4', 'Nell', 3, 1, false, 'Grandad', 4, false, 6, 'Kc', 'Qs', NULL, NULL, NULL, 2, NULL, NULL, NULL, NULL, NULL, NULL, 'stick', 20, '20', 6, 6, NULL, 6, NULL, 6, NULL, 'sample_logs/suit-symbols.yaml', 28),
(1, 4, 16, '4', 'Grandad', 4, 1, true, 'Grandad', 4, false, NULL, 'Ad', '8c', NULL, NULL, NULL, 2, NULL, NULL, NULL, NULL, NULL, NULL, 'stick', 19, '19', NULL, NULL, NULL, NULL, NULL, NULL, NULL, 'sample_logs/suit-symbols.yaml', 29),
(1, 5, 17, '5', 'Poppy', 1, 1, false, 'Grandad', 4, false, 2, '9c', '7s', '8s', NULL, NULL, 3, 'twist', NULL, NULL, NULL, NULL, NULL, 'bust', 24, 'bust', 2, -2, NULL, NULL, NULL, -2, NULL, 'sample_logs/suit-symbols.yaml', 31),
(1, 5, 18, '5', 'Ed', 2, 1, false, 'Grandad', 4, false, 5, 'Qh', '3c', 'Th', NULL, NULL, 3, 'buy', NULL, NULL, 8, NULL, NULL, 'bust', 23, 'bust', 13, -13, NULL, NULL, NULL, -13, NULL, 'sample_logs/suit-symbols.yaml', 32),
(1, 5, 19, '5', 'Nell', 3, 1, false, 'Grandad', 4, false, 2, '7d', 'Jd', 'Td', NULL, NULL, 3, 'buy', NULL, NULL, 4, NULL, NULL, 'bust', 27, 'bust', 6, -6, NULL, -6, NULL, -6, NULL, 'sample_logs/suit-symbols.yaml', 33),
(1, 5, 20, '5', 'Grandad', 4, 1, true, 'Grandad', 4, false, NULL, 'Jc', '2h', NULL, NULL, NULL, 2, NULL, NULL, NULL, NULL, NULL, NULL, NULL, 12, '12', NULL, NULL, NULL, NULL, NULL, NULL, NULL, 'sample_logs/suit-symbols.yaml', 34),
(1, 6, 21, '6', 'Poppy', 1, 1, false, 'Grandad', 4, false, 13, '9s', '6h', '4c', NULL, NULL, 3, 'twist', NULL, NULL, NULL, NULL, NULL, 'stick', 19, '19', 13, 13, NULL, 13, NULL, 13, NULL, 'sample_logs/suit-symbols.yaml', 36),
(1, 6, 22, '6', 'Ed', 2, 1, false, 'Grandad', 4, false, 6, 'Kd', '7h', NULL, NULL, NULL, 2, NULL, NULL, NULL, NULL, NULL, NULL, NULL, 17, '17', 6, 6, NULL, NULL, NULL, 6, NULL, 'sample_logs/suit-symbols.yaml', 37),
(1, 6, 23, '6', 'Nell', 3, 1, false, 'Grandad', 4, false, 10, 'As', 'Jh', NULL, NULL, NULL, 2, NULL, NULL, NULL, NULL, NULL, NULL, 'pontoon', 21, 'pontoon', 10, 20, NULL, 20, NULL, 20, NULL, 'sample_logs/suit-symbols.yaml', 38),
(1, 6, 24, '6', 'Grandad', 4, 1, true, 'Grandad', 4, false, NULL, 'Kh', '5h', 'Js', NULL, NULL, 3, NULL, NULL, NULL, NULL, NULL, NULL, 'bust', 25, 'bust', NULL, NULL, NULL, NULL, NULL, NULL, NULL, 'sample_logs/suit-symbols.yaml', 39),
(1, 7, 25, '7', 'Ed', 2, 1, false, 'Poppy', 1, false, 14, '5s', '7c', '2s', '2d', NULL, 4, 'twist', 'twist', NULL, NULL, NULL, NULL, 'stick', 16, '16', 14, -14, NULL, -14, NULL, -14, NULL, 'sample_logs/suit-symbols.yaml', 44),
(1, 7, 26, '7', 'Nell', 3, 1, false, 'Poppy', 1, false, 2, 'Ah', '8s', NULL, NULL, NULL, 2, NULL, NULL, NULL, NULL, NULL, NULL, 'stick', 19, '19', 2, -2, NULL, -2, NULL, -2, NULL, 'sample_logs/suit-symbols.yaml', 45),
(1, 7, 27, '7', 'Grandad', 4, 1, false, 'Poppy', 1, false, 20, 'Ts', '2h', 'Qh', NULL, NULL, 3, 'buy', NULL, NULL, 20, NULL, NULL, 'bust', 22, 'bust', 40, -40, NULL, -40, NULL, -40, NULL, 'sample_logs/suit-symbols.yaml', 46),
(1, 7, 28, '7', 'Poppy', 1, 1, true, 'Poppy', 1, false, NULL, 'Th', '9d', NULL, NULL, NULL, 2, NULL, NULL, NULL, NULL, NULL, NULL, 'stick', 19, '19', NULL, NULL, NULL, NULL, NULL, NULL, NULL, 'sample_logs/suit-symbols.yaml', 47),
(1, 8, 29, '8', 'Ed', 2, 1, false, 'Poppy', 1, false, 12, 'Qc', '6d', NULL, NULL, NULL, 2, NULL, NULL, NULL, NULL, NULL, NULL, 'stick', 16, '16', 12, -12, NULL, -12, NULL, -12, NULL, 'sample_logs/suit-symbols.yaml', 49),
(1, 8, 30, '8', 'Nell', 3, 1, false, 'Poppy', 1, false, 18, '7d', 'Qs', NULL, NULL, NULL, 2, NULL, NULL, NULL, NULL, NULL, NULL, 'stick', 17, '17', 18, -18, NULL, -18, NULL, -18, NULL, 'sample_logs/suit-symbols.yaml', 50),
(1, 8, 31, '8', 'Grandad', 4, 1, false, 'Poppy', 1, false, 4, '8c', '4d', '4h', NULL, NULL, 3, 'twist', NULL, NULL, NULL, NULL, NULL, 'stick', 16, '16', 4, -4, NULL, -4, NULL, -4, NULL, 'sample_logs/suit-symbols.yaml', 51),
(1, 8, 32, '8', 'Poppy', 1, 1, true, 'Poppy', 1, false, NULL, 'Kh', 'Td', NULL, NULL, NULL, 2, NULL, NULL, NULL, NULL, NULL, NULL, 'stick', 20, '20', NULL, NULL, NULL, NULL, NULL, NULL, NULL, 'sample_logs/suit-symbols.yaml', 52),
(1, 9, 33, '9', 'Nell', 3, 1, false, 'Ed', 2, false, 20, 'Jd', '8d', NULL, NULL, NULL, 2, NULL, NULL, NULL, NULL, NULL, NULL, 'stick', 18, '18', 20, -20, NULL, -20, NULL, -20, NULL, 'sample_logs/suit-symbols.yaml', 56),
(1, 9, 34, '9', 'Grandad', 4, 1, false, 'Ed', 2, false, 11, '9h', 'Ad', NULL, NULL, NULL, 2, NULL, NULL, NULL, NULL, NULL, NULL, 'stick', 20, '20', 11, 11, NULL, 11, NULL, 11, NULL, 'sample_logs/suit-symbols.yaml', 57),
(1, 9, 35, '9', 'Poppy', 1, 1, false, 'Ed', 2, false, 14, '3d', '6h', 'Jh', NULL, NULL, 3, 'twist', NULL, NULL, NULL, NULL, NULL, 'stick', 19, '19', 14, -14, NULL, -14, NULL, -14, NULL, 'sample_logs/suit-symbols.yaml', 58),
(1, 9, 36, '9', 'Ed', 2, 1, true, 'Ed', 2, false, NULL, 'Kd', '3s', '6c', NULL, NULL, 3, NULL, NULL, NULL, NULL, NULL, NULL, 'stick', 19, '19', NULL, NULL, NULL, NULL, NULL, NULL, NULL, 'sample_logs/suit-symbols.yaml', 59),
(2, 1, 1, '1', 'Marieke', 5, 1, false, 'Joost', 8, false, 80, '6h', 'Jd', 'Js', NULL, NULL, 3, 'buy', NULL, NULL, 150, NULL, NULL, 'bust', 26, 'bust', 230, -230, NULL, -230, NULL, -230, NULL, 'sample_logs/zaterdag.csv', 2),
(2, 1, 2, '1', 'Femke', 6, 1, false, 'Joost', 8, false, 110, '6d', 'Ts', NULL, NULL, NULL, 2, NULL, NULL, NULL, NULL, NULL, NULL, 'stick', 16, '16', 110, -110, NULL, -110, NULL, -110, NULL, 'sample_logs/zaterdag.csv', 3),
(2, 1, 3, '1', 'Sander', 7, 1, false, 'Joost', 8, false, 130, '2s', 'Th', '7h', NULL, NULL, 3, 'twist', NULL, NULL, NULL, NULL, NULL, 'stick', 19, '19', 130, 130, NULL, 130, NULL, 130, NULL, 'sample_logs/zaterdag.csv', 4),
(2, 1, 4, '1', NULL, NULL, 1, true, 'Joost', 8, false, NULL, '9c', '8d', NULL, NULL, NULL, 2, NULL, NULL, NULL, NULL, NULL, NULL, 'stick', 17, '17', NULL, NULL, NULL, NULL, NULL, NULL, NULL, 'sample_logs/zaterdag.csv', 5),
(2, 2, 5, '2', 'Marieke', 5, 1, false, 'Joost', 8, false, 150, '2d', '8s', '3c', '2h', '4s', 5, 'buy', 'twist', 'twist', 270, NULL, NULL, 'five', 19, 'five-card trick', 420, 840, NULL, 840, NULL, 840, NULL, 'sample_logs/zaterdag.csv', 6),
(2, 2, 6, '2', 'Femke', 6, 1, false, 'Joost', 8, false, 200, '5c', '9h', '8c', NULL, NULL, 3, 'twist', NULL, NULL, NULL, NULL, NULL, 'bust', 22, 'bust', 200, -200, NULL, -200, NULL, -200, NULL, 'sample_logs/zaterdag.csv', 7),
(2, 2, 7, '2', 'Sander', 7, 1, false, 'Joost', 8, false, 170, 'Tc', 'Qc', NULL, NULL, NULL, 2, NULL, NULL, NULL, NULL, NULL, NULL, 'stick', 20, '20', 170, -170, NULL, -170, NULL, -170, 'gelijk = bank', 'sample_logs/zaterdag.csv', 8),
(2, 2, 8, '2', NULL, NULL, 1, true, 'Joost', 8, false, NULL, '6c', '4d', 'Ks', NULL, NULL, 3, NULL, NULL, NULL, NULL, NULL, NULL, 'stick', 20, '20', NULL, NULL, NULL, NULL, NULL, NULL, NULL, 'sample_logs/zaterdag.csv', 9),
(2, 3, 9, '3', 'Marieke', 5, 1, false, 'Joost', 8, false, 140, 'As', '5h', '7s', 'Jh', NULL, 4, 'twist', 'twist', NULL, NULL, NULL, NULL, 'bust', 23, 'bust', 140, -140, NULL, -140, NULL, -140, NULL, 'sample_logs/zaterdag.csv', 10),
(2, 3, 10, '3', 'Femke', 6, 1, false, 'Joost', 8, false, 150, '3s', 'Kd', 'Kh', NULL, NULL, 3, 'buy', NULL, NULL, 190, NULL, NULL, 'bust', 23, 'bust', 340, -340, NULL, -340, NULL, -340, NULL, 'sample_logs/zaterdag.csv', 11),
(2, 3, 11, '3', 'Sander', 7, 1, false, 'Joost', 8, false, 50, 'Qd', '6s', NULL, NULL, NULL, 2, NULL, NULL, NULL, NULL, NULL, NULL, 'stick', 16, '16', 50, -50, NULL, -50, NULL, -50, NULL, 'sample_logs/zaterdag.csv', 12),
(2, 3, 12, '3', NULL, NULL, 1, true, 'Joost', 8, false, NULL, 'Qh', '4c', '5d', NULL, NULL, 3, NULL, NULL, NULL, NULL, NULL, NULL, 'stick', 19, '19', NULL, NULL, NULL, NULL, NULL, NULL, NULL, 'sample_logs/zaterdag.csv', 13),
(2, 4, 13, '4', 'Marieke', 5, 1, false, 'Joost', 8, false, 200, 'Ad', '3h', '9d', 'Qs', NULL, 4, 'twist', 'twist', NULL, NULL, NULL, NULL, 'bust', 23, 'bust', 200, -200, NULL, -200, NULL, -200, NULL, 'sample_logs/zaterdag.csv', 14),
(2, 4, 14, '4', 'Femke', 6, 1, false, 'Joost', 8, false, 70, '5s', '2c', 'Kc', NULL, NULL, 3, 'twist', NULL, NULL, NULL, NULL, NULL, 'stick', 17, '17', 70, -70, NULL, -70, NULL, -70, NULL, 'sample_logs/zaterdag.csv', 15),
(2, 4, 15, '4', 'Sander', 7, 1, false, 'Joost', 8, true, 160, 'Ah', '4h', NULL, NULL, NULL, 2, NULL, NULL, NULL, NULL, NULL, NULL, 'stick', 15, '15', 160, -160, NULL, -160, NULL, -160, NULL, 'sample_logs/zaterdag.csv', 16),
(2, 4, 16, '4', 'Sander', 7, 2, false, 'Joost', 8, true, 160, 'Ac', '3d', 'Jc', '7d', NULL, 4, 'buy', 'buy', NULL, 220, 200, NULL, 'stick', 21, '21', 580, 580, NULL, 580, NULL, 580, NULL, 'sample_logs/zaterdag.csv', 17),
(2, 4, 17, '4', NULL, NULL, 1, true, 'Joost', 8, false, NULL, 'Td', '7c', NULL, NULL, NULL, 2, NULL, NULL, NULL, NULL, NULL, NULL, 'stick', 17, '17', NULL, NULL, NULL, NULL, NULL, NULL, NULL, 'sample_logs/zaterdag.csv', 18),
(2, 5, 18, '5', 'Marieke', 5, 1, false, 'Joost', 8, false, 180, '8h', '6h', 'Th', NULL, NULL, 3, 'buy', NULL, NULL, 360, NULL, NULL, 'bust', 24, 'bust', 540, -540, NULL, -540, NULL, -540, NULL, 'sample_logs/zaterdag.csv', 19),
(2, 5, 19, '5', 'Femke', 6, 1, false, 'Joost', 8, false, 50, '9s', '2s', '6d', 'Ts', NULL, 4, 'twist', 'twist', NULL, NULL, NULL, NULL, 'bust', 27, 'bust', 50, -50, NULL, -50, NULL, -50, NULL, 'sample_logs/zaterdag.csv', 20),
(2, 5, 20, '5', 'Sander', 7, 1, false, 'Joost', 8, false, 80, 'Js', '8d', NULL, NULL, NULL, 2, NULL, NULL, NULL, NULL, NULL, NULL, 'stick', 18, '18', 80, -80, NULL, -80, NULL, -80, NULL, 'sample_logs/zaterdag.csv', 21),
(2, 5, 21, '5', NULL, NULL, 1, true, 'Joost', 8, false, NULL, 'Jd', '9c', NULL, NULL, NULL, 2, NULL, NULL, NULL, NULL, NULL, NULL, 'stick', 19, '19', NULL, NULL, NULL, NULL, NULL, NULL, NULL, 'sample_logs/zaterdag.csv', 22),
(2, 6, 22, '6', 'Marieke', 5, 1, false, 'Joost', 8, false, 50, '7h', '8s', '4s', NULL, NULL, 3, 'twist', NULL, NULL, NULL, NULL, NULL, 'stick', 19, '19', 50, 50, NULL, 50, NULL, 50, NULL, 'sample_logs/zaterdag.csv', 23),
(2, 6, 23, '6', 'Femke', 6, 1, false, 'Joost', 8, false, 50, '5c', 'Tc', '6c', NULL, NULL, 3, 'buy', NULL, NULL, 100, NULL, NULL, 'stick', 21, '21', 150, 150, NULL, 100, NULL, 150, NULL, 'sample_logs/zaterdag.csv', 24),
(2, 6, 24, '6', 'Sander', 7, 1, false, 'Joost', 8, false, 70, '9h', '2d', '2h', 'Ks', NULL, 4, 'buy', 'twist', NULL, 140, NULL, NULL, 'bust', 23, 'bust', 210, -210, NULL, -210, NULL, -210, NULL, 'sample_logs/zaterdag.csv', 25),
(2, 6, 25, '6', NULL, NULL, 1, true, 'Joost', 8, false, NULL, '8c', '4d', '3c', NULL, NULL, 3, NULL, NULL, NULL, NULL, NULL, NULL, 'stick', 15, '15', NULL, NULL, NULL, NULL, NULL, NULL, NULL, 'sample_logs/zaterdag.csv', 26),
(2, 7, 26, '7', 'Marieke', 5, 1, false, 'Joost', 8, false, 160, 'Qc', '7s', NULL, NULL, NULL, 2, NULL, NULL, NULL, NULL, NULL, NULL, 'stick', 17, '17', 160, 160, NULL, 160, NULL, 160, NULL, 'sample_logs/zaterdag.csv', 27),
(2, 7, 27, '7', 'Femke', 6, 1, false, 'Joost', 8, false, 130, 'As', 'Kh', NULL, NULL, NULL, 2, NULL, NULL, NULL, NULL, NULL, NULL, 'pontoon', 21, 'pontoon', 130, 260, NULL, 260, NULL, 260, NULL, 'sample_logs/zaterdag.csv', 28),
(2, 7, 28, '7', 'Sander', 7, 1, false, 'Joost', 8, false, 50, 'Jh', '3s', '6s', NULL, NULL, 3, 'twist', NULL, NULL, NULL, NULL, NULL, 'stick', 19, '19', 50, 50, NULL, 50, NULL, 50, NULL, 'sample_logs/zaterdag.csv', 29),
(2, 7, 29, '7', NULL, NULL, 1, true, 'Joost', 8, false, NULL, '5h', 'Kd', NULL, NULL, NULL, 2, NULL, NULL, NULL, NULL, NULL, NULL, 'stick', 15, '15', NULL, NULL, NULL, NULL, NULL, NULL, NULL, 'sample_logs/zaterdag.csv', 30),
(2, 8, 30, '8', 'Sander', 7, 1, false, 'Femke', 6, false, 90, '2h', '5c', '6c', '5d', NULL, 4, 'twist', 'twist', NULL, NULL, NULL, NULL, 'stick', 18, '18', 90, 90, NULL, 90, NULL, 90, NULL, 'sample_logs/zaterdag.csv', 31),
(2, 8, 31, '8', 'Joost', 8, 1, false, 'Femke', 6, false, 150, 'Ts', '7h', NULL, NULL, NULL, 2, NULL, NULL, NULL, NULL, NULL, NULL, 'stick', 17, '17', 150, 150, NULL, 150, NULL, 150, NULL, 'sample_logs/zaterdag.csv', 32),
(2, 8, 32, '8', 'Marieke', 5, 1, false, 'Femke', 6, false, 140, 'Qh', 'Kc', NULL, NULL, NULL, 2, NULL, NULL, NULL, NULL, NULL, NULL, 'stick', 20, '20', 140, 140, NULL, 140, NULL, 140, NULL, 'sample_logs/zaterdag.csv', 33),
(2, 8, 33, '8', NULL, NULL, 1, true, 'Femke', 6, false, NULL, 'Ah', '2d', NULL, NULL, NULL, 2, NULL, NULL, NULL, NULL, NULL, NULL, 'stick', 13, '13', NULL, NULL, NULL, NULL, NULL, NULL, NULL, 'sample_logs/zaterdag.csv', 34),
(2, 9, 34, '9', 'Sander', 7, 1, false, 'Femke', 6, false, 190, '8d', '6d', '9d', NULL, NULL, 3, 'twist', NULL, NULL, NULL, NULL, NULL, 'bust', 23, 'bust', 190, -190, NULL, -190, NULL, -190, NULL, 'sample_logs/zaterdag.csv', 35),
(2, 9, 35, '9', 'Joost', 8, 1, false, 'Femke', 6, false, 120, '7c', 'Qc', NULL, NULL, NULL, 2, NULL, NULL, NULL, NULL, NULL, NULL, 'stick', 17, '17', 120, -120, NULL, -120, NULL, -120, NULL, 'sample_logs/zaterdag.csv', 36),
(2, 9, 36, '9', 'Marieke', 5, 1, false, 'Femke', 6, false, 70, 'As', 'Th', NULL, NULL, NULL, 2, NULL, NULL, NULL, NULL, NULL, NULL, 'pontoon', 21, 'pontoon', 70, 140, NULL, 140, NULL, 140, NULL, 'sample_logs/zaterdag.csv', 37),
(2, 9, 37, '9', NULL, NULL, 1, true, 'Femke', 6, false, NULL, '7d', 'Js', NULL, NULL, NULL, 2, NULL, NULL, NULL, NULL, NULL, NULL, 'stick', 17, '17', NULL, NULL, NULL, NULL, NULL, NULL, NULL, 'sample_logs/zaterdag.csv', 38),
(2, 10, 38, '10', 'Femke', 6, 1, false, 'Marieke', 5, false, 190, '9s', '4c', '7c', NULL, NULL, 3, 'twist', NULL, NULL, NULL, NULL, NULL, 'stick', 20, '20', 190, -190, NULL, -190, NULL, -190, NULL, 'sample_logs/zaterdag.csv', 39),
(2, 10, 39, '10', 'Sander', 7, 1, false, 'Marieke', 5, true, 100, 'Js', '2s', '5c', NULL, NULL, 3, 'twist', NULL, NULL, NULL, NULL, NULL, 'stick', 17, '17', 100, -100, NULL, -100, NULL, -100, NULL, 'sample_logs/zaterdag.csv', 40),
(2, 10, 40, '10', 'Sander', 7, 2, false, 'Marieke', 5, true, 100, 'Jd', '3h', 'Ts', NULL, NULL, 3, 'buy', NULL, NULL, 200, NULL, NULL, 'bust', 23, 'bust', 300, -300, NULL, -300, NULL, -300, NULL, 'sample_logs/zaterdag.csv', 41),
(2, 10, 41, '10', 'Joost', 8, 1, false, 'Marieke', 5, false, 80, '7h', '3s', 'Qc', NULL, NULL, 3, 'twist', NULL, NULL, NULL, NULL, NULL, 'stick', 20, '20', 80, -80, NULL, -80, NULL, -80, NULL, 'sample_logs/zaterdag.csv', 42),
(2, 10, 42, '10', NULL, NULL, 1, true, 'Marieke', 5, false, NULL, 'Th', 'Tc', NULL, NULL, NULL, 2, NULL, NULL, NULL, NULL, NULL, NULL, 'stick', 20, '20', NULL, NULL, NULL, NULL, NULL, NULL, NULL, 'sample_logs/zaterdag.csv', 43);

INSERT INTO transfers VALUES
(1, 1, 'hand', 'Grandad', 4, 'Poppy', 1, -16, -16, -16),
(1, 1, 'hand', 'Grandad', 4, 'Ed', 2, -20, -20, -20),
(1, 1, 'hand', 'Grandad', 4, 'Nell', 3, -57, -57, -57),
(1, 2, 'hand', 'Grandad', 4, 'Poppy', 1, -5, -5, -5),
(1, 2, 'hand', 'Grandad', 4, 'Ed', 2, -32, -32, -32),
(1, 2, 'hand', 'Grandad', 4, 'Nell', 3, 9, 9, 9),
(1, 3, 'hand', 'Grandad', 4, 'Poppy', 1, 6, 6, 6),
(1, 3, 'hand', 'Grandad', 4, 'Ed', 2, 18, 18, 18),
(1, 3, 'hand', 'Grandad', 4, 'Nell', 3, -4, -4, -4),
(1, 4, 'hand', 'Grandad', 4, 'Poppy', 1, -40, -40, -40),
(1, 4, 'hand', 'Grandad', 4, 'Ed', 2, -36, -36, -36),
(1, 4, 'hand', 'Grandad', 4, 'Nell', 3, 6, 6, 6),
(1, 5, 'hand', 'Grandad', 4, 'Poppy', 1, NULL, -2, -2),
(1, 5, 'hand', 'Grandad', 4, 'Ed', 2, NULL, -13, -13),
(1, 5, 'hand', 'Grandad', 4, 'Nell', 3, -6, -6, -6),
(1, 6, 'hand', 'Grandad', 4, 'Poppy', 1, 13, 13, 13),
(1, 6, 'hand', 'Grandad', 4, 'Ed', 2, NULL, 6, 6),
(1, 6, 'hand', 'Grandad', 4, 'Nell', 3, 20, 20, 20),
(1, 7, 'hand', 'Poppy', 1, 'Ed', 2, -14, -14, -14),
(1, 7, 'hand', 'Poppy', 1, 'Nell', 3, -2, -2, -2),
(1, 7, 'hand', 'Poppy', 1, 'Grandad', 4, -40, -40, -40),
(1, 8, 'hand', 'Poppy', 1, 'Ed', 2, -12, -12, -12),
(1, 8, 'hand', 'Poppy', 1, 'Nell', 3, -18, -18, -18),
(1, 8, 'hand', 'Poppy', 1, 'Grandad', 4, -4, -4, -4),
(1, 9, 'hand', 'Ed', 2, 'Nell', 3, -20, -20, -20),
(1, 9, 'hand', 'Ed', 2, 'Grandad', 4, 11, 11, 11),
(1, 9, 'hand', 'Ed', 2, 'Poppy', 1, -14, -14, -14),
(1, 7, 'price', 'Poppy', 1, 'Nell', 3, 12, 12, 12),
(1, 9, 'price', 'Ed', 2, 'Poppy', 1, 5, 5, 5),
(2, 1, 'hand', 'Joost', 8, 'Marieke', 5, -230, -230, -230),
(2, 1, 'hand', 'Joost', 8, 'Femke', 6, -110, -110, -110),
(2, 1, 'hand', 'Joost', 8, 'Sander', 7, 130, 130, 130),
(2, 2, 'hand', 'Joost', 8, 'Marieke', 5, 840, 840, 840),
(2, 2, 'hand', 'Joost', 8, 'Femke', 6, -200, -200, -200),
(2, 2, 'hand', 'Joost', 8, 'Sander', 7, -170, -170, -170),
(2, 3, 'hand', 'Joost', 8, 'Marieke', 5, -140, -140, -140),
(2, 3, 'hand', 'Joost', 8, 'Femke', 6, -340, -340, -340),
(2, 3, 'hand', 'Joost', 8, 'Sander', 7, -50, -50, -50),
(2, 4, 'hand', 'Joost', 8, 'Marieke', 5, -200, -200, -200),
(2, 4, 'hand', 'Joost', 8, 'Femke', 6, -70, -70, -70),
(2, 4, 'hand', 'Joost', 8, 'Sander', 7, -160, -160, -160),
(2, 4, 'hand', 'Joost', 8, 'Sander', 7, 580, 580, 580),
(2, 5, 'hand', 'Joost', 8, 'Marieke', 5, -540, -540, -540),
(2, 5, 'hand', 'Joost', 8, 'Femke', 6, -50, -50, -50),
(2, 5, 'hand', 'Joost', 8, 'Sander', 7, -80, -80, -80),
(2, 6, 'hand', 'Joost', 8, 'Marieke', 5, 50, 50, 50),
(2, 6, 'hand', 'Joost', 8, 'Femke', 6, 100, 150, 150),
(2, 6, 'hand', 'Joost', 8, 'Sander', 7, -210, -210, -210),
(2, 7, 'hand', 'Joost', 8, 'Marieke', 5, 160, 160, 160),
(2, 7, 'hand', 'Joost', 8, 'Femke', 6, 260, 260, 260),
(2, 7, 'hand', 'Joost', 8, 'Sander', 7, 50, 50, 50),
(2, 8, 'hand', 'Femke', 6, 'Sander', 7, 90, 90, 90),
(2, 8, 'hand', 'Femke', 6, 'Joost', 8, 150, 150, 150),
(2, 8, 'hand', 'Femke', 6, 'Marieke', 5, 140, 140, 140),
(2, 9, 'hand', 'Femke', 6, 'Sander', 7, -190, -190, -190),
(2, 9, 'hand', 'Femke', 6, 'Joost', 8, -120, -120, -120),
(2, 9, 'hand', 'Femke', 6, 'Marieke', 5, 140, 140, 140),
(2, 10, 'hand', 'Marieke', 5, 'Femke', 6, -190, -190, -190),
(2, 10, 'hand', 'Marieke', 5, 'Sander', 7, -100, -100, -100),
(2, 10, 'hand', 'Marieke', 5, 'Sander', 7, -300, -300, -300),
(2, 10, 'hand', 'Marieke', 5, 'Joost', 8, -80, -80, -80);

INSERT INTO findings VALUES
(1, 'P205', 'E', 'sample_logs/suit-symbols.yaml', 15, 38, 48, 2, '2', 'Ed', 1, 'Ed paid 0.14 for the fourth card; it may cost 0.06 to 0.12', '0.14', '0.06 to 0.12', NULL, '3.3', NULL, NULL, NULL, NULL),
(1, 'P104', 'W', 'sample_logs/suit-symbols.yaml', 23, 15, 18, 4, '4', NULL, NULL, 'shuffled, although nothing called for it', 'shuffled: true', 'no shuffle', NULL, '6.1', NULL, NULL, NULL, NULL),
(1, 'P210', 'E', 'sample_logs/suit-symbols.yaml', 27, 39, 47, 4, '4', 'Ed', 1, 'Ed wrote stick 18, but 8d 5d 6s come to 19', 'stick 18', 'what 8d 5d 6s make', NULL, '1.2', NULL, NULL, NULL, NULL),
(1, 'P211', 'W', 'sample_logs/suit-symbols.yaml', 37, 11, 24, 6, '6', 'Ed', 1, 'the hand of Ed on 17 has no ending; taken as stuck', NULL, 'stick, or a further card', 'write stick behind the cards if that is what happened', '3.5', NULL, NULL, NULL, NULL),
(2, 'P301', 'E', 'sample_logs/zaterdag.csv', 24, 40, 44, 6, '6', 'Femke', 1, 'Femke won 1.00, but won 1.50 is due: Joost owes Femke 0.50', 'won 1.00', 'won 1.50', NULL, '5', 'Joost', 'Femke', 50, NULL);
