-- Who gave an account its password: nobody changes their own hours through an account of their own making. The
-- sponsor is the best that is known of older accounts.
ALTER TABLE user ADD COLUMN maker INTEGER NOT NULL DEFAULT 0 CHECK (maker BETWEEN 0 AND 4294967295);
UPDATE user SET maker = sponsor WHERE sponsor > 0;

-- Hash chains of the records and of the audit log: each line has the link of the line before (store/chain.h). Lines from before this
-- step have none. `record_anchor` is the link of the last line that was erased with all others, for the line that follows.
ALTER TABLE record ADD COLUMN previous BLOB CHECK (previous IS NULL OR length(previous) = 32);
ALTER TABLE audit ADD COLUMN previous BLOB CHECK (previous IS NULL OR length(previous) = 32);

CREATE TABLE record_anchor (
    one INTEGER PRIMARY KEY CHECK (one = 1),
    link BLOB NOT NULL CHECK (length(link) = 32)
) STRICT;
