/* Values in a database that violate the constraints of their table, like those caused by damage. */
#ifndef POSTERN_TEST_DAMAGED_CELL_H
#define POSTERN_TEST_DAMAGED_CELL_H

#include <sqlite3.h>
#include <stdbool.h>

/* Opens a file of a stopped terminal with plain SQLite: its tables can be changed, and no trigger runs. The caller
 * closes it. Ends the test on failure. */
sqlite3 *damaged_cell_open(const char *path);

/* Runs a statement while the table has no NOT NULL and no STRICT, and no CHECK applies. False if it fails all the same,
 * which only happens for keys. Ends the test if the definition cannot be changed. */
bool damaged_cell_write(sqlite3 *db, const char *table, const char *update);

#endif
