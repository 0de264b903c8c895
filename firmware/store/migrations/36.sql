-- Where the headings of an imported table are: the line of their last row, 0 for the first row of the table, and how many rows they have.
ALTER TABLE bulk ADD COLUMN heading_line INTEGER NOT NULL DEFAULT 0 CHECK (heading_line BETWEEN 0 AND 4294967295);
ALTER TABLE bulk ADD COLUMN heading_rows INTEGER NOT NULL DEFAULT 1 CHECK (heading_rows BETWEEN 1 AND 2);
