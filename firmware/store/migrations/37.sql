-- The rules of the clock, zone and daylight saving, each with the moment (seconds since 1970 UTC) from which on it held. The last is
-- that of the settings; the first holds before it, too. No row: a start writes the first.
CREATE TABLE clock_rule (
    id INTEGER PRIMARY KEY CHECK (id BETWEEN 1 AND 64),
    from_s INTEGER NOT NULL CHECK (from_s BETWEEN 0 AND 253402300799),
    zone INTEGER NOT NULL CHECK (zone BETWEEN -720 AND 840),
    mode INTEGER NOT NULL CHECK (mode BETWEEN 0 AND 2),
    change INTEGER NOT NULL CHECK (change BETWEEN 0 AND 180),
    start_month INTEGER NOT NULL CHECK (start_month BETWEEN 1 AND 12),
    start_day INTEGER NOT NULL CHECK (start_day BETWEEN 1 AND 31),
    start_week INTEGER NOT NULL CHECK (start_week BETWEEN 0 AND 7),
    start_weekday INTEGER NOT NULL CHECK (start_weekday BETWEEN 0 AND 6),
    start_hour INTEGER NOT NULL CHECK (start_hour BETWEEN 0 AND 23),
    end_month INTEGER NOT NULL CHECK (end_month BETWEEN 1 AND 12),
    end_day INTEGER NOT NULL CHECK (end_day BETWEEN 1 AND 31),
    end_week INTEGER NOT NULL CHECK (end_week BETWEEN 0 AND 7),
    end_weekday INTEGER NOT NULL CHECK (end_weekday BETWEEN 0 AND 6),
    end_hour INTEGER NOT NULL CHECK (end_hour BETWEEN 0 AND 23)
) STRICT;
