-- Who gave an account its password: a person's own hours are not changed through an account of their own making. The
-- sponsor is the best that is known of older ones.
ALTER TABLE user ADD COLUMN maker INTEGER NOT NULL DEFAULT 0 CHECK (maker >= 0);
UPDATE user SET maker = sponsor WHERE sponsor > 0;
