-- Browsers that have signed in. They are deleted with the account; `userid` 0 is admin.
CREATE TABLE browser (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    userid INTEGER NOT NULL CHECK (userid BETWEEN 0 AND 999999999),
    -- Keyed by the device.
    hash BLOB NOT NULL UNIQUE CHECK (length(hash) = 32),
    name TEXT NOT NULL,
    made_s INTEGER NOT NULL,
    used_s INTEGER NOT NULL,
    peer TEXT NOT NULL
) STRICT;

CREATE INDEX browser_of_account ON browser (userid, used_s);
CREATE INDEX browser_use ON browser (used_s);

CREATE TRIGGER browser_of_user AFTER DELETE ON user BEGIN
    DELETE FROM browser WHERE userid = old.userid;
    END;
