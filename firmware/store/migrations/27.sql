-- When a backup was last downloaded whole, in seconds since 1970 UTC.
CREATE TABLE backup_taken (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    at INTEGER NOT NULL CHECK (at BETWEEN 0 AND 253402300799)
) STRICT;
