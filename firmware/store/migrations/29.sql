-- The department of a user. Upper and lower case are the same.
ALTER TABLE user ADD COLUMN department TEXT NOT NULL DEFAULT '' COLLATE NOCASE CHECK (length(department) <= 64
    AND length(CAST(department AS BLOB)) <= 256);
CREATE INDEX user_department_id ON user (department);
CREATE INDEX user_department_name ON user (department, name_key);
