-- What is counted beside the rows can be counted without a value, too: a damaged row can be deleted. And what a change that
-- nobody confirmed is put back from has the limits of the table that it goes into (where it was not, it has neither).
PRAGMA writable_schema = ON;
UPDATE sqlite_schema SET sql = 'CREATE TABLE provisional_value (
    key TEXT PRIMARY KEY CHECK (length(CAST(key AS BLOB)) BETWEEN 1 AND 128),
    value TEXT CHECK (length(CAST(value AS BLOB)) <= 65536),
    sealed BLOB CHECK (length(sealed) BETWEEN 1 AND 65536),
    CHECK (value IS NULL OR sealed IS NULL)
) STRICT, WITHOUT ROWID'
    WHERE type = 'table' AND name = 'provisional_value';
PRAGMA writable_schema = RESET;

DROP TRIGGER user_count_delete;
CREATE TRIGGER user_count_delete AFTER DELETE ON user BEGIN
    UPDATE user_count SET users = users - 1, cards = cards - (OLD.cardno IS NOT NULL),
        passwords = passwords - (OLD.password_hash IS NOT NULL), admins = admins - coalesce(OLD.level > 0, 0),
        generation = generation + 1; END;

DROP TRIGGER user_credential_delete;
CREATE TRIGGER user_credential_delete AFTER DELETE ON user_credential BEGIN
    UPDATE user SET enrolled = enrolled &
        ~(1 << coalesce(CASE OLD.factor WHEN 1 THEN OLD.idx WHEN 3 THEN 10 ELSE 11 + OLD.idx END, 31))
        WHERE userid = OLD.userid;
    UPDATE user_count SET fingers = fingers - (OLD.factor IS 1), faces = faces - (OLD.factor IS 3),
        irises = irises - (OLD.factor IS 4); END;

DROP TRIGGER audit_share_delete;
CREATE TRIGGER audit_share_delete AFTER DELETE ON audit BEGIN
    UPDATE audit_share SET count = count - 1, octets = octets - coalesce(
        48 + length(OLD.account) + length(OLD.peer) + length(OLD.call) + length(OLD.object)
        + coalesce(length(CAST(OLD.before AS BLOB)), 0) + coalesce(length(CAST(OLD.after AS BLOB)), 0), 0)
        WHERE importance = OLD.importance AND sponsor = OLD.sponsor AND person = OLD.person;
    DELETE FROM audit_share WHERE importance = OLD.importance AND sponsor = OLD.sponsor AND person = OLD.person
        AND count = 0;
    UPDATE audit_share SET count = count - 1, octets = octets - coalesce(
        48 + length(OLD.account) + length(OLD.peer) + length(OLD.call) + length(OLD.object)
        + coalesce(length(CAST(OLD.before AS BLOB)), 0) + coalesce(length(CAST(OLD.after AS BLOB)), 0), 0)
        WHERE importance = OLD.importance AND sponsor = -1 AND person = -1;
    END;
