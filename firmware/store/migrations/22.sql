-- Leave: days on which a user is away.
CREATE TABLE leave (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    userid INTEGER NOT NULL,
    kind INTEGER NOT NULL,
    "from" INTEGER NOT NULL,
    "to" INTEGER NOT NULL,
    half INTEGER NOT NULL CHECK (half BETWEEN 0 AND 2),
    note TEXT NOT NULL
) STRICT;

CREATE INDEX leave_of ON leave (userid, "from");

CREATE TRIGGER leave_of_user AFTER DELETE ON user BEGIN
    DELETE FROM leave WHERE userid = OLD.userid; END;
