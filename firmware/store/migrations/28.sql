-- The employee number of a user. Upper and lower case are the same.
ALTER TABLE user ADD COLUMN employee_no TEXT NOT NULL DEFAULT '' COLLATE NOCASE CHECK (length(employee_no) <= 24
    AND length(CAST(employee_no AS BLOB)) <= 96);
CREATE UNIQUE INDEX user_employee_no ON user (employee_no) WHERE employee_no <> '';
CREATE INDEX user_employee_no_sort ON user (employee_no);
