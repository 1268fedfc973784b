-- figures.sql - where every figure on the pages of results comes from (tools/figures).
--
-- The tables are files beside this one, made by the commands that the pages name.

-- file nodes results.csv
-- file own own/results.csv
-- file own_matches own/matches.csv
-- file abalone abalone/results.csv
-- file databases databases/matches.csv
-- file mazes mazes/matches.csv
-- file both_tables mazes/both-tables.csv
-- file readings readings/matches.csv
-- matches star databases/star

-- The published node counts.

-- words agree tables.txt (\d+ of \d+) testable comparisons with print agree
-- words agree-chosen tables.txt chosen on: (\d+ of \d+) agree
-- words agree-unused tables.txt not used to choose: (\d+ of \d+) agree

-- words conventions-agree conventions.txt (\d+ of \d+) testable comparisons with print agree
-- share orders-hold tables.txt print: (?:less|more|equal): (?:(holds)|[a-z])

-- The last sum is that of all tables.
-- words rivals-agree rivals.txt (\d+ of \d+) testable comparisons with print agree
-- words rivals-none rivals.txt .*fewer with none \((\d+ of \d+)\)
-- words rivals-killer rivals.txt .*order=killer \((\d+ of \d+)\)
-- words rivals-killer-2 rivals.txt space-and-depth-2 .*?order=killer \((\d+ of \d+)\)
-- words rivals-killer-7 rivals.txt space-and-depth-7 .*?order=killer \((\d+ of \d+)\)
-- words rivals-killer-8 rivals.txt space-and-depth-8 .*?order=killer \((\d+ of \d+)\)
-- words rivals-history rivals.txt .*order=history \((\d+ of \d+)\)
-- words rivals-one rivals.txt .*order=history-ads,limit=1 \((\d+ of \d+)\)

-- figure commit
SELECT group_concat(one, ', ') FROM (SELECT DISTINCT trim(value) AS one FROM (SELECT "commit" FROM nodes UNION SELECT "commit" FROM own WHERE trials > 0
    UNION SELECT "commit" FROM abalone WHERE trials > 0 UNION SELECT "commit" FROM mazes WHERE games > 0 UNION SELECT "commit" FROM databases WHERE games > 0),
    json_each('["' || replace("commit", ',', '","') || '"]') ORDER BY one);

-- figure agree-by-table
SELECT experiment AS "table", CASE WHEN game LIKE 'chinese%' THEN 'Chinese Checkers' WHEN game LIKE 'checkers%' THEN 'Relaxed Checkers'
           WHEN game LIKE 'focus:players=4%' THEN 'Focus for four' WHEN game LIKE 'focus%' THEN 'Focus for two'
           WHEN game LIKE 'virus%' THEN 'Virus Game' ELSE 'Othello' END AS game,
       max(trials) AS trials, min(different) AS "different, at least",
       show('{:.0f} to {:.0f} %', 100 * min(saving), 100 * max(saving)) AS "savings, ours",
       show('{:.0f} to {:.0f} %', 100 * min(published_saving), 100 * max(published_saving)) AS printed,
       (SELECT show('{:.2f}, {:.2f}', max(CASE start WHEN 'initial' THEN control_ratio END), max(CASE start WHEN 'midgame' THEN control_ratio END))
        FROM nodes AS c WHERE c.experiment = nodes.experiment) AS "control, ours / printed",
       sum(verdict = 'agrees') || ' of ' || sum(verdict NOT IN ('', 'cannot tell', 'print contradicts itself')) AS agree
FROM nodes WHERE published_saving IS NOT NULL
GROUP BY experiment ORDER BY substr(experiment, 1, 5), experiment;

-- figure cells-different
SELECT count(*) FROM (SELECT DISTINCT game, start, player, turns, per, mean FROM nodes WHERE published_saving IS NOT NULL);

-- figure not-agreed
SELECT experiment AS "table", start, configuration,
       show('{:.1f} % ({:.1f} to {:.1f})', 100 * saving, 100 * saving_low, 100 * saving_high) AS "saving, ours",
       show('{:.1f} %', 100 * published_saving) AS printed, verdict
FROM nodes WHERE published_saving IS NOT NULL AND verdict <> 'agrees' ORDER BY substr(experiment, 1, 5), experiment, start;

-- Experiments of our own.

-- figure own-trials
SELECT experiment, count(*) AS cells, min(trials) || CASE WHEN min(trials) < max(trials) THEN ' to ' || max(trials) ELSE '' END AS "trials a cell",
       min(different) AS "different, at least"
