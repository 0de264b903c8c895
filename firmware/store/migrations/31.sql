-- How the breaks of a shift are taken off. A shift that exists gets what a new one has.
ALTER TABLE shift ADD COLUMN break_rule INTEGER NOT NULL DEFAULT 1 CHECK (break_rule BETWEEN 0 AND 2);
ALTER TABLE shift ADD COLUMN break_flex INTEGER NOT NULL DEFAULT 120 CHECK (break_flex BETWEEN 0 AND 480);
ALTER TABLE shift ADD COLUMN break_after INTEGER NOT NULL DEFAULT 0 CHECK (break_after BETWEEN 0 AND 1200);
ALTER TABLE shift ADD COLUMN breaks_on_rest INTEGER NOT NULL DEFAULT 1 CHECK (breaks_on_rest IN (0, 1));
