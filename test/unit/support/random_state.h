/* Random content of a state folder, and reading its content with plain SQL. For tests of code that stores, copies or
 * replaces all of it. */
#ifndef POSTERN_TEST_RANDOM_STATE_H
#define POSTERN_TEST_RANDOM_STATE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct store;

/* Reproducible pseudo-random numbers. The seed must not be 0. */
struct random_numbers {
    uint64_t state;
};

/* From 0 to below `count`. */
unsigned random_below(struct random_numbers *random, unsigned count);

/* Returns the seed of this run: SEED of the environment, else `usual`. Prints it. */
unsigned random_seed(const char *test, unsigned usual);

/* Replaces the content of the tables of people, rules, log and devices by random content, with photos of some records
 * in the folder `dir`. No terminal may run on it. */
void random_state_fill(struct store *store, const char *dir, struct random_numbers *random);

#define STATE_TABLES_MAX 64

/* All rows of a database, one text per table: a line per row, with its columns as SQL literals. */
struct state_dump {
    size_t count;
    struct {
        char *name, *rows;
    } tables[STATE_TABLES_MAX];
};

/* Reads all tables of a database file. The caller frees it. */
void state_dump_read(const char *path, struct state_dump *ret_dump);
void state_dump_free(struct state_dump *dump);

/* Returns the rows of a table; "": none. */
const char *state_dump_rows(const struct state_dump *dump, const char *table);
size_t state_dump_count(const struct state_dump *dump, const char *table);

#endif