FROM own GROUP BY experiment ORDER BY min(rowid);

-- figure rules
WITH r AS (SELECT series, start, configuration, rank() OVER (PARTITION BY series, start ORDER BY saving DESC) AS place, saving
           FROM own WHERE experiment = 'rules' AND configuration <> 'None' AND saving IS NOT NULL)
SELECT configuration AS rule, sum(place = 1) AS "best in cells", sum(place = 5) AS "last in cells",
       show('{:.1f} to {:.1f} %', 100 * min(saving), 100 * max(saving)) AS savings
FROM r GROUP BY configuration ORDER BY 2 DESC, 3;

-- figure limits
WITH l AS (SELECT a.configuration AS length, 100 * a.saving AS saving, 100 * (u.saving - a.saving) AS less
           FROM own AS a JOIN own AS u USING (experiment, series, start)
           WHERE experiment = 'limits' AND u.configuration = 'Unlimited' AND a.configuration NOT IN ('None', 'Unlimited'))
SELECT length AS "length of the list", show('{:.1f} to {:.1f}', min(less), max(less)) AS "points below an unlimited one",
       show('{:.0f} to {:.0f} %', min(saving), max(saving)) AS savings
FROM l GROUP BY length ORDER BY CAST(length AS INTEGER);

-- figure rivals
SELECT series AS game, start,
       max(CASE configuration WHEN 'History-ADS' THEN show('{:.1f}', 100 * saving) END) AS "History-ADS",
       max(CASE configuration WHEN 'Killer' THEN show('{:.1f}', 100 * saving) END) AS killers,
       max(CASE configuration WHEN 'History' THEN show('{:.1f}', 100 * saving) END) AS history,
       max(CASE configuration WHEN 'Killer+History' THEN show('{:.1f}', 100 * saving) END) AS "killers, history",
       max(CASE configuration WHEN 'Killer+History-ADS' THEN show('{:.1f}', 100 * saving) END) AS "killers, ADS",
       max(CASE configuration WHEN 'Table' THEN show('{:.1f}', 100 * saving) END) AS "table",
       max(CASE configuration WHEN 'Table+History-ADS' THEN show('{:.1f}', 100 * saving) END) AS "table, ADS",
       max(CASE configuration WHEN 'Table+Killer+History' THEN show('{:.1f}', 100 * saving) END) AS "table, killers, history"
FROM own WHERE experiment = 'rivals' GROUP BY series, start;

-- figure threat-ads
SELECT configuration, show('{:.1f} to {:.1f} %', 100 * min(saving), 100 * max(saving)) AS savings,
       sum(saving_low > 0) || ' of ' || count(*) AS "cells with an interval above 0"
FROM own WHERE experiment = 'threat-ads' AND configuration <> 'None' GROUP BY configuration ORDER BY avg(saving);

-- figure wide
SELECT CASE WHEN series LIKE '%alphabeta' THEN 'alpha-beta' WHEN series LIKE '%brs' THEN 'Best-Reply Search'
            WHEN series LIKE '%paranoid' THEN 'Paranoid' ELSE 'max^n' END AS algorithm,
       count(*) AS "games and numbers of players", sum(saving_low > 0) AS "saves (interval above 0)",
       sum(saving_high < 0) AS "costs (interval below 0)",
       show('{:.1f} to {:.1f} %', 100 * min(saving), 100 * max(saving)) AS savings
FROM own WHERE experiment = 'wide' AND configuration = 'History-ADS' GROUP BY algorithm ORDER BY avg(saving) DESC;

-- figure list-order
SELECT series AS game,
       max(CASE configuration WHEN 'Listed' THEN show('{:.1f}', 100 * saving) END) AS "listed, any order",
       max(CASE configuration WHEN 'Sorted' THEN show('{:.1f}', 100 * saving) END) AS "in the list's order",
       max(CASE configuration WHEN 'Listed (length 5)' THEN show('{:.1f}', 100 * saving) END) AS "listed, length 5",
       max(CASE configuration WHEN 'Sorted (length 5)' THEN show('{:.1f}', 100 * saving) END) AS "in order, length 5"
FROM own WHERE experiment = 'list-order' GROUP BY series;

-- figure tree-size
WITH t AS (SELECT substr(series, 1, instr(series, ', depth') - 1) AS game,
                  CAST(substr(series, instr(series, 'depth ') + 6) AS INTEGER) AS depth, 100 * saving AS saving,
                  saving_low, saving_high
           FROM own WHERE experiment = 'tree-size' AND configuration = 'History-ADS'),
     s AS (SELECT game, depth, saving, lag(saving) OVER (PARTITION BY game ORDER BY depth) AS before FROM t)
