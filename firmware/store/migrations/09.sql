-- The PIN of a user who may sign in has no key, so that it is neither compared nor found. The table is made again
-- because its old CHECK tied key and hash together, and with it its indexes and triggers.
CREATE TABLE user_new (
    userid INTEGER PRIMARY KEY CHECK (userid BETWEEN 1 AND 999999999),
    username TEXT NOT NULL,
    name_key TEXT NOT NULL,
    cardno INTEGER CHECK (cardno BETWEEN 1 AND 4294967295),
    level INTEGER NOT NULL CHECK (level BETWEEN 0 AND 16),
    "group" INTEGER NOT NULL CHECK ("group" BETWEEN 0 AND 16),
    identify_mode INTEGER NOT NULL,
    identify_factors INTEGER NOT NULL,
    shift INTEGER NOT NULL CHECK (shift BETWEEN 0 AND 64),
    valid_from INTEGER NOT NULL,
    valid_to INTEGER NOT NULL CHECK (valid_to > 0),
    revision INTEGER NOT NULL,
    password_console INTEGER NOT NULL DEFAULT 0 CHECK (password_console IN (0, 1)),
    pin_key BLOB CHECK (length(pin_key) = 32),
    password_hash TEXT,
    CHECK (pin_key IS NULL OR (password_hash IS NOT NULL AND level = 0))
) STRICT;

INSERT INTO user_new (userid, username, name_key, cardno, level, "group", identify_mode, identify_factors, shift,
    valid_from, valid_to, revision, password_console, pin_key, password_hash)
    SELECT userid, username, name_key, cardno, level, "group", identify_mode, identify_factors, shift,
    valid_from, valid_to, revision, password_console, CASE level WHEN 0 THEN pin_key END, password_hash FROM user;
DROP TABLE user;
ALTER TABLE user_new RENAME TO user;
CREATE UNIQUE INDEX user_card ON user (cardno) WHERE cardno IS NOT NULL;
CREATE UNIQUE INDEX user_pin ON user (pin_key) WHERE pin_key IS NOT NULL;
CREATE INDEX user_name ON user (name_key);
CREATE INDEX user_group_id ON user ("group");
CREATE INDEX user_group_name ON user ("group", name_key);
CREATE INDEX user_shift_id ON user (shift);
CREATE INDEX user_shift_name ON user (shift, name_key);
CREATE INDEX user_plain_id ON user (userid) WHERE level = 0;
CREATE INDEX user_plain_name ON user (name_key) WHERE level = 0;
CREATE INDEX user_admin_id ON user (userid) WHERE level > 0;
CREATE INDEX user_admin_name ON user (name_key) WHERE level > 0;
CREATE INDEX user_with_card_id ON user (userid) WHERE cardno IS NOT NULL;
CREATE INDEX user_with_card_name ON user (name_key) WHERE cardno IS NOT NULL;
CREATE INDEX user_with_password_id ON user (userid) WHERE password_hash IS NOT NULL;
CREATE INDEX user_with_password_name ON user (name_key) WHERE password_hash IS NOT NULL;
CREATE INDEX user_bare_id ON user (userid) WHERE cardno IS NULL AND password_hash IS NULL;
CREATE INDEX user_bare_name ON user (name_key) WHERE cardno IS NULL AND password_hash IS NULL;
CREATE INDEX user_valid_to ON user (valid_to, name_key);

CREATE TRIGGER user_count_insert AFTER INSERT ON user BEGIN
    UPDATE user_count SET users = users + 1, cards = cards + (NEW.cardno IS NOT NULL),
        passwords = passwords + (NEW.password_hash IS NOT NULL), admins = admins + (NEW.level > 0),
        generation = generation + 1; END;

CREATE TRIGGER user_count_delete AFTER DELETE ON user BEGIN
    UPDATE user_count SET users = users - 1, cards = cards - (OLD.cardno IS NOT NULL),
        passwords = passwords - (OLD.password_hash IS NOT NULL), admins = admins - (OLD.level > 0),
        generation = generation + 1; END;

CREATE TRIGGER user_count_update AFTER UPDATE ON user BEGIN
    UPDATE user_count SET cards = cards + (NEW.cardno IS NOT NULL) - (OLD.cardno IS NOT NULL),
        passwords = passwords + (NEW.password_hash IS NOT NULL) - (OLD.password_hash IS NOT NULL),
        admins = admins + (NEW.level > 0) - (OLD.level > 0), generation = generation + 1; END;

CREATE TRIGGER rest_key_of_user AFTER DELETE ON user BEGIN
    DELETE FROM rest_key WHERE maker = old.userid;
    END;
