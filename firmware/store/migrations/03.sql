-- API keys, and the TLS certificates (`slot`: 0 in use, 1 waiting for its signed certificate).
CREATE TABLE rest_key (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    name TEXT NOT NULL UNIQUE,
    level INTEGER NOT NULL CHECK (level BETWEEN 1 AND 16),
    hint TEXT NOT NULL,
    -- Keyed by the device.
    hash BLOB NOT NULL UNIQUE CHECK (length(hash) = 32),
    created_s INTEGER NOT NULL,
    used_s INTEGER NOT NULL DEFAULT 0,
    used_peer TEXT NOT NULL DEFAULT ''
) STRICT;

CREATE TABLE certificate (
    slot INTEGER PRIMARY KEY CHECK (slot IN (0, 1)),
    -- PEM; in slot 1 the signing request.
    chain TEXT NOT NULL,
    -- PEM, sealed by the device's key.
    key_sealed BLOB NOT NULL,
    -- 1: uploaded, 0: made by the terminal.
    own INTEGER NOT NULL CHECK (own IN (0, 1))
) STRICT;