SELECT game, min(depth) || ' to ' || max(depth) AS depths, show('{:.1f} %', (SELECT saving FROM t WHERE t.game = s.game ORDER BY depth LIMIT 1)) AS "saving at the least",
       show('{:.1f} %', (SELECT saving FROM t WHERE t.game = s.game ORDER BY depth DESC LIMIT 1)) AS "at the greatest",
       sum(saving > before) || ' of ' || count(before) AS "steps that raise it"
FROM s GROUP BY game;

-- figure level-limits
SELECT series AS game,
       max(CASE configuration WHEN 'No limit' THEN show('{:.1f}', 100 * saving) END) AS "no limit",
       max(CASE configuration WHEN '5, all plies' THEN show('{:.1f}', 100 * saving) END) AS "5, all plies",
       max(CASE configuration WHEN '5, plies 0 to 2' THEN show('{:.1f}', 100 * saving) END) AS "5, plies 0 to 2",
       max(CASE configuration WHEN '5, from ply 3 on' THEN show('{:.1f}', 100 * saving) END) AS "5, from ply 3 on",
       max(CASE configuration WHEN '2, all plies' THEN show('{:.1f}', 100 * saving) END) AS "2, all plies",
       max(CASE configuration WHEN '2, plies 0 to 2' THEN show('{:.1f}', 100 * saving) END) AS "2, plies 0 to 2",
       max(CASE configuration WHEN '2, from ply 3 on' THEN show('{:.1f}', 100 * saving) END) AS "2, from ply 3 on"
FROM own WHERE experiment = 'level-limits' GROUP BY series;

-- figure levels
WITH l AS (SELECT series, rowid, configuration, show('{:.1f}, {:.1f}', 100 * max(CASE start WHEN 'initial' THEN saving END), 100 * max(CASE start WHEN 'midgame' THEN saving END)) AS both
           FROM own WHERE experiment = 'levels' GROUP BY series, configuration)
SELECT series, max(CASE configuration WHEN 'Single' THEN both END) AS "one list", max(CASE configuration WHEN 'Multi' THEN both END) AS "a list per level",
       max(CASE configuration WHEN 'Blend' THEN both END) AS "both"
FROM l GROUP BY series ORDER BY min(rowid);

-- figure levels-blend
WITH r AS (SELECT configuration, rank() OVER (PARTITION BY series, start ORDER BY saving DESC) AS place
           FROM own WHERE experiment = 'levels' AND configuration <> 'None')
SELECT sum(place = 1) || ' of ' || count(*) FROM r WHERE configuration = 'Blend';

-- share levels-blend-single own/tables.txt Blend against Single, (?:initial|midgame): [\d.]+ \[[\d.]+, (?:(0\.\d+\], p (?:0\.0[0-4]\d*|[\d.]+e-\d+))|\d)
-- share levels-blend-behind own/tables.txt Blend against Single, (?:initial|midgame): [\d.]+ \[(?:(1\.\d+, [\d.]+\], p (?:0\.0[0-4]\d*|[\d.]+e-\d+))|\d)
-- share levels-multi-ahead own/tables.txt Multi against Single, (?:initial|midgame): [\d.]+ \[[\d.]+, (?:(0\.\d+\], p (?:0\.0[0-4]\d*|[\d.]+e-\d+))|\d)
-- share levels-multi-behind own/tables.txt Multi against Single, (?:initial|midgame): [\d.]+ \[(?:(1\.\d+, [\d.]+\], p (?:0\.0[0-4]\d*|[\d.]+e-\d+))|\d)

-- figure first-six
SELECT series, configuration, show('{:.1f} %', 100 * cuts_first_six) AS "cut-offs by one of the first six"
FROM own WHERE experiment = 'first-six' ORDER BY series, configuration;

-- figure evaluation-cost
SELECT row AS evaluation, "column" AS "limit", games, show('{:.1f} % ({:.1f} to {:.1f})', points_percent, low, high) AS points
FROM own_matches WHERE experiment = 'evaluation-cost' AND games > 0;

-- The matches with databases: points in percent, ours / printed, and the games where they are fewer than 50.

