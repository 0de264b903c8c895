-- Punches that are imported: a kind of record, a kind of job, and tables whose cells have blanks between them. Only the limits are
-- replaced, so that what other steps add to the tables stays.
PRAGMA writable_schema = ON;
UPDATE sqlite_schema SET sql = replace(sql, 'kind BETWEEN 0 AND 26', 'kind BETWEEN 0 AND 27')
    WHERE type = 'table' AND name IN ('record', 'alarm');
UPDATE sqlite_schema
    SET sql = replace(replace(sql, 'kind BETWEEN 0 AND 2)', 'kind BETWEEN 0 AND 3)'), 'delimiter BETWEEN 0 AND 3', 'delimiter BETWEEN 0 AND 4')
    WHERE type = 'table' AND name = 'bulk';
PRAGMA writable_schema = RESET;
