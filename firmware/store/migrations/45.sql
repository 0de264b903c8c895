-- Records made by a clock that was not set, or that was set right by minutes or more afterwards: from a record number on, up to another
-- (0: still), and what is to be added to their times in seconds (NULL: unknown).
CREATE TABLE clock_error (
    first_seq INTEGER PRIMARY KEY CHECK (first_seq BETWEEN 1 AND 9007199254740991),
    last_seq INTEGER NOT NULL CHECK (last_seq = 0 OR last_seq BETWEEN first_seq AND 9007199254740991),
    shift_s INTEGER CHECK (shift_s BETWEEN -253402300799 AND 253402300799),
    is_unset INTEGER NOT NULL CHECK (is_unset IN (0, 1))
) STRICT;

-- One row: the last record when the clock was known to be right.
CREATE TABLE clock_right (seq INTEGER NOT NULL CHECK (seq BETWEEN 0 AND 9007199254740991)) STRICT;

INSERT INTO clock_right SELECT coalesce(max(seq), 0) FROM record;