-- view cells
SELECT *, rowid AS place,
          CASE WHEN games > 0 THEN
              show('{:.0f}', points_percent) || coalesce(show(' / {:.0f}', published_percent), '') ||
              CASE WHEN games < 50 THEN show(' ({:.0f} games)', games) ELSE '' END END AS beside,
          CASE WHEN games > 0 THEN show('{:.0f}-{:.0f}-{:.0f}', won, drawn, lost) END AS score
FROM databases;

-- view readings_cells
SELECT *, rowid AS place, substr(experiment, -1) AS number,
          show('{:.0f}', points_percent) || coalesce(show(' / {:.0f}', published_percent), '') AS beside
FROM readings WHERE games > 0;

-- figure table-5-points
SELECT show('{:.0f}', min(points_percent)) || ' to ' || show('{:.0f} %', max(points_percent))
FROM cells WHERE experiment IN ('databases-5', 'databases-6') AND games = 50 AND "row" NOT LIKE '%mixed';

-- figure table-5-played
SELECT sum(games > 0) || ' of ' || count(*) FROM cells
WHERE experiment IN ('databases-5', 'databases-6') AND "row" NOT LIKE '%mixed' AND "column" = 'depth 7';

-- figure readings-chess
WITH played AS (SELECT substr("row", 1, instr("row", ',') - 1) AS ending, substr("row", instr("row", ',') + 2) AS player, games, rowid AS place,
                       show('{:.0f} ({:.0f} to {:.0f}), {}', points_percent, low, high, games) AS points
                FROM readings WHERE experiment = 'readings-databases-5' AND "column" = 'depth 7' AND games >= 20
                UNION ALL
                SELECT substr("row", 1, instr("row", ',') - 1), 'literal', games, place, show('{:.0f} ({:.0f} to {:.0f}), {}', points_percent, low, high, games)
                FROM cells WHERE experiment = 'databases-5' AND "column" = 'depth 7' AND "row" LIKE '%, 4 pieces')
SELECT ending, max(points) FILTER (WHERE player = 'literal') AS "list of print", max(points) FILTER (WHERE player = 'all of four pieces') AS "all of four pieces",
       max(points) FILTER (WHERE player = 'all of four pieces, material') AS "all, and material", max(points) FILTER (WHERE player = 'own evaluation') AS "own evaluation, no database"
FROM played GROUP BY ending HAVING sum(games) FILTER (WHERE player <> 'literal') > 0 ORDER BY min(place);

-- figure readings-chess-200
SELECT substr("row", 1, instr("row", ',') - 1) AS ending,
       max(show('{:.1f} ({:.1f} to {:.1f}), {}', points_percent, low, high, games)) FILTER (WHERE "row" LIKE '%mixed') AS "five pieces, mixed",
       max(show('{:.1f} ({:.1f} to {:.1f}), {}', points_percent, low, high, games)) FILTER (WHERE "row" LIKE '%own evaluation') AS "own evaluation, no database"
FROM readings WHERE experiment = 'readings-databases-6' AND games > 0 GROUP BY 1 ORDER BY min(rowid);

-- figure readings-plain
SELECT CASE number WHEN '1' THEN 'I' WHEN '2' THEN 'II' WHEN '3' THEN 'III' ELSE 'IV' END AS "table",
       replace("row", ', plain', '') AS player,
       max(beside) FILTER (WHERE "column" = 'depth 1') AS "depth 1",
       max(beside) FILTER (WHERE "column" = 'depth 3') AS "depth 3",
       max(beside) FILTER (WHERE "column" = 'depth 5') AS "depth 5",
       show('{:.0f}', 100.0 * sum(drawn) / sum(games)) AS "drawn, %"
FROM readings_cells
WHERE opponent LIKE '%eval=manhattan%' AND ("row" LIKE '%look-ups, plain' OR "row" LIKE '%both, plain' OR "row" LIKE '%tuned against plain')
      AND "row" NOT LIKE '%forward%' AND NOT (number = '3' AND "row" LIKE '%tuned%')
GROUP BY number, "row" ORDER BY min(place);

-- figure readings-agree
SELECT sum(verdict = 'agrees') || ' of ' || sum(verdict <> '' AND verdict <> 'cannot tell') FROM readings_cells;

-- figure readings-ahead
SELECT sum(low > 50) || ' of ' || count(*) FROM readings_cells WHERE number IN ('2', '3') AND "row" LIKE '%look-ups, plain';

-- figure readings-behind
SELECT sum(high < 50) FROM readings_cells WHERE number IN ('2', '3') AND "row" LIKE '%look-ups, plain';

