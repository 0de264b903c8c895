-- State of the scheduled backups.
CREATE TABLE backup_copies (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    day INTEGER NOT NULL,
    tries INTEGER NOT NULL,
    error INTEGER NOT NULL,
    last_s INTEGER NOT NULL,
    last_octets INTEGER NOT NULL
) STRICT;
