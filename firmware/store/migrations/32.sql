-- The version of the folding (util/text.h) that the search keys of the users were made with, and the last user whose key is
-- of it. No row: of the folding before there were versions.
CREATE TABLE name_fold (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    version TEXT NOT NULL CHECK (length(CAST(version AS BLOB)) BETWEEN 1 AND 31),
    done INTEGER NOT NULL CHECK (done BETWEEN 0 AND 999999999)
) STRICT;