-- figure readings-ten-mixed
SELECT sum(m.low > t.high) || ' of ' || count(*) FROM readings_cells m JOIN readings_cells t ON t.number = '4' AND t."row" = 'tuned against plain' AND t."column" = m."column"
WHERE m.number = '4' AND m."row" LIKE '%, mixed, plain';

-- figure readings-verdicts
SELECT group_concat(n || ': ' || verdict, ', ') FROM
    (SELECT verdict, count(*) AS n FROM readings_cells WHERE verdict <> '' GROUP BY verdict ORDER BY n DESC, verdict);

-- figure readings-forward
SELECT show('{:.0f}', min(points_percent)) || ' to ' || show('{:.0f} %', max(points_percent))
FROM readings_cells WHERE "row" LIKE '%forward look-ups';

-- figure readings-deeper-drawn
SELECT show('{:.0f}', 100.0 * sum(drawn) / sum(games)) || ' %' FROM readings_cells
WHERE number = '2' AND "row" LIKE '%look-ups, plain' AND "column" <> 'depth 1';

-- figure table-1
SELECT "row" AS evaluation,
       max(beside) FILTER (WHERE "column" = 'depth 1') AS "depth 1",
       max(beside) FILTER (WHERE "column" = 'depth 3') AS "depth 3",
       max(beside) FILTER (WHERE "column" = 'depth 5') AS "depth 5",
       max(beside) FILTER (WHERE "column" = 'depth 7') AS "depth 7",
       max(beside) FILTER (WHERE "column" = 'depth 9') AS "depth 9"
FROM cells WHERE experiment = 'databases-1' GROUP BY "row" ORDER BY min(place);

-- figure table-2
SELECT "row" AS evaluation,
       max(beside) FILTER (WHERE "column" = 'depth 1') AS "depth 1",
       max(beside) FILTER (WHERE "column" = 'depth 3') AS "depth 3",
       max(beside) FILTER (WHERE "column" = 'depth 5') AS "depth 5",
       max(beside) FILTER (WHERE "column" = 'depth 7') AS "depth 7",
       max(beside) FILTER (WHERE "column" = 'depth 9') AS "depth 9"
FROM cells WHERE experiment = 'databases-2' GROUP BY "row" ORDER BY min(place);

-- figure table-3
SELECT "row" AS evaluation,
       max(beside) FILTER (WHERE "column" = 'depth 1') AS "depth 1",
       max(beside) FILTER (WHERE "column" = 'depth 3') AS "depth 3",
       max(beside) FILTER (WHERE "column" = 'depth 5') AS "depth 5",
       max(beside) FILTER (WHERE "column" = 'depth 7') AS "depth 7",
       max(beside) FILTER (WHERE "column" = 'depth 9') AS "depth 9"
FROM cells WHERE experiment = 'databases-3' GROUP BY "row" ORDER BY min(place);

-- figure table-4
SELECT "row" AS evaluation,
       max(beside) FILTER (WHERE "column" = 'depth 1') AS "depth 1",
       max(beside) FILTER (WHERE "column" = 'depth 3') AS "depth 3",
       max(beside) FILTER (WHERE "column" = 'depth 5') AS "depth 5"
FROM cells WHERE experiment = 'databases-4' GROUP BY "row" ORDER BY min(place);

-- figure table-5
SELECT "row" AS "ending, databases",
       max(beside) FILTER (WHERE "column" = 'depth 7') AS "depth 7",
       max(beside) FILTER (WHERE "column" = 'depth 9') AS "depth 9",
       max(score) FILTER (WHERE "column" = 'depth 7') AS "depth 7, won-drawn-lost"
FROM cells WHERE experiment = 'databases-5' GROUP BY "row" HAVING sum(games) > 0 ORDER BY min(place);

-- figure table-6
SELECT "row" AS "ending, databases",
       max(beside) FILTER (WHERE "column" = 'depth 7') AS "depth 7",
       max(beside) FILTER (WHERE "column" = 'depth 9') AS "depth 9",
       max(score) FILTER (WHERE "column" = 'depth 7') AS "depth 7, won-drawn-lost"
FROM cells WHERE experiment = 'databases-6' GROUP BY "row" HAVING sum(games) > 0 ORDER BY min(place);

-- figure table-7
SELECT "row" AS maze,
       max(beside) FILTER (WHERE "column" = 'depth 5') AS "depth 5",
       max(beside) FILTER (WHERE "column" = 'depth 7') AS "depth 7",
       max(beside) FILTER (WHERE "column" = 'depth 9') AS "depth 9",
       max(beside) FILTER (WHERE "column" = 'depth 11') AS "depth 11"
