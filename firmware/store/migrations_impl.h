/* The migrations as the build packs them (tools/migrations): the SQL of store/migrations/00.sql, 01.sql, ... */
#ifndef POSTERN_STORE_MIGRATIONS_IMPL_H
#define POSTERN_STORE_MIGRATIONS_IMPL_H

#include <stdint.h>

extern const char *const store_migration_steps[];
extern const unsigned store_migration_count;

/* Hash of the schema (schema.c) at each version, from 0 to store_migration_count. */
extern const uint64_t store_migration_hashes[];

#endif
