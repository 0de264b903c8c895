#include "store/door/area.h"

#include "store/store_impl.h"

enum { AREA_GET, AREA_PUT, AREA_REMOVE, AREA_CLEAR, AREA_INSIDE, AREA_COUNTED, AREA_COUNT };

static const char *const area_sql[AREA_COUNT] = {
    [AREA_GET] = "SELECT area, since FROM person_area WHERE userid = ?1",
    /* A user deleted meanwhile has no area, and a new user with the same ID has no other's. 0 is STORE_PERSON_ANY. */
    [AREA_PUT] = ("INSERT INTO person_area (userid, area, since) SELECT userid, ?2, ?3 FROM user"
                  " WHERE userid = ?1 AND ?4 IN (0, identity)"
                  " ON CONFLICT (userid) DO UPDATE SET area = excluded.area, since = excluded.since"),
    [AREA_REMOVE] = "DELETE FROM person_area WHERE userid = ?1",
    [AREA_CLEAR] = "DELETE FROM person_area WHERE userid > 0",
    [AREA_INSIDE] = ("SELECT p.userid, u.username, p.since FROM person_area AS p JOIN user AS u USING (userid)"
                     " WHERE p.area = 1 AND p.since >= ?1 AND p.userid > ?2 ORDER BY p.userid LIMIT ?3"),
    [AREA_COUNTED] = ("SELECT count(*) FROM (SELECT 1 FROM person_area WHERE area = 1 AND since >= ?1 LIMIT ?2)"),
};

static const struct store_statements statements = {STORE_MODULE_AREA, AREA_COUNT, area_sql};

int store_area_get(struct store *store, uint32_t userid, struct store_area *ret_area) {
    _cleanup_(store_resetp) sqlite3_stmt *query = NULL;
    int r = store_statement(store, &statements, AREA_GET, &query);
    if (r == 0) {
        sqlite3_bind_int64(query, 1, userid);
        r = store_step(store, query);
    }
    if (r <= 0) {
        return r < 0 ? r : E_NOTFOUND;
    }
    *ret_area =
        (struct store_area){.area = (uint8_t)sqlite3_column_int(query, 0), .since_ms = sqlite3_column_int64(query, 1)};
    return 0;
}

int store_area_put(struct store *store, uint32_t userid, int64_t identity, const struct store_area *area) {
    _cleanup_(store_resetp) sqlite3_stmt *query = NULL;
    int r = store_statement(store, &statements, AREA_PUT, &query);
    if (r < 0) {
        return r;
    }
    sqlite3_bind_int64(query, 1, userid);
    sqlite3_bind_int(query, 2, area->area);
    sqlite3_bind_int64(query, 3, area->since_ms);
    sqlite3_bind_int64(query, 4, identity);
    return store_run(store, query);
}

int store_area_remove(struct store *store, uint32_t userid) {
    _cleanup_(store_resetp) sqlite3_stmt *query = NULL;
    int r = store_statement(store, &statements, AREA_REMOVE, &query);
    if (r < 0) {
        return r;
    }
    sqlite3_bind_int64(query, 1, userid);
    return store_run_on_row(store, query);
}

int store_area_clear(struct store *store, uint32_t *ret_count) {
    _cleanup_(store_resetp) sqlite3_stmt *query = NULL;
    int r = store_statement(store, &statements, AREA_CLEAR, &query);
    if (r == 0) {
        r = store_run(store, query);
    }
    if (r == 0) {
        *ret_count = (uint32_t)sqlite3_changes(store->db);
    }
    return r;
}

int store_area_inside(struct store *store, int64_t since_ms, uint32_t after, size_t max, struct arena *arena,
                      struct store_area_person *ret_people, size_t *ret_count) {
    _cleanup_(store_resetp) sqlite3_stmt *query = NULL;
    size_t count = 0;
    int r = store_statement(store, &statements, AREA_INSIDE, &query);
    if (r < 0) {
        return r;
    }
    sqlite3_bind_int64(query, 1, since_ms);
    sqlite3_bind_int64(query, 2, after);
    sqlite3_bind_int64(query, 3, (int64_t)max);
    while ((r = store_step(store, query)) == 1 && count < max) {
        struct store_area_person *person = &ret_people[count++];
        person->userid = (uint32_t)sqlite3_column_int64(query, 0);
        person->username = store_column_keep(query, 1, arena);
        person->since_ms = sqlite3_column_int64(query, 2);
        if (person->username == NULL) {
            return E_NOMEM;
        }
    }
    *ret_count = count;
    return r < 0 ? r : 0;
}

int store_area_count(struct store *store, int64_t since_ms, uint32_t *ret_count, bool *ret_is_more) {
    _cleanup_(store_resetp) sqlite3_stmt *query = NULL;
    int r = store_statement(store, &statements, AREA_COUNTED, &query);
    if (r == 0) {
        sqlite3_bind_int64(query, 1, since_ms);
        sqlite3_bind_int64(query, 2, STORE_AREA_COUNT_MAX + 1);
        r = store_step(store, query);
    }
    if (r < 0) {
        return r;
    }
    int64_t counted = sqlite3_column_int64(query, 0);
    *ret_is_more = counted > STORE_AREA_COUNT_MAX;
    *ret_count = (uint32_t)(*ret_is_more ? STORE_AREA_COUNT_MAX : counted);
    return 0;
}