FROM cells WHERE experiment = 'databases-7' GROUP BY "row" ORDER BY min(place);

-- figure table-7-deep
SELECT sum(verdict = 'direction agrees' AND points_percent < published_percent) || ' of ' || count(*) FROM databases
WHERE experiment = 'databases-7' AND "column" IN ('depth 9', 'depth 11');

-- figure table-8
SELECT "row" AS maze,
       max(beside) FILTER (WHERE "column" = 'depth 5') AS "depth 5",
       max(beside) FILTER (WHERE "column" = 'depth 7') AS "depth 7",
       max(beside) FILTER (WHERE "column" = 'depth 9') AS "depth 9",
       max(beside) FILTER (WHERE "column" = 'depth 11') AS "depth 11"
FROM cells WHERE experiment = 'databases-8' GROUP BY "row" ORDER BY min(place);

-- figure table-9
SELECT "row" AS maze,
       max(beside) FILTER (WHERE "column" = 'depth 5') AS "depth 5",
       max(beside) FILTER (WHERE "column" = 'depth 7') AS "depth 7",
       max(beside) FILTER (WHERE "column" = 'depth 9') AS "depth 9",
       max(beside) FILTER (WHERE "column" = 'depth 11') AS "depth 11"
FROM cells WHERE experiment = 'databases-9' GROUP BY "row" ORDER BY min(place);

-- figure table-10
SELECT "row" AS maze,
       max(beside) FILTER (WHERE "column" = 'depth 5') AS "depth 5",
       max(beside) FILTER (WHERE "column" = 'depth 7') AS "depth 7",
       max(beside) FILTER (WHERE "column" = 'depth 9') AS "depth 9",
       max(beside) FILTER (WHERE "column" = 'depth 11') AS "depth 11"
FROM cells WHERE experiment = 'databases-10' GROUP BY "row" ORDER BY min(place);

-- words databases-agree databases/tables.txt (\d+ of \d+) testable match results agree with print
-- words databases-verdicts databases/tables.txt no further apart than chance allows\), (.*?)(?: \d+ printed match| chosen on)

-- figure databases-by-table
SELECT experiment AS "table", sum(coalesce(verdict, '') = 'agrees') AS agrees,
       sum(coalesce(verdict, '') = 'direction agrees') AS "direction agrees", sum(coalesce(verdict, '') = 'differs') AS differs,
       sum(coalesce(verdict, '') = 'cannot tell') AS "cannot tell",
       sum(published_percent IS NOT NULL AND verdict IS NULL) AS "not played, or too few games"
FROM databases GROUP BY experiment ORDER BY min(rowid);

-- figure three-points
SELECT show('{:.0f} to {:.0f} %', min(points_percent), max(points_percent)) FROM databases WHERE experiment = 'databases-1' AND "row" LIKE '%3-3%';

-- figure three-told
SELECT sum(verdict IN ('agrees', 'direction agrees')) || ' of ' || count(*) FROM databases WHERE experiment = 'databases-1' AND "row" LIKE '%3-3%';

-- figure three-printed
SELECT show('{:.0f} to {:.0f}', min(published_percent), max(published_percent)) FROM databases WHERE experiment = 'databases-1' AND "row" LIKE '%3-3%';

-- figure three-plain
SELECT show('{:.0f} to {:.0f} %', min(points_percent), max(points_percent)) FROM readings_cells WHERE number = '1' AND "row" LIKE '%3-3, look-ups, plain';

-- figure chess-fresh
WITH p AS (SELECT substr("row", 6, 3) AS side, points_percent * games AS points, games FROM readings WHERE experiment = 'readings-databases-6' AND "row" LIKE '%mixed'
           UNION ALL SELECT substr("row", 6, 3), -points_percent * games, -games FROM databases
           WHERE experiment = 'databases-5' AND "column" = 'depth 7' AND "row" IN ('KRPP-KBN, 5 pieces, mixed', 'KRPP-KNN, 5 pieces, mixed')),
     f AS (SELECT side, show('{:.1f} %', sum(points) / sum(games)) AS share FROM p GROUP BY side)
SELECT group_concat(share, ' and ') FROM (SELECT share FROM f ORDER BY side);

-- figure table-9-direction
SELECT sum(verdict = 'direction agrees') FROM databases WHERE experiment IN ('databases-7', 'databases-8', 'databases-9', 'databases-10');

