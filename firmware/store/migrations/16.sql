-- Alarms. One is open for each kind, door and person, and counts repetitions; `seq` is the record that it began
-- with, `last_seq` the newest. `alarm_position` has one row: the last record that was examined.
CREATE TABLE alarm (
    seq INTEGER PRIMARY KEY,
    kind INTEGER NOT NULL,
    door INTEGER NOT NULL,
    userid INTEGER NOT NULL,
    username TEXT NOT NULL,
    detail TEXT NOT NULL,
    first_ms INTEGER NOT NULL,
    last_ms INTEGER NOT NULL,
    last_seq INTEGER NOT NULL,
    count INTEGER NOT NULL,
    acked_ms INTEGER NOT NULL DEFAULT 0,
    acked_by TEXT NOT NULL DEFAULT ''
) STRICT;

CREATE UNIQUE INDEX alarm_open ON alarm (kind, door, userid) WHERE acked_ms = 0;

CREATE TABLE alarm_position (seq INTEGER NOT NULL) STRICT;

INSERT INTO alarm_position VALUES (0);
