/* Values in a database that no constraint of their table allows, as damage leaves them. */
#ifndef POSTERN_TEST_DAMAGED_CELL_H
#define POSTERN_TEST_DAMAGED_CELL_H

#include <sqlite3.h>
#include <stdbool.h>

/* Opens a file of a terminal that stands still, by SQLite alone: its tables can be changed, and no trigger runs. The caller closes
 * it. Ends the test when that fails. */
sqlite3 *damaged_cell_open(const char *path);

/* Runs a statement while the table has no NOT NULL and no STRICT, and no CHECK counts. False if it fails all the same, which it does
 * for keys alone. Ends the test when the text cannot be changed. */
bool damaged_cell_write(sqlite3 *db, const char *table, const char *update);

#endif