-- figure table-7-printed-means
SELECT group_concat(mean, ', ') FROM (SELECT show('{:.0f}', avg(published_percent)) AS mean FROM databases WHERE experiment = 'databases-7'
                                      GROUP BY "column" ORDER BY min(rowid));

-- figure table-7-means
SELECT group_concat(mean, ', ') FROM (SELECT show('{:.0f}', avg(points_percent)) AS mean FROM databases WHERE experiment = 'databases-7'
                                      GROUP BY "column" ORDER BY min(rowid));

-- figure cc-agree
SELECT sum(verdict = 'agrees') || ' of ' || sum(verdict <> 'cannot tell') FROM databases
WHERE experiment IN ('databases-1', 'databases-2', 'databases-3', 'databases-4');

-- figure databases-equal
SELECT sum(games - different) FROM databases;

-- figure mixed-above
SELECT sum(low > 50) || ' of ' || count(*) FROM databases WHERE "row" LIKE '%mixed' AND "column" IN ('depth 1', 'depth 3') AND games = 50;

-- figure mixed-below
SELECT sum(high < 50) FROM databases WHERE "row" LIKE '%mixed' AND "column" IN ('depth 1', 'depth 3') AND games = 50;

-- figure mixed-above-5
SELECT sum(low > 50) || ' of ' || count(*) FROM databases WHERE "row" LIKE '%mixed' AND "column" = 'depth 5' AND games = 50;

-- figure mixed-above-7
SELECT sum(low > 50) || ' of ' || count(*) FROM databases WHERE "row" LIKE '%mixed' AND "column" = 'depth 7' AND experiment <> 'databases-5' AND games = 50;

-- figure table-8-below
SELECT sum(points_percent < published_percent) || ' of ' || count(*) FROM databases WHERE experiment = 'databases-8';

-- figure table-8-difference
SELECT show('{:.1f}', avg(published_percent - points_percent)) FROM databases WHERE experiment = 'databases-8';

-- figure table-8-thief
SELECT show('{:.0f} to {:.0f} %', min(points_percent_first), max(points_percent_first)) FROM databases WHERE experiment = 'databases-8';

-- figure table-8-police
SELECT show('{:.0f} to {:.0f} %', min(points_percent_second), max(points_percent_second)) FROM databases WHERE experiment = 'databases-8';

-- figure table-8-drawn
SELECT show('{:.0f} to {:.0f} %', min(100.0 * drawn / games), max(100.0 * drawn / games)) FROM databases WHERE experiment = 'databases-8';

-- view controls
SELECT substr(experiment, 12) AS number, "column", games, points_percent,
       CASE WHEN "row" LIKE 'eval manhattan,%' THEN '1 the baseline itself' WHEN "row" LIKE 'eval %-thief,%' THEN '2 the table of the thief alone'
            WHEN "row" LIKE 'eval %-police,%' THEN '3 the table of the police alone' ELSE '4 steps through the maze, no table' END AS who
FROM mazes WHERE experiment LIKE 'mazes-null-%'
UNION ALL SELECT substr(experiment, 11), "column", games, points_percent, '5 both tables' FROM both_tables
UNION ALL
SELECT substr(experiment, 11), "column", games, points_percent,
       '6 both tables, fifty openings (Table ' || CASE experiment WHEN 'databases-7' THEN 'VII' WHEN 'databases-8' THEN 'VIII' WHEN 'databases-9' THEN 'IX' ELSE 'X' END || ')'
FROM databases WHERE experiment IN ('databases-7', 'databases-8', 'databases-9', 'databases-10');

-- view controls_means
SELECT number, who, substr(who, 3) AS "against the baseline", sum(CASE "column" WHEN 'depth 5' THEN games END) AS "games a depth", show('{:.1f}', avg(CASE "column" WHEN 'depth 5' THEN points_percent END)) AS "depth 5",
       show('{:.1f}', avg(CASE "column" WHEN 'depth 7' THEN points_percent END)) AS "depth 7", show('{:.1f}', avg(CASE "column" WHEN 'depth 9' THEN points_percent END)) AS "depth 9",
       show('{:.1f}', avg(CASE "column" WHEN 'depth 11' THEN points_percent END)) AS "depth 11"
FROM controls GROUP BY number, who;

-- figure null-7
SELECT "against the baseline", "games a depth", "depth 5", "depth 7", "depth 9", "depth 11" FROM controls_means WHERE number = '7' ORDER BY who;

