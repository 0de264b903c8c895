-- Schedules, groups, periods and holidays. `rules_count` has one row: `last` counts all changes of rules, so that
-- no revision comes twice, even when a rule was deleted and made again; `in_force` is the revision in force. In
-- `in_force`, group 0 is the door. Intervals, and entries of what is in force, are deleted with their group.
CREATE TABLE rules_count (
    id INTEGER PRIMARY KEY CHECK (id = 0),
    last INTEGER NOT NULL,
    in_force INTEGER NOT NULL
) STRICT;

INSERT INTO rules_count VALUES (0, 0, 0);

CREATE TABLE time_zone (
    number INTEGER PRIMARY KEY CHECK (number BETWEEN 1 AND 32),
    name TEXT NOT NULL,
    start TEXT NOT NULL,
    "end" TEXT NOT NULL,
    revision INTEGER NOT NULL
) STRICT;

CREATE TABLE access_group (
    number INTEGER PRIMARY KEY CHECK (number BETWEEN 2 AND 16),
    name TEXT NOT NULL,
    time1 INTEGER NOT NULL CHECK (time1 BETWEEN 0 AND 32),
    time2 INTEGER NOT NULL CHECK (time2 BETWEEN 0 AND 32),
    time3 INTEGER NOT NULL CHECK (time3 BETWEEN 0 AND 32),
    time4 INTEGER NOT NULL CHECK (time4 BETWEEN 0 AND 32),
    revision INTEGER NOT NULL
) STRICT;

CREATE TABLE period_group (
    number INTEGER PRIMARY KEY CHECK (number BETWEEN 1 AND 32),
    name TEXT NOT NULL,
    kind INTEGER NOT NULL CHECK (kind BETWEEN 0 AND 2),
    revision INTEGER NOT NULL
) STRICT;

CREATE TABLE period (
    -- Of the period group.
    number INTEGER NOT NULL,
    day INTEGER NOT NULL CHECK (day BETWEEN 0 AND 6),
    start INTEGER NOT NULL CHECK (start BETWEEN 0 AND 1439),
    "end" INTEGER NOT NULL CHECK ("end" BETWEEN 0 AND 1439),
    PRIMARY KEY (number, day, start, "end")
) STRICT, WITHOUT ROWID;

CREATE TABLE in_force (
    "group" INTEGER NOT NULL CHECK ("group" = 0 OR "group" BETWEEN 2 AND 16),
    -- Of the period group.
    number INTEGER NOT NULL,
    PRIMARY KEY ("group", number)
) STRICT, WITHOUT ROWID;

CREATE TABLE holiday (
    number INTEGER PRIMARY KEY CHECK (number BETWEEN 1 AND 64),
    name TEXT NOT NULL,
    "from" INTEGER NOT NULL,
    "to" INTEGER NOT NULL,
    yearly INTEGER NOT NULL CHECK (yearly IN (0, 1)),
    "plan" INTEGER NOT NULL CHECK ("plan" BETWEEN 0 AND 7),
    revision INTEGER NOT NULL
) STRICT;

CREATE TRIGGER period_of_group AFTER DELETE ON period_group BEGIN
    DELETE FROM period WHERE number = old.number;
    DELETE FROM in_force WHERE number = old.number;
    END;

CREATE TRIGGER in_force_of_group AFTER DELETE ON access_group BEGIN
    DELETE FROM in_force WHERE "group" = old.number;
    END;
