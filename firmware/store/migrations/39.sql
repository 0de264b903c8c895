-- Flexible shifts: what is to be worked in a day or a week, and the core time. A shift that exists stays one of fixed hours.
ALTER TABLE shift ADD COLUMN kind INTEGER NOT NULL DEFAULT 0 CHECK (kind BETWEEN 0 AND 2);
ALTER TABLE shift ADD COLUMN target INTEGER NOT NULL DEFAULT 480 CHECK (target BETWEEN 0 AND 10080);
ALTER TABLE shift ADD COLUMN core_start INTEGER NOT NULL DEFAULT 0 CHECK (core_start BETWEEN 0 AND 1439);
ALTER TABLE shift ADD COLUMN core_end INTEGER NOT NULL DEFAULT 0 CHECK (core_end BETWEEN 0 AND 1439);
