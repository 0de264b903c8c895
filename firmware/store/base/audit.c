#include "store/base/audit.h"

#include <stdlib.h>
#include <string.h>

#include "store/store_impl.h"
#include "util/buf.h"
#include "util/crypto.h"

#define MIB (INT64_C(1024) * 1024)
#define SHORT_SHARE 16 /* fraction of each quota that the reserve has room for */
#define SUM (-1) /* in place of sponsor and person in the row of the totals */

static const struct store_audit_budget audit_budgets[] = {
    [AUDIT_IMPORTANCE_EDIT] = {60000, 16 * MIB},
    [AUDIT_IMPORTANCE_REFUSED] = {5000, 1 * MIB},
    [AUDIT_IMPORTANCE_SIGN_IN] = {15000, 3 * MIB},
    [AUDIT_IMPORTANCE_RIGHTS] = {20000, 6 * MIB},
};

enum {
    AUDIT_ADD,
    AUDIT_LINKED,
    AUDIT_LAST,
    AUDIT_ENDS,
    AUDIT_SHARE,
    AUDIT_GROUP,
    AUDIT_LONGEST_GROUP,
    AUDIT_LONGEST_PERSON,
    AUDIT_DROP,
    AUDIT_TOTAL,
    AUDIT_READ,
    AUDIT_COUNT
};

/* What the link of an entry is computed from, in this order, and the previous link. */
#define LINKED "id, time_ms, account, peer, call, object, before, after, importance, previous"

enum { LINKED_ID, LINKED_TIME, LINKED_TEXTS, LINKED_IMPORTANCE = LINKED_TEXTS + 6, LINKED_PREVIOUS };

static const char *const audit_sql[AUDIT_COUNT] = {
    [AUDIT_ADD] = "INSERT INTO audit (time_ms, account, peer, call, object, before, after, importance, sponsor, person,"
                  " previous) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11)",
    [AUDIT_LINKED] = "SELECT " LINKED " FROM audit WHERE id = ?1",
    [AUDIT_LAST] = "SELECT " LINKED " FROM audit WHERE id ="
                   " (SELECT max(id) FROM audit WHERE importance = ?1 AND sponsor = ?2 AND person = ?3)",
    [AUDIT_ENDS] = "SELECT " LINKED " FROM audit WHERE id IN"
                   " (SELECT max(id) FROM audit GROUP BY importance, sponsor, person)",
    [AUDIT_SHARE] = "SELECT count, octets FROM audit_share WHERE importance = ?1 AND sponsor = ?2 AND person = ?3",
    [AUDIT_GROUP] = "SELECT sum(count), sum(octets) FROM audit_share WHERE importance = ?1 AND sponsor = ?2",
    [AUDIT_LONGEST_GROUP] = "SELECT sponsor FROM audit_share WHERE importance = ?1 AND sponsor >= 0 GROUP BY sponsor"
                            " ORDER BY sum(iif(?2, octets, count)) DESC LIMIT 1",
    [AUDIT_LONGEST_PERSON] = "SELECT person FROM audit_share WHERE importance = ?1 AND sponsor = ?2"
                             " ORDER BY iif(?3, octets, count) DESC LIMIT 1",
    [AUDIT_DROP] = "DELETE FROM audit WHERE id ="
                   " (SELECT min(id) FROM audit WHERE importance = ?1 AND sponsor = ?2 AND person = ?3)",
    [AUDIT_TOTAL] = "SELECT coalesce(sum(count), 0) FROM audit_share WHERE sponsor = -1",
    [AUDIT_READ] = "SELECT time_ms, account, peer, call, object, before, after, importance, sponsor, person"
                   " FROM audit ORDER BY id DESC LIMIT ?1",
};

static const struct store_statements statements = {STORE_MODULE_AUDIT, AUDIT_COUNT, audit_sql};

const struct store_audit_budget *store_audit_budget(enum audit_importance importance) {
    return &audit_budgets[importance];
}

