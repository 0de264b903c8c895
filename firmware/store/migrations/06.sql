-- The columns of a user get the names that the fields have in calls.
ALTER TABLE user RENAME COLUMN id TO userid;
ALTER TABLE user RENAME COLUMN name TO username;
ALTER TABLE user RENAME COLUMN card TO cardno;
ALTER TABLE user RENAME COLUMN grp TO "group";
ALTER TABLE user RENAME COLUMN mode TO identify_mode;
ALTER TABLE user RENAME COLUMN factors TO identify_factors;
