-- Users. `name_key` is the folded name followed by the ID (users_impl.h). `valid_to` is 99999999 for "no end", so
-- that both questions about expiry are one range. Lists are read from an index in list order, so each filter has an
-- index for either sort; the partial indexes hold only the users that they list.
CREATE TABLE user (
    id INTEGER PRIMARY KEY CHECK (id BETWEEN 1 AND 999999999),
    name TEXT NOT NULL,
    name_key TEXT NOT NULL,
    card INTEGER CHECK (card BETWEEN 1 AND 4294967295),
    level INTEGER NOT NULL CHECK (level BETWEEN 0 AND 16),
    grp INTEGER NOT NULL CHECK (grp BETWEEN 0 AND 16),
    mode INTEGER NOT NULL,
    factors INTEGER NOT NULL,
    shift INTEGER NOT NULL CHECK (shift BETWEEN 0 AND 64),
    valid_from INTEGER NOT NULL,
    valid_to INTEGER NOT NULL CHECK (valid_to > 0),
    revision INTEGER NOT NULL,
    password_console INTEGER NOT NULL DEFAULT 0 CHECK (password_console IN (0, 1)),
    pin_key BLOB CHECK (length(pin_key) = 32),
    password_hash TEXT,
    CHECK ((pin_key IS NULL) = (password_hash IS NULL))
) STRICT;

CREATE UNIQUE INDEX user_card ON user (card) WHERE card IS NOT NULL;
CREATE UNIQUE INDEX user_pin ON user (pin_key) WHERE pin_key IS NOT NULL;
CREATE INDEX user_name ON user (name_key);
CREATE INDEX user_group_id ON user (grp);
CREATE INDEX user_group_name ON user (grp, name_key);
CREATE INDEX user_shift_id ON user (shift);
CREATE INDEX user_shift_name ON user (shift, name_key);
CREATE INDEX user_plain_id ON user (id) WHERE level = 0;
CREATE INDEX user_plain_name ON user (name_key) WHERE level = 0;
CREATE INDEX user_admin_id ON user (id) WHERE level > 0;
CREATE INDEX user_admin_name ON user (name_key) WHERE level > 0;
CREATE INDEX user_with_card_id ON user (id) WHERE card IS NOT NULL;
CREATE INDEX user_with_card_name ON user (name_key) WHERE card IS NOT NULL;
CREATE INDEX user_with_pin_id ON user (id) WHERE pin_key IS NOT NULL;
CREATE INDEX user_with_pin_name ON user (name_key) WHERE pin_key IS NOT NULL;
CREATE INDEX user_bare_id ON user (id) WHERE card IS NULL AND pin_key IS NULL;
CREATE INDEX user_bare_name ON user (name_key) WHERE card IS NULL AND pin_key IS NULL;
CREATE INDEX user_valid_to ON user (valid_to, name_key);

-- Name parts: pairs of code points as hexadecimal words, and the last code point alone.
CREATE VIRTUAL TABLE user_name_fts USING fts5 (grams, content = '', columnsize = 0, tokenize = 'ascii', prefix = '6');

-- Counts that the console asks for often; `generation` counts the changes of the table.
CREATE TABLE user_count (
    one INTEGER PRIMARY KEY CHECK (one = 1),
    users INTEGER NOT NULL, cards INTEGER NOT NULL, passwords INTEGER NOT NULL, admins INTEGER NOT NULL,
    generation INTEGER NOT NULL
) STRICT;

INSERT INTO user_count VALUES (1, 0, 0, 0, 0, 0);

CREATE TRIGGER user_count_insert AFTER INSERT ON user BEGIN
    UPDATE user_count SET users = users + 1, cards = cards + (NEW.card IS NOT NULL),
        passwords = passwords + (NEW.pin_key IS NOT NULL), admins = admins + (NEW.level > 0),
        generation = generation + 1; END;

CREATE TRIGGER user_count_delete AFTER DELETE ON user BEGIN
    UPDATE user_count SET users = users - 1, cards = cards - (OLD.card IS NOT NULL),
        passwords = passwords - (OLD.pin_key IS NOT NULL), admins = admins - (OLD.level > 0),
        generation = generation + 1; END;

CREATE TRIGGER user_count_update AFTER UPDATE ON user BEGIN
    UPDATE user_count SET cards = cards + (NEW.card IS NOT NULL) - (OLD.card IS NOT NULL),
        passwords = passwords + (NEW.pin_key IS NOT NULL) - (OLD.pin_key IS NOT NULL),
        admins = admins + (NEW.level > 0) - (OLD.level > 0), generation = generation + 1; END;
