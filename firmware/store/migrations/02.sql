-- One row for each setting, named after its page; a secret is sealed instead of readable. `revision` of a page is
-- the one in force, `last` the highest that was ever given. `provisional` is the one change that waits for its
-- confirmation, with the old values of what it changed (neither value nor sealed: the setting was not stored).
CREATE TABLE setting_new (
    key TEXT PRIMARY KEY,
    value TEXT,
    sealed BLOB,
    CHECK ((value IS NULL) <> (sealed IS NULL))
) STRICT, WITHOUT ROWID;

INSERT INTO setting_new (key, value) SELECT CASE key
    WHEN 'language' THEN 'TimeParam.language'
    WHEN 'deviceName' THEN 'MachineParam.deviceName'
    ELSE key END, value FROM setting;
DROP TABLE setting;
ALTER TABLE setting_new RENAME TO setting;

CREATE TABLE setting_page (
    page TEXT PRIMARY KEY,
    revision INTEGER NOT NULL CHECK (revision >= 0),
    last INTEGER NOT NULL CHECK (last >= revision)
) STRICT, WITHOUT ROWID;

CREATE TABLE provisional (
    one INTEGER PRIMARY KEY CHECK (one = 1),
    page TEXT NOT NULL,
    revision INTEGER NOT NULL
) STRICT;

CREATE TABLE provisional_value (
    key TEXT PRIMARY KEY,
    value TEXT,
    sealed BLOB
) STRICT, WITHOUT ROWID;
