#include "core/records/search.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "core/base/core.h"
#include "core/base/rights.h"
#include "core/events/log.h"
#include "core/records/thermometry.h"
#include "core/settings/settings.h"
#include "core/time/clock.h"
#include "core/time/clock_rules.h"
#include "core/time/local_time.h"
#include "util/arena.h"

#define MS_PER_S 1000
#define LAST_MS (RECORD_QUERY_TO_MAX * MS_PER_S + MS_PER_S - 1)
#define ALL_KINDS UINT32_MAX /* also those that this firmware does not know */

static bool is_given(const struct record_query *asked, enum record_query_field field) {
    return (asked->given >> field & 1U) != 0;
}

static int asked_word(const struct record_query *asked, enum record_query_field field, int word) {
    return is_given(asked, field) ? word : STORE_LOG_ANY;
}

static uint32_t asked_kinds(const struct record_query *asked) {
    if (is_given(asked, RECORD_QUERY_KIND)) {
        return 1U << asked->kind;
    }
    return asked->all ? ALL_KINDS : 1U << RECORD_KIND_ACCESS;
}

static int64_t ms_later(int64_t a, int64_t b) {
    return a > b ? a : b;
}

static int64_t ms_earlier(int64_t a, int64_t b) {
    return a < b ? a : b;
}

/* Takes the days that are asked for out of the time. */
static void search_days(struct core *core, const struct record_query *asked, struct store_log_query *query) {
    struct local_history clock;
    clock_history(core, &clock);
    if (is_given(asked, RECORD_QUERY_DAYS)) {
        int64_t first = local_day_number(clock_today(core)) - asked->days + 1;
        query->from_ms = ms_later(query->from_ms, local_history_day_start(&clock, first) * MS_PER_S);
    }
    if (is_given(asked, RECORD_QUERY_FROM_DAY) && asked->from_day != 0) {
        int64_t first = local_day_number(asked->from_day);
        query->from_ms = ms_later(query->from_ms, local_history_day_start(&clock, first) * MS_PER_S);
    }
    if (is_given(asked, RECORD_QUERY_TO_DAY) && asked->to_day != 0) {
        int64_t next = local_day_number(asked->to_day) + 1;
        query->to_ms = ms_earlier(query->to_ms, local_history_day_start(&clock, next) * MS_PER_S - 1);
    }
}

static void search_temperature(struct core *core, const struct record_query *asked, struct store_log_query *query) {
    int32_t above = thermometry_above(core);
    if (is_given(asked, RECORD_QUERY_TEMPERATURE)) {
        query->temperature_min = asked->temperature == THERMOMETRY_TYPE_ABNORMALITY ? above + 1 : 1;
        query->temperature_max = asked->temperature == THERMOMETRY_TYPE_NORMAL ? above : INT32_MAX;
    }
}

static int search_errors(struct core *core, const struct record_query *asked, struct search *search) {
    int r = clock_errors_read(core, &search->errors);
    if (r == 0 && asked->wrong_clock) {
        search->query.errors = search->errors.rows;
        search->query.error_count = search->errors.count;
    }
    return r;
}

int search_start(struct core *core, const struct actor *by, const struct record_query *asked, struct search *ret_search,
                 const char **ret_field) {
    struct store_log_query *query = &ret_search->query;
    *ret_search =
        (struct search){.query = {
                            .from_ms = is_given(asked, RECORD_QUERY_FROM) ? asked->from * MS_PER_S : INT64_MIN,
                            .to_ms = is_given(asked, RECORD_QUERY_TO) ? asked->to * MS_PER_S + MS_PER_S - 1 : LAST_MS,
                            .userid = is_given(asked, RECORD_QUERY_USERID) ? (int64_t)asked->userid : STORE_LOG_ANY,
                            .kinds = asked_kinds(asked),
                            .result = asked_word(asked, RECORD_QUERY_RESULT, (int)asked->result),
                            .reason = asked_word(asked, RECORD_QUERY_REASON, (int)asked->reason),
                            .status = asked_word(asked, RECORD_QUERY_STATUS, (int)asked->status),
                            .factor = asked_word(asked, RECORD_QUERY_FACTOR, (int)asked->factor),
                            .temperature_max = INT32_MAX,
                            .budget = SEARCH_BUDGET,
                        }};
    ret_search->hides_people = !rights_may_know_people(&settings_get(core)->rights, by);
    search_days(core, asked, query);
    search_temperature(core, asked, query);
    int r = search_errors(core, asked, ret_search);
    if (r < 0) {
        return r;
    }
    if (query->from_ms > query->to_ms) {
        *ret_field = is_given(asked, RECORD_QUERY_TO_DAY) ? "toDay" : "to";
        return E_RANGE;
    }
    if (is_given(asked, RECORD_QUERY_NAME) && ret_search->hides_people) {
        *ret_field = "name"; /* what is found would say who it is */
        return E_FORBIDDEN;
    }
    if (is_given(asked, RECORD_QUERY_NAME)) {
        r = text_fold(asked->name, strlen(asked->name), ret_search->needle, &query->needle_len);
        query->needle = ret_search->needle;
        return r;
    }
    return 0;
}

