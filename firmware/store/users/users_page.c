/* Pages of the list of users. */
#include <stdlib.h>
#include <string.h>

#include "store/users/users_impl.h"
#include "store/users/users_question.h"
#include "util/arena.h"

/* Capacity for rows: one more than the page has, and three sources for a search of digits. */
#define ROWS_MAX (2 * (USER_QUERY_LIMIT_MAX + 1) + 1)

struct page_row {
    struct user user;
    const char *key; /* folded name, or the text that the list is sorted by; NULL when sorted by ID */
    size_t key_len;
};

struct rows {
    struct page_row *row;
    uint32_t count;
    uint32_t max;
};

struct page {
    struct question question;
    struct arena *arena;
    bool backward; /* rows before a cursor: read in reverse order, then reversed */
    bool bounded;
    struct users_cursor cursor; /* position that the page was requested with */
    bool cursor_fresh; /* the table has not changed since it was made */
    uint32_t total;
    bool total_is_more;
};

static int read_rows(struct page *page, sqlite3_stmt *statement, struct rows *rows) {
    bool by_name = page->question.query->sort == USER_SORT_NAME;
    int r;

    while ((r = store_step(page->question.store, statement)) == 1) {
        struct page_row *row = &rows->row[rows->count];

        if (rows->count == rows->max) {
            return E_INTERNAL;
        }
        r = store_users_read_row(statement, page->arena, &row->user);
        if (r == 0 && page->question.by_field != 0) {
            const struct value_row *sorted = &user_rows[page->question.by_field];
            row->key = value_text(sorted, value_in_const(sorted, &row->user));
            row->key_len = strlen(row->key);
        }
        if (r == 0 && by_name) {
            const char *key = store_column_text(statement, USERS_COLUMN_COUNT, &row->key_len);

            row->key_len = name_index_text(key, row->key_len);
            row->key = arena_strndup(page->arena, key, row->key_len);
            r = row->key != NULL ? 0 : E_NOMEM;
        }
        if (r < 0) {
            return r;
        }
        rows->count++;
    }
    return r;
}

static int fetch_with(struct page *page, const struct shape *shape, const struct users_cursor *bound, uint32_t limit,
                      struct rows *rows) {
    _cleanup_(store_resetp) sqlite3_stmt *statement = NULL;
    int r = shape_statement(page->question.store, shape, &statement);

    if (r < 0) {
        return r;
    }
    question_bind(&page->question, statement, bound, limit);
    return read_rows(page, statement, rows);
}

static int fetch_range(struct page *page, const struct shape *shape, int range, const struct users_cursor *bound,
                       uint32_t limit, struct rows *rows) {
    _cleanup_(store_resetp) sqlite3_stmt *statement = NULL;
    int64_t low = page->question.low[range], high = page->question.high[range];

    if (bound != NULL && shape->bound == SHAPE_ABOVE && low <= bound->id) {
        low = (int64_t)bound->id + 1;
    } else if (bound != NULL && shape->bound == SHAPE_BELOW && high >= bound->id) {
        high = (int64_t)bound->id - 1;
    }
    if (low > high) {
        return 0;
    }
    int r = shape_statement(page->question.store, shape, &statement);
    if (r < 0) {
        return r;
    }
    question_bind(&page->question, statement, bound, limit);
    (void)sqlite3_bind_int64(statement, SHAPE_LOW, low);
    (void)sqlite3_bind_int64(statement, SHAPE_HIGH, high);
    return read_rows(page, statement, rows);
}

static int compare_ids(const void *a, const void *b) {
    const struct page_row *one = a, *other = b;

    return (one->user.userid > other->user.userid) - (one->user.userid < other->user.userid);
}

static void turn_round(struct rows *rows) {
    for (uint32_t i = 0, j = rows->count; i + 1 < j; i++) {
        struct page_row row = rows->row[i];

        rows->row[i] = rows->row[--j];
        rows->row[j] = row;
    }
}

/* Sorts the rows of the three sources and removes duplicates. */
static void page_merge(struct rows *rows, bool descending, uint32_t limit) {
    uint32_t kept = 0;

    qsort(rows->row, rows->count, sizeof(rows->row[0]), compare_ids);
    for (uint32_t i = 0; i < rows->count; i++) {
        if (kept == 0 || rows->row[kept - 1].user.userid != rows->row[i].user.userid) {
            rows->row[kept++] = rows->row[i];
        }
    }
    rows->count = kept;
    if (descending) {
        turn_round(rows);
    }
    rows->count = kept < limit ? kept : limit;
}

