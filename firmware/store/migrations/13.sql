-- The access log. A number is never given twice (AUTOINCREMENT), and only by the commit of its record, so that
-- there is no gap. Both indexes end with the number: pages are ordered by (time, seq).
CREATE TABLE record (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    -- Milliseconds since 1970 UTC.
    time INTEGER NOT NULL,
    -- Minutes.
    "offset" INTEGER NOT NULL,
    kind INTEGER NOT NULL,
    result INTEGER NOT NULL,
    reason INTEGER NOT NULL,
    userid INTEGER NOT NULL,
    username TEXT NOT NULL,
    factors INTEGER NOT NULL,
    status INTEGER NOT NULL,
    duress INTEGER NOT NULL,
    door INTEGER NOT NULL,
    temperature INTEGER NOT NULL,
    photo INTEGER NOT NULL,
    detail TEXT NOT NULL
) STRICT;

CREATE INDEX record_time ON record (time);
CREATE INDEX record_of_user ON record (userid, time) WHERE userid > 0;
