-- The step that posternd_newer has after those of this firmware.
ALTER TABLE record ADD COLUMN newer INTEGER NOT NULL DEFAULT 0;