/* Searches digits by ID: the ranges of IDs in order, names, users with the card; each gives at most one page. */
static int fetch_digits(struct page *page, struct shape shape, const struct users_cursor *bound, uint32_t limit,
                        struct rows *rows) {
    int r = 0;

    shape.plan = SHAPE_RANGE;
    for (int i = 0; r == 0 && i < SHAPE_RANGE_COUNT && rows->count < limit; i++) {
        int range = shape.descending ? SHAPE_RANGE_COUNT - 1 - i : i;

        r = fetch_range(page, &shape, range, bound, limit - rows->count, rows);
    }
    if (r == 0) {
        shape.plan = SHAPE_NAME;
        r = fetch_with(page, &shape, bound, limit, rows);
    }
    if (r == 0 && question_has_holder(&page->question)) {
        shape.plan = SHAPE_CARD;
        r = fetch_with(page, &shape, bound, CARD_READINGS_MAX, rows);
    }
    if (r == 0) {
        page_merge(rows, shape.descending, limit);
    }
    return r;
}

static enum shape_plan choose_plan(const struct page *page) {
    const struct question *question = &page->question;

    if (question->needle_len == 0) {
        return SHAPE_LIST;
    }
    if (question->driver_small) {
        return SHAPE_LIST_MATCH;
    }
    if (question->query->sort == USER_SORT_ID) {
        return SHAPE_NAME;
    }
    if (page->total_is_more || page->total > QUESTION_SET_MAX) {
        return SHAPE_LIST_MATCH;
    }
    return question->digits ? SHAPE_DIGIT_SET : SHAPE_NAME_SET;
}

/* Reads up to `limit` rows beyond `bound` (NULL: from the end), in list order or reversed. */
static int page_fetch(struct page *page, bool descending, const struct users_cursor *bound, uint32_t limit,
                      struct rows *rows) {
    const struct question *question = &page->question;
    struct shape shape = question_shape(question, choose_plan(page), SHAPE_ROWS);

    shape.descending = descending;
    shape.bound = bound == NULL ? SHAPE_UNBOUND : descending ? SHAPE_BELOW : SHAPE_ABOVE;
    if (shape.plan == SHAPE_NAME && question->digits) {
        return fetch_digits(page, shape, bound, limit, rows);
    }
    return fetch_with(page, &shape, bound, limit, rows);
}

/* Makes the position before an ID, so that the rows beyond it begin with that ID. */
static int place_before_id(const char *from, bool descending, struct users_cursor *ret_place) {
    uint64_t id = 0;

    if (!text_is_digits(from)) {
        return E_FORMAT;
    }
    for (const char *digit = from; *digit != '\0' && id <= USER_USERID_MAX; digit++) {
        id = id * 10 + (uint64_t)(*digit - '0');
    }
    if (id < USER_USERID_MIN || id > USER_USERID_MAX) {
        return E_FORMAT;
    }
    ret_place->id = (uint32_t)(descending ? id + 1 : id - 1);
    return 0;
}

/* Makes a position from the start of a text: below all texts that start with it, or above them when descending. */
static void place_before_key(bool descending, struct users_cursor *place) {
    static const char highest[] = "\xf4\x8f\xbf\xbf"; /* U+10FFFF, higher than any continuation of a text */

    place->by_name = true;
    if (descending && place->key_len + sizeof(highest) <= sizeof(place->key)) {
        memcpy(place->key + place->key_len, highest, sizeof(highest));
        place->key_len += sizeof(highest) - 1;
    }
}

static int place_before_name(const char *from, bool descending, struct users_cursor *ret_place) {
    int r = text_fold(from, strlen(from), ret_place->key, &ret_place->key_len);

    place_before_key(descending, ret_place);
    return r;
}

static int place_before_text(const char *from, const struct question *question, struct users_cursor *ret_place) {
    ret_place->key_len = strnlen(from, sizeof(ret_place->key) - 1);
    memcpy(ret_place->key, from, ret_place->key_len);
    ret_place->key[ret_place->key_len] = '\0';
    ret_place->by_field = question->by_field;
    place_before_key(question->descending, ret_place);
    return 0;
}