/* Selects entries of an importance, of a sponsor's group, of a person in it. */
struct audit_place {
    enum audit_importance importance;
    int64_t sponsor, person;
};

/* Prepares a statement with the first `count` members of the place as parameters. */
static int place_query(struct store *store, unsigned index, const struct audit_place *place, int count,
                       sqlite3_stmt **ret_query) {
    const int64_t values[] = {place->importance, place->sponsor, place->person};
    int r = store_statement(store, &statements, index, ret_query);
    for (int i = 0; r == 0 && i < count && i < (int)(sizeof(values) / sizeof(values[0])); i++) {
        sqlite3_bind_int64(*ret_query, i + 1, values[i]);
    }
    return r;
}

/* Reads entries and bytes of a person (or the total), or with AUDIT_GROUP of a group; zeros without a row. */
static int read_used(struct store *store, unsigned index, const struct audit_place *place,
                     struct store_audit_budget *ret_used) {
    _cleanup_(store_resetp) sqlite3_stmt *query = NULL;
    int r = place_query(store, index, place, index == AUDIT_GROUP ? 2 : 3, &query);
    if (r == 0) {
        r = store_step(store, query);
    }
    *ret_used = (struct store_audit_budget){0, 0};
    if (r == 1) {
        *ret_used = (struct store_audit_budget){sqlite3_column_int64(query, 0), sqlite3_column_int64(query, 1)};
    }
    return r < 0 ? r : 0;
}

/* Finds the group with the most entries or, with AUDIT_LONGEST_PERSON, the person with the most in a group. E_CORRUPT:
 * there is none. */
static int read_longest(struct store *store, unsigned index, const struct audit_place *place, bool by_octets,
                        int64_t *ret_id) {
    _cleanup_(store_resetp) sqlite3_stmt *query = NULL;
    int known = index == AUDIT_LONGEST_PERSON ? 2 : 1;
    int r = place_query(store, index, place, known, &query);
    if (r < 0) {
        return r;
    }
    sqlite3_bind_int(query, known + 1, by_octets);
    r = store_step(store, query);
    if (r == 1) {
        *ret_id = sqlite3_column_int64(query, 0);
    }
    return r == 0 ? err_here(E_CORRUPT) : r < 0 ? r : 0;
}

static bool is_over_share(const struct store_audit_budget *used, const struct store_audit_budget *budget, int share,
                          bool by_octets) {
    return by_octets ? used->octets > budget->octets / share : used->count > budget->count / share;
}

/* Chooses whose oldest entry is displaced by a new one of `by`. */
static int choose_place(struct store *store, const struct audit_place *by, const struct store_audit_budget *budget,
                        bool by_octets, struct audit_place *ret_place) {
    struct store_audit_budget used;
    *ret_place = *by;
    int r = read_used(store, AUDIT_GROUP, by, &used);
    if (r == 0 && !is_over_share(&used, budget, STORE_AUDIT_SPONSOR_SHARE, by_octets)) {
        r = read_longest(store, AUDIT_LONGEST_GROUP, by, by_octets, &ret_place->sponsor);
    }
    if (r == 0) {
        r = read_used(store, AUDIT_SHARE, by, &used);
    }
    bool is_own =
        ret_place->sponsor == by->sponsor && is_over_share(&used, budget, STORE_AUDIT_PERSON_SHARE, by_octets);
    return r < 0 || is_own ? r : read_longest(store, AUDIT_LONGEST_PERSON, ret_place, by_octets, &ret_place->person);
}

static int drop_oldest(struct store *store, const struct audit_place *place) {
    _cleanup_(store_resetp) sqlite3_stmt *query = NULL;
    int r = place_query(store, AUDIT_DROP, place, 3, &query);
    return r < 0 ? r : store_run_on_row(store, query);
}

