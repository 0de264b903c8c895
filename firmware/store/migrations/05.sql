-- Number of changes of a level's permissions, and whether an account signs in with a passphrase.
ALTER TABLE right_level ADD COLUMN revision INTEGER NOT NULL DEFAULT 0;
ALTER TABLE account ADD COLUMN passphrase INTEGER NOT NULL DEFAULT 0 CHECK (passphrase IN (0, 1));