static int place_before(const struct question *question, struct users_cursor *ret_place) {
    const struct user_query *query = question->query;

    if (question->by_field != 0) {
        return place_before_text(query->from, question, ret_place);
    }
    return query->sort == USER_SORT_NAME ? place_before_name(query->from, question->descending, ret_place)
                                         : place_before_id(query->from, question->descending, ret_place);
}

static int read_place(struct page *page) {
    const struct user_query *query = page->question.query;
    const char *text = query->after != NULL ? query->after : query->before;

    page->backward = query->before != NULL || query->last;
    page->bounded = text != NULL || query->from != NULL;
    if (query->from != NULL) {
        return place_before(&page->question, &page->cursor);
    }
    if (text == NULL) {
        return 0;
    }
    int r = users_cursor_read(text, query->sort != USER_SORT_ID, &page->cursor);
    if (r == 0 && page->cursor.by_field != page->question.by_field) {
        return E_FORMAT;
    }
    page->cursor_fresh = r == 0 && page->cursor.question == page->question.hash &&
                         page->cursor.generation == (uint32_t)page->question.counts.generation;
    return r;
}

/* The cursor remembers the total while nothing changes; a list without a filter has a counter. */
static int find_total(struct page *page) {
    if (!question_is_filtered(&page->question)) {
        page->total = page->question.counts.users;
        return 0;
    }
    if (page->cursor_fresh) {
        page->total = page->cursor.total;
        page->total_is_more = page->cursor.total_is_more;
        return 0;
    }
    int r = question_count(&page->question, SHAPE_UNBOUND, NULL, STORE_COUNT_MAX + 1, &page->total);
    if (r == 0 && page->total > STORE_COUNT_MAX) {
        page->total = STORE_COUNT_MAX;
        page->total_is_more = true;
    }
    return r;
}

static struct users_cursor cursor_at(const struct page *page, const struct page_row *row, uint32_t position) {
    struct users_cursor cursor = {
        .by_name = page->question.query->sort != USER_SORT_ID,
        .by_field = page->question.by_field,
        .id = row->user.userid,
        .generation = (uint32_t)page->question.counts.generation,
        .question = page->question.hash,
        .position = position,
        .total = page->total,
        .total_is_more = page->total_is_more,
    };

    if (cursor.by_name) {
        cursor.key_len = row->key_len < TEXT_FOLD_MAX ? row->key_len : TEXT_FOLD_MAX - 1;
        memcpy(cursor.key, row->key, cursor.key_len);
    }
    return cursor;
}

static int count_before(struct page *page, const struct page_row *first, uint32_t *ret_position) {
    struct users_cursor bound = cursor_at(page, first, 0);
    enum shape_bound side = page->question.descending ? SHAPE_ABOVE : SHAPE_BELOW;
    uint32_t count = 0;
    int r = question_count(&page->question, side, &bound, STORE_COUNT_MAX, &count);

    *ret_position = r == 0 && count < STORE_COUNT_MAX ? count + 1 : 0;
    return r;
}

/* Number of the first row: from the cursor while nothing changed; else counted, unless there are too many. */
static int find_position(struct page *page, const struct rows *rows, uint32_t *ret_position) {
    const struct users_cursor *cursor = &page->cursor;

    *ret_position = 0;
    if (rows->count == 0) {
        return 0;
    }
    if (!page->bounded && page->backward) {
        *ret_position = page->total_is_more ? 0 : page->total - rows->count + 1;
        return 0;
    }
    if (!page->bounded) {
        *ret_position = 1;
        return 0;
    }
    if (page->cursor_fresh && cursor->position > 0) {
        if (!page->backward) {
            *ret_position = cursor->position + 1;
        } else if (cursor->position > rows->count) {
            *ret_position = cursor->position - rows->count;
        }
        return 0;
    }
    return page->total_is_more ? 0 : count_before(page, &rows->row[0], ret_position);
}

/* Checks whether any row lies beyond a row, in list order or reversed. */
static int page_probe(struct page *page, const struct page_row *row, bool against, bool *ret_found) {
    struct page_row found[ROWS_MAX];
    struct rows rows = {.row = found, .max = ROWS_MAX};
    struct users_cursor bound = cursor_at(page, row, 0);
    int r = page_fetch(page, page->question.descending != against, &bound, 1, &rows);

    *ret_found = r == 0 && rows.count > 0;
    return r;
}