int search_start_measured(struct core *core, const struct actor *by, const struct record_query *asked,
                          struct search *ret_search, const char **ret_field) {
    int r = search_start(core, by, asked, ret_search, ret_field);
    if (r == 0 && ret_search->query.temperature_min == 0) {
        ret_search->query.temperature_min = 1;
    }
    return r;
}

/* A cursor is the place itself: "time.number". */
static int place_read(const char *text, struct store_log_place *ret_place) {
    int end = 0;
    int taken = sscanf(text, "%17" SCNd64 ".%17" SCNd64 "%n", &ret_place->time, &ret_place->seq, &end);
    return taken == 2 && text[end] == '\0' && ret_place->seq >= 0 ? 0 : E_FORMAT;
}

static const char *place_text(struct arena *arena, const struct store_log_place *place) {
    char text[SEARCH_CURSOR_MAX];
    (void)snprintf(text, sizeof(text), "%" PRId64 ".%" PRId64, place->time, place->seq);
    return arena_strdup(arena, text);
}

/* Where the reading begins: at the cursor, or at the end of the time asked for, whichever comes first. */
static int search_begin(const struct search_place *place, struct store_log_query *query, const char **ret_field) {
    const char *cursor = place->after != NULL ? place->after : place->before;
    query->upwards = place->before != NULL;
    query->max = place->limit + 1; /* one more says that there is another page */
    query->place = query->upwards ? (struct store_log_place){query->from_ms, 0}
                                  : (struct store_log_place){query->to_ms, RECORD_SEQ_MAX};
    if (cursor == NULL) {
        return 0;
    }
    struct store_log_place at;
    int r = place->after != NULL && place->before != NULL ? E_RANGE : place_read(cursor, &at);
    if (r < 0) {
        *ret_field = place->after != NULL ? "after" : "before";
        return r;
    }
    bool is_inside = query->upwards ? at.time >= query->from_ms : at.time <= query->to_ms;
    if (is_inside) {
        query->place = at;
    }
    return 0;
}

static void turn_round(struct record *records, size_t count) {
    for (size_t i = 0; i < count / 2; i++) {
        struct record other = records[i];
        records[i] = records[count - 1 - i];
        records[count - 1 - i] = other;
    }
}

static struct store_log_place place_of(const struct record *record) {
    return (struct store_log_place){record->time, record->seq};
}

/* The cursors on both sides of a page. Forward is the way that was read. */
static int search_link(const struct search_place *place, const struct store_log_query *query,
                       const struct store_log_found *found, struct arena *arena, struct search_page *page) {
    bool is_more = found->count > place->limit || !found->ended;
    bool came = place->after != NULL || place->before != NULL;
    struct store_log_place last = page->partial ? found->place : query->place;
    struct store_log_place first = query->place;
    if (page->count > 0) {
        const struct record *newest = &page->records[0], *oldest = &page->records[page->count - 1];
        first = place_of(query->upwards ? oldest : newest);
        last = page->partial ? found->place : place_of(query->upwards ? newest : oldest);
    }
    /* Back from an empty page lies the line that the cursor named. */
    if (page->count == 0) {
        first.seq += query->upwards ? 1 : -1;
    }
    const char *forward = is_more ? place_text(arena, &last) : "";
    const char *back = came ? place_text(arena, &first) : "";
    page->next = query->upwards ? back : forward;
    page->previous = query->upwards ? forward : back;
    return page->next != NULL && page->previous != NULL ? 0 : E_NOMEM;
}

int search_page(struct core *core, const struct search *search, const struct search_place *place, struct arena *arena,
                struct search_page *ret_page, const char **ret_field) {
    struct store_log_query query = search->query;
    struct store_log_found found = {0};
    struct record *records = arena_calloc(arena, SEARCH_PAGE_MAX + 1, sizeof(*records));
    if (records == NULL) {
        return E_NOMEM;
    }
    int r = search_begin(place, &query, ret_field);
    if (r == 0) {
        r = store_log_find(core->store, &query, arena, records, &found);
    }
    if (r < 0) {
        return r;
    }
    *ret_page = (struct search_page){.records = records,
                                     .count = found.count < place->limit ? found.count : place->limit,
                                     .partial = found.count < place->limit && !found.ended};
    for (size_t i = 0; search->hides_people && i < ret_page->count; i++) {
        log_hide_person(&records[i], arena);
    }
    if (query.upwards) {
        turn_round(records, ret_page->count);
    }
    return search_link(place, &query, &found, arena, ret_page);
}
