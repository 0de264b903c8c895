-- The initial card: a keyed hash of its number, which opens no door when the flash is stolen.
CREATE TABLE init_card (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    hash BLOB NOT NULL CHECK (length(hash) = 32),
    userid INTEGER NOT NULL CHECK (userid BETWEEN 0 AND 999999999),
    written INTEGER NOT NULL
) STRICT;
