-- An API key is deleted with the user who made it; existing keys count as made by admin.
ALTER TABLE rest_key ADD COLUMN maker INTEGER NOT NULL DEFAULT 0;

CREATE TRIGGER rest_key_of_user AFTER DELETE ON user BEGIN
    DELETE FROM rest_key WHERE maker = old.userid;
    END;
