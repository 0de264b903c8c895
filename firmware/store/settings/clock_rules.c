#include "store/settings/clock_rules.h"

#include "store/store_impl.h"

enum { CLOCK_RULES_READ, CLOCK_RULES_CLEAR, CLOCK_RULES_ADD, CLOCK_RULES_USED, CLOCK_RULES_LATEST, CLOCK_RULES_COUNT };

#define MS_PER_S 1000
#define COLUMNS                                                                                                 \
    "id, from_s, zone, mode, change, start_month, start_day, start_week, start_weekday, start_hour, end_month," \
    " end_day, end_week, end_weekday, end_hour, place"

static const char *const clock_rules_sql[CLOCK_RULES_COUNT] = {
    [CLOCK_RULES_READ] = "SELECT " COLUMNS " FROM clock_rule ORDER BY id LIMIT ?1",
    [CLOCK_RULES_CLEAR] = "DELETE FROM clock_rule",
    [CLOCK_RULES_ADD] = "INSERT INTO clock_rule (" COLUMNS ")"
                        " VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16)",
    [CLOCK_RULES_USED] = ("SELECT count(*), count(*) FILTER (WHERE userid > 0 AND kind IN (?2, ?3, ?5)) FROM"
                          " (SELECT userid, kind FROM record INDEXED BY record_time WHERE time >= ?1 LIMIT ?4)"),
    [CLOCK_RULES_LATEST] = "SELECT coalesce(max(time), 0) FROM record",
};

static const struct store_statements statements = {STORE_MODULE_CLOCK_RULES, CLOCK_RULES_COUNT, clock_rules_sql};

static struct store_clock_rule read_rule(sqlite3_stmt *row) {
    struct store_clock_rule rule = {
        .from_s = sqlite3_column_int64(row, 1),
        .zone_min = sqlite3_column_int(row, 2),
        .dst =
            {
                .mode = (enum dst_mode)sqlite3_column_int(row, 3),
                .change = (uint16_t)sqlite3_column_int(row, 4),
                .start_month = (uint8_t)sqlite3_column_int(row, 5),
                .start_day = (uint8_t)sqlite3_column_int(row, 6),
                .start_week = (enum dst_week)sqlite3_column_int(row, 7),
                .start_weekday = (uint8_t)sqlite3_column_int(row, 8),
                .start_hour = (uint8_t)sqlite3_column_int(row, 9),
                .end_month = (uint8_t)sqlite3_column_int(row, 10),
                .end_day = (uint8_t)sqlite3_column_int(row, 11),
                .end_week = (enum dst_week)sqlite3_column_int(row, 12),
                .end_weekday = (uint8_t)sqlite3_column_int(row, 13),
                .end_hour = (uint8_t)sqlite3_column_int(row, 14),
            },
    };
    store_copy_text(row, 15, rule.place, sizeof(rule.place));
    return rule;
}

int store_clock_rules_read(struct store *store, struct store_clock_rule *ret_rules, size_t max, size_t *ret_count) {
    _cleanup_(store_resetp) sqlite3_stmt *query = NULL;
    *ret_count = 0;
    int r = store_statement(store, &statements, CLOCK_RULES_READ, &query);
    if (r < 0) {
        return r;
    }
    (void)sqlite3_bind_int64(query, 1, (sqlite3_int64)max);
    while (*ret_count < max && (r = store_step(store, query)) == 1) {
        ret_rules[(*ret_count)++] = read_rule(query);
    }
    return r < 0 ? r : 0;
}

static int add_rule(struct store *store, size_t id, const struct store_clock_rule *rule) {
    _cleanup_(store_resetp) sqlite3_stmt *query = NULL;
    const struct setting_dst_param *dst = &rule->dst;
    const int numbers[] = {
        rule->zone_min,       (int)dst->mode,     dst->change,     dst->start_month, dst->start_day,
        (int)dst->start_week, dst->start_weekday, dst->start_hour, dst->end_month,   dst->end_day,
        (int)dst->end_week,   dst->end_weekday,   dst->end_hour,
    };
    int r = store_statement(store, &statements, CLOCK_RULES_ADD, &query);
    if (r < 0) {
        return r;
    }
    (void)sqlite3_bind_int64(query, 1, (sqlite3_int64)id);
    (void)sqlite3_bind_int64(query, 2, rule->from_s);
    for (size_t i = 0; i < sizeof(numbers) / sizeof(numbers[0]); i++) {
        (void)sqlite3_bind_int(query, (int)i + 3, numbers[i]);
    }
    (void)sqlite3_bind_text(query, 16, rule->place, -1, SQLITE_STATIC);
    return store_run(store, query);
}

static int clear_rules(struct store *store) {
    _cleanup_(store_resetp) sqlite3_stmt *query = NULL;
    int r = store_statement(store, &statements, CLOCK_RULES_CLEAR, &query);
    return r < 0 ? r : store_run(store, query);
}

int store_clock_rules_write(struct store *store, const struct store_clock_rule *rules, size_t count) {
    int r = clear_rules(store);
    for (size_t i = 0; r == 0 && i < count; i++) {
        r = add_rule(store, i + 1, &rules[i]);
    }
    return r;
}

int store_clock_rules_used(struct store *store, int64_t from_s, bool *ret_used) {
    _cleanup_(store_resetp) sqlite3_stmt *query = NULL;
    int r = store_statement(store, &statements, CLOCK_RULES_USED, &query);
    if (r < 0) {
        return r;
    }
    (void)sqlite3_bind_int64(query, 1, from_s * MS_PER_S);
    (void)sqlite3_bind_int(query, 2, RECORD_KIND_ACCESS);
    (void)sqlite3_bind_int(query, 3, RECORD_KIND_CORRECTION);
    (void)sqlite3_bind_int(query, 4, STORE_CLOCK_RULES_LINES);
    (void)sqlite3_bind_int(query, 5, RECORD_KIND_IMPORTED);
    r = store_step(store, query);
    if (r <= 0) {
        return r < 0 ? r : err_here(E_CORRUPT);
    }
    *ret_used = sqlite3_column_int(query, 0) == STORE_CLOCK_RULES_LINES || sqlite3_column_int(query, 1) > 0;
    return 0;
}

int store_clock_rules_latest(struct store *store, int64_t *ret_s) {
    _cleanup_(store_resetp) sqlite3_stmt *query = NULL;
    int r = store_statement(store, &statements, CLOCK_RULES_LATEST, &query);
    if (r == 0) {
        r = store_step(store, query);
    }
    if (r <= 0) {
        return r < 0 ? r : err_here(E_CORRUPT);
    }
    *ret_s = sqlite3_column_int64(query, 0) / MS_PER_S;
    return 0;
}