static const char *cursor_text(struct page *page, const struct users_cursor *cursor) {
    char text[USERS_CURSOR_TEXT_MAX];

    users_cursor_write(cursor, text);
    return arena_strdup(page->arena, text);
}

/* An empty page links back to where it came from: the row of the cursor counts as part of the other side. */
static int link_empty(struct page *page, struct store_users_page *ret_page) {
    struct users_cursor cursor = page->cursor;
    bool ascending = page->question.descending == page->backward;

    ret_page->next = "";
    ret_page->previous = "";
    if (!page->bounded || page->total == 0) {
        return 0;
    }
    cursor.position = 0;
    if (ascending && cursor.id < UINT32_MAX) {
        cursor.id++;
    } else if (!ascending && cursor.id > 0) {
        cursor.id--;
    }
    *(page->backward ? &ret_page->next : &ret_page->previous) = cursor_text(page, &cursor);
    return ret_page->next != NULL && ret_page->previous != NULL ? 0 : E_NOMEM;
}

/* Makes the cursors of the neighbouring pages. `more`: reading found another row beyond the page. */
static int link_page(struct page *page, const struct rows *rows, bool more, struct store_users_page *ret_page) {
    const struct page_row *first = &rows->row[0], *last = &rows->row[rows->count - 1];
    uint32_t position = ret_page->position;
    bool before = page->backward ? more : page->bounded && position != 1;
    bool after = page->backward || more;
    uint32_t end = position != 0 ? position + rows->count - 1 : 0;
    int r = 0;

    if (!page->backward && page->bounded && position == 0) {
        r = page_probe(page, first, true, &before);
    } else if (page->backward && (end == 0 || page->total_is_more)) {
        r = page_probe(page, last, false, &after);
    } else if (page->backward) {
        after = end < page->total;
    }
    if (r < 0) {
        return r;
    }
    ret_page->previous = "";
    ret_page->next = "";
    if (before) {
        struct users_cursor cursor = cursor_at(page, first, position);

        ret_page->previous = cursor_text(page, &cursor);
    }
    if (after) {
        struct users_cursor cursor = cursor_at(page, last, end);

        ret_page->next = cursor_text(page, &cursor);
    }
    return ret_page->next != NULL && ret_page->previous != NULL ? 0 : E_NOMEM;
}

static int give_users(struct page *page, const struct rows *rows, struct store_users_page *ret_page) {
    struct user *users = arena_calloc(page->arena, rows->count, sizeof(*users));

    if (users == NULL) {
        return E_NOMEM;
    }
    for (uint32_t i = 0; i < rows->count; i++) {
        users[i] = rows->row[i].user;
    }
    ret_page->users = users;
    ret_page->count = rows->count;
    return 0;
}

static int read_page(struct page *page, struct store_users_page *ret_page) {
    const struct user_query *query = page->question.query;
    struct page_row row[ROWS_MAX];
    struct rows rows = {.row = row, .max = ROWS_MAX};
    bool more;
    int r = read_place(page);

    if (r == 0) {
        r = find_total(page);
    }
    if (r == 0) {
        r = page_fetch(page, page->question.descending != page->backward, page->bounded ? &page->cursor : NULL,
                       query->limit + 1, &rows);
    }
    if (r < 0) {
        return r;
    }
    more = rows.count > query->limit;
    rows.count = more ? query->limit : rows.count;
    if (page->backward) {
        turn_round(&rows);
    }
    ret_page->total = page->total;
    ret_page->total_is_more = page->total_is_more;
    r = find_position(page, &rows, &ret_page->position);
    if (r == 0) {
        r = rows.count > 0 ? link_page(page, &rows, more, ret_page) : link_empty(page, ret_page);
    }
    return r < 0 ? r : give_users(page, &rows, ret_page);
}

int store_users_page(struct store *store, const struct user_query *query, uint32_t today, struct arena *arena,
                     struct store_users_page *ret_page) {
    struct page page = {.arena = arena};
    bool started = false;

    int places = (query->after != NULL) + (query->before != NULL) + (query->from != NULL) + (query->last ? 1 : 0);

    if (query->limit < 1 || query->limit > USER_QUERY_LIMIT_MAX || places > 1) {
        return E_INVAL;
    }
    int r = store_read_begin(store, &started);
    if (r == 0) {
        r = question_start(&page.question, store, query, today);
    }
    if (r == 0) {
        r = read_page(&page, ret_page);
    }
    store_read_end(store, started);
    return r;
}
