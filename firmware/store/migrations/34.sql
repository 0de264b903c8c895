-- Encodings of tables up to macintosh. Only the limit is replaced, so that what other steps add to the table stays.
PRAGMA writable_schema = ON;
UPDATE sqlite_schema SET sql = replace(sql, 'encoding BETWEEN 0 AND 10', 'encoding BETWEEN 0 AND 16')
    WHERE type = 'table' AND name = 'bulk';
PRAGMA writable_schema = RESET;
