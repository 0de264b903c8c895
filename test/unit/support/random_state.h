/* Random contents of a state folder, and what is in one, read by plain SQL. For tests of what keeps, copies or replaces all
 * of it. */
#ifndef POSTERN_TEST_RANDOM_STATE_H
#define POSTERN_TEST_RANDOM_STATE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct store;

/* Numbers that are the same for the same seed. Not 0. */
struct random_numbers {
    uint64_t state;
};

/* From 0 to below `count`. */
unsigned random_below(struct random_numbers *random, unsigned count);

/* The seed of this run: SEED of the environment, else `usual`. Prints it. */
unsigned random_seed(const char *test, unsigned usual);

/* Empties the tables of people, rules, log and devices, and fills them with others; photos of some lines of the log lie in the
 * folder `dir` afterwards. While no terminal runs on it. */
void random_state_fill(struct store *store, const char *dir, struct random_numbers *random);

#define STATE_TABLES_MAX 64

/* All rows of a database, a text a table: a line a row, its columns as SQL literals. */
struct state_dump {
    size_t count;
    struct {
        char *name, *rows;
    } tables[STATE_TABLES_MAX];
};

/* Reads all tables of a database file. The caller frees it. */
void state_dump_read(const char *path, struct state_dump *ret_dump);
void state_dump_free(struct state_dump *dump);

/* The rows of a table; "" for none. */
const char *state_dump_rows(const struct state_dump *dump, const char *table);
size_t state_dump_count(const struct state_dump *dump, const char *table);

#endif
