-- Files of an archive of photos that are not looked at.
ALTER TABLE bulk ADD COLUMN ignored INTEGER NOT NULL DEFAULT 0 CHECK (ignored BETWEEN 0 AND 4294967295);
