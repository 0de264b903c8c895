-- Accounts beside the users, permissions of the admin levels, failed sign-ins, the audit log, settings.
CREATE TABLE account (
    name TEXT PRIMARY KEY,
    password_hash TEXT NOT NULL,
    must_change INTEGER NOT NULL CHECK (must_change IN (0, 1)),
    -- The initial password, sealed by the device's key, until it is replaced.
    initial_sealed BLOB,
    changed_ms INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE right_level (
    level INTEGER NOT NULL CHECK (level BETWEEN 1 AND 16),
    -- User, network, basicSetting, AccSetting, advSetting.
    grp INTEGER NOT NULL CHECK (grp BETWEEN 0 AND 4),
    -- None, read, write.
    access INTEGER NOT NULL CHECK (access BETWEEN 0 AND 2),
    PRIMARY KEY (level, grp)
) STRICT, WITHOUT ROWID;

WITH RECURSIVE l (level) AS (VALUES (1) UNION ALL SELECT level + 1 FROM l WHERE level < 16),
    g (grp) AS (VALUES (0), (1), (2), (3), (4))
    INSERT INTO right_level SELECT level, grp, CASE
        WHEN level = 16 THEN 2
        WHEN level >= 12 THEN iif(grp = 1, 1, 2)
        WHEN level >= 8 THEN iif(grp IN (0, 3), 2, 1)
        WHEN level >= 4 THEN CASE grp WHEN 0 THEN 2 WHEN 4 THEN 1 ELSE 0 END
        ELSE iif(grp = 0, 1, 0) END
    FROM l, g;

CREATE TABLE throttle (
    key TEXT PRIMARY KEY,
    count INTEGER NOT NULL CHECK (count >= 0),
    time_ms INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE audit (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    time_ms INTEGER NOT NULL,
    account TEXT NOT NULL,
    peer TEXT NOT NULL,
    call TEXT NOT NULL,
    object TEXT NOT NULL,
    before TEXT,
    after TEXT
) STRICT;

CREATE TABLE setting (
    key TEXT PRIMARY KEY,
    value TEXT NOT NULL
) STRICT, WITHOUT ROWID;
