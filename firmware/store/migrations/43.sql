-- Card numbers have up to seven bytes, and a user up to five of them. Only the limit is replaced, so that what other steps add to the
-- table stays. `user_card` has all cards of all users: a look-up is one search, and no number is there twice.
PRAGMA writable_schema = ON;
UPDATE sqlite_schema SET sql = replace(sql, 'cardno BETWEEN 1 AND 4294967295', 'cardno BETWEEN 1 AND 72057594037927935')
    WHERE type = 'table' AND name = 'user';
PRAGMA writable_schema = RESET;

ALTER TABLE user ADD COLUMN cardno2 INTEGER NOT NULL DEFAULT 0 CHECK (cardno2 BETWEEN 0 AND 72057594037927935);
ALTER TABLE user ADD COLUMN cardno3 INTEGER NOT NULL DEFAULT 0 CHECK (cardno3 BETWEEN 0 AND 72057594037927935);
ALTER TABLE user ADD COLUMN cardno4 INTEGER NOT NULL DEFAULT 0 CHECK (cardno4 BETWEEN 0 AND 72057594037927935);
ALTER TABLE user ADD COLUMN cardno5 INTEGER NOT NULL DEFAULT 0 CHECK (cardno5 BETWEEN 0 AND 72057594037927935);

DROP INDEX user_card;
CREATE TABLE user_card (
    cardno INTEGER PRIMARY KEY CHECK (cardno BETWEEN 1 AND 72057594037927935),
    userid INTEGER NOT NULL CHECK (userid BETWEEN 1 AND 999999999)
) STRICT;
INSERT INTO user_card SELECT cardno, userid FROM user WHERE cardno IS NOT NULL;

CREATE TRIGGER user_card_insert AFTER INSERT ON user BEGIN
    INSERT INTO user_card SELECT card, NEW.userid FROM (SELECT NEW.cardno AS card UNION ALL SELECT NEW.cardno2
        UNION ALL SELECT NEW.cardno3 UNION ALL SELECT NEW.cardno4 UNION ALL SELECT NEW.cardno5) WHERE card > 0; END;

CREATE TRIGGER user_card_update AFTER UPDATE ON user
    WHEN (OLD.cardno, OLD.cardno2, OLD.cardno3, OLD.cardno4, OLD.cardno5)
        IS NOT (NEW.cardno, NEW.cardno2, NEW.cardno3, NEW.cardno4, NEW.cardno5) BEGIN
    DELETE FROM user_card WHERE cardno IN (OLD.cardno, OLD.cardno2, OLD.cardno3, OLD.cardno4, OLD.cardno5)
        AND userid = OLD.userid;
    INSERT INTO user_card SELECT card, NEW.userid FROM (SELECT NEW.cardno AS card UNION ALL SELECT NEW.cardno2
        UNION ALL SELECT NEW.cardno3 UNION ALL SELECT NEW.cardno4 UNION ALL SELECT NEW.cardno5) WHERE card > 0; END;

CREATE TRIGGER user_card_delete AFTER DELETE ON user BEGIN
    DELETE FROM user_card WHERE cardno IN (OLD.cardno, OLD.cardno2, OLD.cardno3, OLD.cardno4, OLD.cardno5)
        AND userid = OLD.userid; END;