-- figure null-8
SELECT "against the baseline", "games a depth", "depth 5", "depth 7", "depth 9", "depth 11" FROM controls_means WHERE number = '8' ORDER BY who;

-- figure null-9
SELECT "against the baseline", "games a depth", "depth 5", "depth 7", "depth 9", "depth 11" FROM controls_means WHERE number = '9' ORDER BY who;

-- figure null-10
SELECT "against the baseline", "games a depth", "depth 5", "depth 7", "depth 9", "depth 11" FROM controls_means WHERE number = '10' ORDER BY who;

-- figure table-9-above
SELECT sum(points_percent > published_percent) || ' of ' || count(*) FROM databases WHERE experiment = 'databases-9';

-- figure table-9-difference
SELECT show('{:.1f}', avg(points_percent - published_percent)) FROM databases WHERE experiment = 'databases-9';

-- figure table-9-agree
SELECT sum(verdict = 'agrees') || ' of ' || sum(verdict <> 'cannot tell') FROM databases WHERE experiment IN ('databases-7', 'databases-8', 'databases-9', 'databases-10');

-- figure star
SELECT substr(file, 1, 1) AS players, substr(file, instr(file, 'depth-') + 6, 1) AS depth, substr(file, instr(file, 'depth-') + 8) AS opponent, games,
       won, drawn, lost, show('{:+.0f} ({:+.0f} to {:+.0f})', elo, low, high) AS Elo
FROM star ORDER BY opponent, depth, players;

-- Abalone.

-- figure abalone-counts
SELECT CASE experiment WHEN 'abalone-1' THEN 'I' ELSE 'II' END AS "table", configuration,
       max(CASE series WHEN 'depth 5' THEN show('{:,.0f} / {:,.0f}', mean, published_mean) END) AS "depth 5",
       max(CASE series WHEN 'depth 6' THEN show('{:,.0f} / {:,.0f}', mean, published_mean) END) AS "depth 6",
       max(CASE series WHEN 'depth 7' THEN show('{:,.0f} / {:,.0f}', mean, published_mean) END) AS "depth 7",
       max(CASE series WHEN 'Belgian daisy, depth 5' THEN show('{:,.0f}', mean) END) AS "Belgian daisy, 5",
       max(CASE series WHEN 'Belgian daisy, depth 6' THEN show('{:,.0f}', mean) END) AS "Belgian daisy, 6",
       max(CASE series WHEN 'Belgian daisy, depth 7' THEN show('{:,.0f}', mean) END) AS "Belgian daisy, 7"
FROM abalone WHERE experiment IN ('abalone-1', 'abalone-2') GROUP BY experiment, configuration ORDER BY min(rowid);

-- figure abalone-trials
SELECT series, min(trials) || CASE WHEN min(trials) < max(trials) THEN ' to ' || max(trials) ELSE '' END AS openings, min(different) AS "different, at least"
FROM abalone WHERE experiment IN ('abalone-1', 'abalone-2') GROUP BY series ORDER BY min(rowid);

-- figure abalone-factor
WITH m AS (SELECT series, min(different) AS games, max(trials) > min(trials) AS apart, max(CASE configuration WHEN 'Alpha-Beta' THEN mean END) AS plain,
                  max(CASE configuration WHEN 'Alpha-Beta' THEN published_mean END) AS printed_plain,
                  max(CASE configuration WHEN '+Trans.Tab.& Iter.Deep.' THEN mean END) AS full,
                  max(CASE configuration WHEN '+Trans.Tab.& Iter.Deep.' THEN published_mean END) AS printed_full
           FROM abalone WHERE experiment IN ('abalone-1', 'abalone-2') GROUP BY series)
SELECT series, games AS "different games", CASE WHEN NOT apart THEN show('{:.0f}', plain / full) END AS "times fewer, ours", show('{:.0f}', printed_plain * 1.0 / printed_full) AS printed
FROM m ORDER BY series;

-- words abalone-agree abalone/tables.txt (\d+ of \d+) testable comparisons with print agree

-- figure abalone-verdict-table
SELECT CASE experiment WHEN 'abalone-1' THEN 'I' ELSE 'II' END AS "table", series, configuration,
       show('{:.1f} % ({:.1f} to {:.1f})', 100 * saving, 100 * saving_low, 100 * saving_high) AS "saving, ours",
       show('{:.1f} %', 100 * published_saving) AS printed, verdict
FROM abalone WHERE series LIKE 'depth %' AND published_saving IS NOT NULL;