/* Deletes entries until those of the importance are within the quota. */
static int audit_trim(struct store *store, const struct audit_place *by, const struct store_audit_budget *budget) {
    const struct audit_place sum = {by->importance, SUM, SUM};
    struct store_audit_budget used;
    int r = read_used(store, AUDIT_SHARE, &sum, &used);
    while (r == 0 && (used.count > budget->count || used.octets > budget->octets)) {
        struct audit_place place;
        r = choose_place(store, by, budget, used.count <= budget->count, &place);
        if (r == 0) {
            r = drop_oldest(store, &place);
        }
        if (r == 0) {
            r = read_used(store, AUDIT_SHARE, &sum, &used);
        }
    }
    return r;
}

static void link_row(sqlite3_stmt *query, struct store_linked *ret_linked) {
    struct chain chain;
    ret_linked->has_previous = store_column_link(query, LINKED_PREVIOUS, &ret_linked->previous);
    chain_begin(&chain, &ret_linked->previous, "audit");
    chain_number(&chain, sqlite3_column_int64(query, LINKED_ID));
    chain_number(&chain, sqlite3_column_int64(query, LINKED_TIME));
    for (int i = LINKED_TEXTS; i < LINKED_IMPORTANCE; i++) {
        chain_text(&chain, (const char *)sqlite3_column_text(query, i));
    }
    chain_number(&chain, sqlite3_column_int64(query, LINKED_IMPORTANCE));
    chain_end(&chain, &ret_linked->link);
}

int store_audit_linked(struct store *store, int64_t id, struct store_linked *ret_linked) {
    _cleanup_(store_resetp) sqlite3_stmt *query = NULL;
    int r = store_statement(store, &statements, AUDIT_LINKED, &query);
    if (r < 0) {
        return r;
    }
    sqlite3_bind_int64(query, 1, id);
    r = store_step(store, query);
    if (r == 1) {
        link_row(query, ret_linked);
    }
    return r < 0 ? r : r == 0 ? E_NOTFOUND : 0;
}

static int compare_links(const void *one, const void *other) {
    return memcmp(one, other, sizeof(struct chain_link));
}

int store_audit_head(struct store *store, struct store_audit_head *ret_head) {
    _cleanup_(store_resetp) sqlite3_stmt *query = NULL;
    _cleanup_(buf_donep) struct buf links = {0};
    struct store_linked linked;
    int r = store_audit_count(store, &ret_head->count);
    if (r == 0) {
        r = store_statement(store, &statements, AUDIT_ENDS, &query);
    }
    if (r < 0) {
        return r;
    }
    ret_head->last = 0;
    while ((r = store_step(store, query)) == 1) {
        const int64_t id = sqlite3_column_int64(query, LINKED_ID);
        ret_head->last = id > ret_head->last ? id : ret_head->last;
        link_row(query, &linked);
        if (linked.has_previous) {
            buf_append(&links, &linked.link, sizeof(linked.link));
        }
    }
    if (r < 0 || buf_failed(&links)) {
        return r < 0 ? r : E_NOMEM;
    }
    if (links.len > 0) {
        qsort(links.data, links.len / sizeof(struct chain_link), sizeof(struct chain_link), compare_links);
    }
    crypto_sha256(links.data, links.len, ret_head->link.bytes);
    return 0;
}

/* Reads the link of the newest entry of the same importance and person: the end of the chain that the next entry
 * continues. Of each chain the oldest entries are deleted first, so that there are never gaps. */
static int read_end(struct store *store, const struct store_audit_row *row, struct chain_link *ret_link) {
    const struct audit_place place = {row->importance, row->sponsor, row->person};
    _cleanup_(store_resetp) sqlite3_stmt *query = NULL;
    struct store_linked linked = {.has_previous = false};
    int r = place_query(store, AUDIT_LAST, &place, 3, &query);
    if (r == 0) {
        r = store_step(store, query);
    }
    if (r == 1) {
        link_row(query, &linked);
    }
    *ret_link = linked.link;
    return r < 0 ? r : 0;
}

