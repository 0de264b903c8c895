/* Checks that tables, indexes and triggers of a database are those that the migrations make, and that rows have what
 * they refer to. */
#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "store/store_impl.h"
#include "util/fnv.h"

/* SQLite's own tables (sqlite_sequence, sqlite_stat1) are left out. FTS5 writes the tables behind the index of name
 * parts, in the wording of its version: only their names are compared. Tables come first: without one its indexes are
 * missing, too. */
static const char schema_sql[] = "SELECT iif(type = 'table', 0, 1) || ' ' || type || ' ' || name,"
                                 " tbl_name || ' ' || iif(name GLOB 'user_name_fts_*', '', coalesce(sql, ''))"
                                 " FROM sqlite_schema WHERE name NOT GLOB 'sqlite_*' ORDER BY 1";

enum { COLUMN_KEY, COLUMN_SQL };

#define KEY_RANK 2 /* bytes of the key before type and name */

/* Both sides of the comparison, a row at a time. */
struct schema_side {
    struct store *store;
    sqlite3_stmt *query;
    int more; /* 1: there is a row */
};

static int side_step(struct schema_side *side) {
    side->more = store_step(side->store, side->query);
    return side->more < 0 ? side->more : 0;
}

static int side_open(struct schema_side *side, struct store *store) {
    side->store = store;
    int r = store_prepare(store, schema_sql, &side->query);
    return r < 0 ? r : side_step(side);
}

static const char *side_text(const struct schema_side *side, int column) {
    size_t len = 0;
    return store_column_text(side->query, column, &len);
}

/* Skips to the next significant character: not blanks and not the quotes of names, which ALTER TABLE may write
 * differently. */
static const char *skip_blanks(const char *text) {
    while (*text == '"' || isspace((unsigned char)*text) != 0) {
        text++;
    }
    return text;
}

static bool is_same_sql(const char *one, const char *other) {
    for (one = skip_blanks(one), other = skip_blanks(other); *one != '\0' && *one == *other;
         one = skip_blanks(one + 1), other = skip_blanks(other + 1)) {
    }
    return *one == *other;
}

/* Returns less than 0: `one` comes first, or the other has no row. */
static int side_compare(const struct schema_side *one, const struct schema_side *other) {
    if (one->more != other->more) {
        return other->more - one->more;
    }
    return strcmp(side_text(one, COLUMN_KEY), side_text(other, COLUMN_KEY));
}

static int schema_damage(const char *what, const struct schema_side *side) {
    char text[CAUSE_TEXT_MAX];
    (void)snprintf(text, sizeof(text), "%s %.128s", what, side_text(side, COLUMN_KEY) + KEY_RANK);
    return err_with_text(E_CORRUPT, text);
}

static int compare_row(const struct schema_side *have, const struct schema_side *want) {
    int order = side_compare(have, want);
    if (order != 0) {
        return order < 0 ? schema_damage("foreign", have) : schema_damage("missing", want);
    }
    return is_same_sql(side_text(have, COLUMN_SQL), side_text(want, COLUMN_SQL)) ? 0 : schema_damage("changed", have);
}

static int compare_schemas(struct store *store, struct store *model) {
    struct schema_side have = {.more = 0}, want = {.more = 0};
    int r = side_open(&have, store);
    if (r == 0) {
        r = side_open(&want, model);
    }
    while (r == 0 && (have.more == 1 || want.more == 1)) {
        r = compare_row(&have, &want);
        if (r == 0) {
            r = side_step(&have);
        }
        if (r == 0) {
            r = side_step(&want);
        }
    }
    (void)sqlite3_finalize(have.query);
    (void)sqlite3_finalize(want.query);
    return r;
}

int store_compare_schema(struct store *store) {
    _cleanup_(store_freep) struct store *model = NULL;
    int64_t version = 0;
    unsigned before = 0;
    int r = store_read_schema(store, &version);
    if (r < 0 || version > (int64_t)store_schema_latest()) {
        return r; /* a newer one, whose schema this firmware does not know */
    }
    r = store_connect(":memory:", NULL, &model);
    if (r == 0) {
        r = store_migrate_to(model, (unsigned)version, &before);
    }
    return r < 0 || model == NULL ? r : compare_schemas(store, model);
}

/* Hashes the significant characters and the NUL. */
static uint64_t hash_text(uint64_t hash, const char *text) {
    for (text = skip_blanks(text); *text != '\0'; text = skip_blanks(text + 1)) {
        hash = fnv_add(hash, *text);
    }
    return fnv_add(hash, '\0');
}

int store_hash_schema(struct store *store, uint64_t *ret_hash) {
    struct schema_side side = {.more = 0};
    *ret_hash = FNV_START;
    int r = side_open(&side, store);
    while (r == 0 && side.more == 1) {
        *ret_hash = hash_text(hash_text(*ret_hash, side_text(&side, COLUMN_KEY)), side_text(&side, COLUMN_SQL));
        r = side_step(&side);
    }
    (void)sqlite3_finalize(side.query);
    return r;
}

int store_check_schema(struct store *store) {
    uint64_t hash = 0;
    int64_t version = 0;
    int r = store_read_schema(store, &version);
    if (r == 0) {
        r = store_hash_schema(store, &hash);
    }
    return r < 0 || store_schema_has_hash(version, hash) ? r : store_compare_schema(store);
}

int store_check_references(struct store *store) {
    sqlite3_stmt *query = NULL;
    char text[CAUSE_TEXT_MAX];
    size_t len = 0;
    int r = store_prepare(store, "PRAGMA foreign_key_check", &query);
    if (r == 0) {
        r = store_step(store, query);
    }
    if (r == 1) {
        (void)snprintf(text, sizeof(text), "a row of %.64s belongs to no row of %.64s",
                       store_column_text(query, 0, &len), store_column_text(query, 2, &len));
        r = err_with_text(E_CORRUPT, text);
    }
    (void)sqlite3_finalize(query);
    return r;
}
