-- A table of a bulk job may be in six more encodings.
PRAGMA writable_schema = ON;
UPDATE sqlite_schema SET sql = replace(sql, 'encoding BETWEEN 0 AND 10', 'encoding BETWEEN 0 AND 16')
    WHERE type = 'table' AND name = 'bulk';
PRAGMA writable_schema = RESET;
