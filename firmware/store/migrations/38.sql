-- Rows of an imported table that are left out, as was said of the name of their group or shift.
ALTER TABLE bulk ADD COLUMN left_out INTEGER NOT NULL DEFAULT 0 CHECK (left_out BETWEEN 0 AND 4294967295);