static int audit_insert(struct store *store, const struct store_audit_row *row) {
    _cleanup_(store_resetp) sqlite3_stmt *query = NULL;
    struct chain_link previous;
    int r = read_end(store, row, &previous);
    if (r == 0) {
        r = store_statement(store, &statements, AUDIT_ADD, &query);
    }
    if (r < 0) {
        return r;
    }
    sqlite3_bind_int64(query, 1, row->time_ms);
    sqlite3_bind_text(query, 2, row->account, -1, SQLITE_STATIC);
    sqlite3_bind_text(query, 3, row->peer, -1, SQLITE_STATIC);
    sqlite3_bind_text(query, 4, row->call, -1, SQLITE_STATIC);
    sqlite3_bind_text(query, 5, row->object, -1, SQLITE_STATIC);
    sqlite3_bind_text(query, 6, row->before, -1, SQLITE_STATIC);
    sqlite3_bind_text(query, 7, row->after, -1, SQLITE_STATIC);
    sqlite3_bind_int(query, 8, (int)row->importance);
    sqlite3_bind_int64(query, 9, row->sponsor);
    sqlite3_bind_int64(query, 10, row->person);
    sqlite3_bind_blob(query, 11, previous.bytes, sizeof(previous.bytes), SQLITE_STATIC);
    return store_run(store, query);
}

static int64_t larger_of(int64_t a, int64_t b) {
    return a > b ? a : b;
}

/* Computes the current quota. On a full disk the log does not grow: the quota is then what is stored, or the share of
 * it that the reserve has room for. */
static int budget_now(struct store *store, const struct audit_place *by, struct store_audit_budget *ret_budget) {
    const struct audit_place sum = {by->importance, SUM, SUM};
    const struct store_audit_budget *budget = &audit_budgets[by->importance];
    struct store_audit_budget used;
    *ret_budget = *budget;
    if (!store_home_is_short(store->home)) {
        return 0;
    }
    int r = read_used(store, AUDIT_SHARE, &sum, &used);
    if (r == 0 && used.count < budget->count && used.octets < budget->octets) {
        ret_budget->count = larger_of(used.count, budget->count / SHORT_SHARE);
        ret_budget->octets = larger_of(used.octets, budget->octets / SHORT_SHARE);
    }
    return r;
}

int store_audit_add(struct store *store, const struct store_audit_row *row) {
    const struct audit_place by = {row->importance, row->sponsor, row->person};
    struct store_audit_budget budget;
    int r = budget_now(store, &by, &budget);
    if (r == 0) {
        r = audit_insert(store, row);
    }
    return r < 0 ? r : audit_trim(store, &by, &budget);
}

int store_audit_count(struct store *store, int64_t *ret_count) {
    _cleanup_(store_resetp) sqlite3_stmt *query = NULL;
    int r = store_statement(store, &statements, AUDIT_TOTAL, &query);
    if (r < 0) {
        return r;
    }
    r = store_step(store, query);
    if (r < 0) {
        return r;
    }
    *ret_count = sqlite3_column_int64(query, 0);
    return 0;
}

int store_audit_read(struct store *store, unsigned limit, int (*each)(void *ctx, const struct store_audit_row *row),
                     void *ctx) {
    _cleanup_(store_resetp) sqlite3_stmt *query = NULL;
    size_t len = 0;
    int r = store_statement(store, &statements, AUDIT_READ, &query);
    if (r < 0) {
        return r;
    }
    sqlite3_bind_int64(query, 1, limit);
    while ((r = store_step(store, query)) == 1) {
        struct store_audit_row row = {
            .time_ms = sqlite3_column_int64(query, 0),
            .account = store_column_text(query, 1, &len),
            .peer = store_column_text(query, 2, &len),
            .call = store_column_text(query, 3, &len),
            .object = store_column_text(query, 4, &len),
            .before = (const char *)sqlite3_column_text(query, 5),
            .after = (const char *)sqlite3_column_text(query, 6),
            .importance = (enum audit_importance)sqlite3_column_int(query, 7),
            .sponsor = (uint32_t)sqlite3_column_int64(query, 8),
            .person = (uint32_t)sqlite3_column_int64(query, 9),
        };
        int stop = each(ctx, &row);
        if (stop != 0) {
            return stop;
        }
    }
    return r;
}
