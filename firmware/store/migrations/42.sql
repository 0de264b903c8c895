-- A user ID may be given again, a person comes once: `identity` is a number that no other user of this terminal gets, ever; the
-- records that name the ID and have a number above `since` are this person's (store/person.h). `user_count.identity` is the
-- last one that was given.
ALTER TABLE user ADD COLUMN identity INTEGER NOT NULL DEFAULT 0 CHECK (identity BETWEEN 0 AND 9007199254740991);
ALTER TABLE user ADD COLUMN since INTEGER NOT NULL DEFAULT 0 CHECK (since BETWEEN 0 AND 9007199254740991);
ALTER TABLE user_count ADD COLUMN identity INTEGER NOT NULL DEFAULT 0 CHECK (identity BETWEEN 0 AND 9007199254740991);

DROP TRIGGER user_count_insert;
CREATE TRIGGER user_count_insert AFTER INSERT ON user BEGIN
    UPDATE user_count SET users = users + 1, cards = cards + (NEW.cardno IS NOT NULL),
        passwords = passwords + (NEW.password_hash IS NOT NULL), admins = admins + (NEW.level > 0),
        generation = generation + 1, identity = identity + 1; END;

-- Users who exist keep the records of their ID, but for those from before the ID was given again, where the audit log has both the
-- deletion and the new user. Of the records the last one that was made at the door before that moment counts.
UPDATE user SET identity = userid;
UPDATE user_count SET identity = (SELECT coalesce(max(userid), 0) FROM user);

WITH given AS MATERIALIZED (
        SELECT CAST(substr(object, 6) AS INTEGER) AS userid,
            max(time_ms) FILTER (WHERE before IS NULL AND after GLOB '{"userid":*') AS added_ms,
            min(time_ms) FILTER (WHERE after IS NULL AND before GLOB '{"userid":*') AS deleted_ms
        FROM audit WHERE object GLOB 'user [1-9]*' GROUP BY object)
    UPDATE user SET since = coalesce((SELECT max(r.seq) FROM record AS r INDEXED BY record_of_user
            WHERE r.userid = user.userid AND r.userid > 0 AND r.kind = 0 AND r.time < given.added_ms), 0)
    FROM given WHERE given.userid = user.userid AND given.deleted_ms <= given.added_ms;
