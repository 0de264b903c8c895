-- Rosters from a file: a kind of job.
PRAGMA writable_schema = ON;
UPDATE sqlite_schema SET sql = replace(sql, 'kind BETWEEN 0 AND 3)', 'kind BETWEEN 0 AND 4)')
    WHERE type = 'table' AND name = 'bulk';
PRAGMA writable_schema = RESET;
