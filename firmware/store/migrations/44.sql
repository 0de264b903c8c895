-- Cycles of shifts up to a year: the days from the 32nd on, one character each. Only the limit of the length is replaced, so that what
-- other steps add to the table stays.
ALTER TABLE shift ADD COLUMN more_days TEXT NOT NULL DEFAULT ''
    CHECK (length(more_days) <= 335 AND length(CAST(more_days AS BLOB)) <= 1340);
PRAGMA writable_schema = ON;
UPDATE sqlite_schema SET sql = replace(sql, 'cycle_days BETWEEN 1 AND 31', 'cycle_days BETWEEN 1 AND 366')
    WHERE type = 'table' AND name = 'shift';
PRAGMA writable_schema = RESET;
