-- Lockdown of the door: one row, or none before the first lockdown.
CREATE TABLE door (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    locked_down INTEGER NOT NULL CHECK (locked_down IN (0, 1))
) STRICT;
