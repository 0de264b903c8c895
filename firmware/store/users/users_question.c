#include "store/users/users_question.h"

#include <stdio.h>
#include <string.h>

#include "store/users/users_impl.h"

#define NO_PREFIX "-"

static uint32_t hash_octets(uint32_t hash, const void *data, size_t len) {
    const uint8_t *octets = data;

    for (size_t i = 0; i < len; i++) {
        hash = (hash ^ octets[i]) * 16777619u;
    }
    return hash;
}

static uint32_t hash_number(uint32_t hash, int64_t number) {
    return hash_octets(hash, &number, sizeof(number));
}

/* Returns a given filter as a number of its own; 0: not given. */
static uint8_t filter_of(const struct user_query *query, enum user_query_field field, int value) {
    return user_query_gives(query, field) ? (uint8_t)(value + 1) : 0;
}

/* Hashes the value of a filtered field. */
static uint32_t hash_field(uint32_t hash, const struct user_query *query, enum user_query_field field) {
    const struct value_row *row = &user_query_rows[field];
    const void *at = value_in_const(row, query);
    if (user_query_fields[field] == USER_FIELD_COUNT || !user_query_gives(query, field)) {
        return hash;
    }
    const char *text = row->type == VALUE_TEXT ? value_text(row, at) : "";
    return hash_octets(hash_number(hash_number(hash, field), value_number(row, at)), text, strlen(text));
}

static uint32_t hash_of(const struct question *question) {
    const struct user_query *query = question->query;
    uint8_t expiry = filter_of(query, USER_QUERY_EXPIRY, (int)query->expiry);
    uint32_t hash = hash_octets(2166136261u, question->needle, question->needle_len);

    for (int i = 0; i < USER_QUERY_FIELD_COUNT; i++) {
        hash = hash_field(hash, query, (enum user_query_field)i);
    }
    hash = hash_number(hash, filter_of(query, USER_QUERY_ROLE, (int)query->role));
    hash = hash_number(hash, filter_of(query, USER_QUERY_CREDENTIAL, (int)query->credential));
    hash = hash_number(hash, expiry == 0 ? 0 : (int64_t)question->today * 4 + expiry);
    hash = hash_number(hash, query->sort);
    return hash_number(hash, question->descending);
}

/* An ID begins with the digits if it lies in one of these ranges, one for each length, ascending. */
static void set_ranges(struct question *question) {
    uint64_t low = 0, high = 0;
    bool possible = text_is_digits(question->needle) && question->needle[0] != '0' && question->needle_len <= 9;

    question->prefix = possible ? question->needle : NO_PREFIX;
    for (size_t i = 0; possible && i < question->needle_len; i++) {
        low = low * 10 + (uint64_t)(question->needle[i] - '0');
    }
    high = low;
    for (int i = 0; i < SHAPE_RANGE_COUNT; i++) {
        bool used = possible && low <= USER_USERID_MAX;

        question->low[i] = used ? (uint32_t)low : 1;
        question->high[i] = used ? (uint32_t)(high < USER_USERID_MAX ? high : USER_USERID_MAX) : 0;
        low *= 10;
        high = high * 10 + 9;
    }
}

/* Finds the users whose card the search may mean. */
static int find_holders(struct question *question) {
    struct card_readings readings;
    if (question->needle_len == 0 || card_read(question->query->search, &readings) < 0) {
        return 0; /* not a card number */
    }
    for (size_t i = 0; i < readings.count; i++) {
        int r = readings.at[i].number == 0
                    ? 0
                    : store_users_by_card(question->store, readings.at[i].number, &question->holder[i]);
        if (r < 0 && r != E_NOTFOUND) {
            return r;
        }
    }
    return 0;
}

bool question_has_holder(const struct question *question) {
    return question->holder[0] != 0 || question->holder[1] != 0;
}

/* Splits the folded search, which has single blanks, into words. The last one takes all that exceeds the limit. */
static void split_words(struct question *question) {
    const char *at = question->needle;

    while (*at != '\0') {
        const char *blank = question->word_count + 1 < SHAPE_WORD_COUNT ? strchr(at, ' ') : NULL;
        size_t len = blank != NULL ? (size_t)(blank - at) : strlen(at);

        question->word[question->word_count++] = (struct question_word){.text = at, .len = len};
        at += len + (blank != NULL ? 1 : 0);
    }
}

/* Returns whether a name that contains the other word also contains this one. Of two equal words, the first stays. */
static bool word_is_implied(const struct question *question, unsigned word, unsigned other) {
    const struct question_word *one = &question->word[word], *by = &question->word[other];

    if (word == other || one->len > by->len || (one->len == by->len && word < other)) {
        return false;
    }
    return memmem(by->text, by->len, one->text, one->len) != NULL;
}

/* Each word less is one index less to read: "an ana" searches only for "ana". */
static void drop_implied_words(struct question *question) {
    struct question_word kept[SHAPE_WORD_COUNT] = {{NULL, 0}};
    unsigned count = 0;

    for (unsigned i = 0; i < question->word_count; i++) {
        bool implied = false;

        for (unsigned j = 0; j < question->word_count && !implied; j++) {
            implied = word_is_implied(question, i, j);
        }
        if (!implied) {
            kept[count++] = question->word[i];
        }
    }
    memcpy(question->word, kept, count * sizeof(kept[0]));
    question->word_count = count;
}

/* A card number that a user has is one word, however it is written. */
static void set_words(struct question *question) {
    if (question_has_holder(question)) {
        question->word[question->word_count++] =
            (struct question_word){.text = question->needle, .len = question->needle_len};
        return;
    }
    split_words(question);
    drop_implied_words(question);
}

static void put_match(struct question *question) {
    static const char both[] = " AND ";
    size_t len = 0;

    for (unsigned i = 0; i < question->word_count; i++) {
        char match[GRAMS_MATCH_MAX];
        size_t match_len = grams_match(question->word[i].text, question->word[i].len, match);

        if (i > 0) {
            memcpy(question->match + len, both, sizeof(both) - 1);
            len += sizeof(both) - 1;
        }
        memcpy(question->match + len, match, match_len);
        len += match_len;
    }
    question->match[len] = '\0';
}

static int start_search(struct question *question) {
    const char *search = question->query->search;
    int r = search != NULL ? text_fold(search, strlen(search), question->needle, &question->needle_len) : 0;

    if (r < 0) {
        return r;
    }
    r = find_holders(question);
    if (r < 0) {
        return r;
    }
    set_words(question);
    put_match(question);
    question->digits = text_is_digits(question->needle) || question_has_holder(question);
    set_ranges(question);
    return 0;
}

/* Returns whether the filter is one by credential without a stored count: its index is counted. */
static bool is_by_credential(enum shape_driver driver) {
    return driver == SHAPE_BY_BARE || driver == SHAPE_BY_FINGER || driver == SHAPE_BY_FACE || driver == SHAPE_BY_IRIS;
}

/* An index to read from. */
struct driver {
    enum shape_driver kind;
    uint8_t field; /* enum user_field of SHAPE_BY_FIELD */
};

#define DRIVERS_MAX (USER_QUERY_FIELD_COUNT + 1)

/* Counts the entries of a filter's index, up to a limit. Uses only the filter itself, so that the index suffices. */
static int count_driver(struct question *question, struct driver driver, uint32_t limit, uint32_t *ret_count) {
    const struct user_query *query = question->query;
    struct shape shape = {
        .plan = SHAPE_LIST, .driver = driver.kind, .driver_field = driver.field, .purpose = SHAPE_COUNT};
    _cleanup_(store_resetp) sqlite3_stmt *statement = NULL;

    shape.fields = driver.kind == SHAPE_BY_FIELD ? 1u << driver.field : 0;
    shape.expiry = driver.kind == SHAPE_BY_EXPIRY ? filter_of(query, USER_QUERY_EXPIRY, (int)query->expiry) : 0;
    shape.credential =
        is_by_credential(driver.kind) ? filter_of(query, USER_QUERY_CREDENTIAL, (int)query->credential) : 0;
    int r = shape_statement(question->store, &shape, &statement);
    if (r < 0) {
        return r;
    }
    question_bind(question, statement, NULL, limit);
    r = store_step(question->store, statement);
    if (r == 1) {
        *ret_count = (uint32_t)sqlite3_column_int64(statement, 0);
    }
    return r == 1 ? 0 : r;
}

static int size_of_driver(struct question *question, struct driver driver, uint32_t *ret_size) {
    switch (driver.kind) {
        case SHAPE_BY_ALL: *ret_size = question->counts.users; return 0;
        case SHAPE_BY_ADMIN: *ret_size = question->counts.admins; return 0;
        case SHAPE_BY_PLAIN: *ret_size = question->counts.users - question->counts.admins; return 0;
        case SHAPE_BY_CARD: *ret_size = question->counts.cards; return 0;
        case SHAPE_BY_PASSWORD: *ret_size = question->counts.passwords; return 0;
        case SHAPE_BY_FIELD:
        case SHAPE_BY_BARE:
        case SHAPE_BY_FINGER:
        case SHAPE_BY_FACE:
        case SHAPE_BY_IRIS:
        case SHAPE_BY_EXPIRY: break;
    }
    return count_driver(question, driver, STORE_COUNT_MAX + 1, ret_size);
}

/* Returns the index of a credential filter; SHAPE_BY_ALL: it has none. */
static enum shape_driver driver_of_credential(enum credential_filter credential) {
    switch (credential) {
        case CREDENTIAL_FILTER_CARD: return SHAPE_BY_CARD;
        case CREDENTIAL_FILTER_PASSWORD: return SHAPE_BY_PASSWORD;
        case CREDENTIAL_FILTER_NONE: return SHAPE_BY_BARE;
        case CREDENTIAL_FILTER_FINGER: return SHAPE_BY_FINGER;
        case CREDENTIAL_FILTER_FACE: return SHAPE_BY_FACE;
        case CREDENTIAL_FILTER_IRIS: return SHAPE_BY_IRIS;
    }
    return SHAPE_BY_ALL;
}

/* Lists the indexes of the given filters. Returns their number. */
static unsigned list_drivers(const struct user_query *query, struct driver ret_drivers[DRIVERS_MAX]) {
    unsigned count = 0;

    if (user_query_gives(query, USER_QUERY_ROLE)) {
        ret_drivers[count++].kind = query->role == ROLE_FILTER_ADMIN ? SHAPE_BY_ADMIN : SHAPE_BY_PLAIN;
    }
    for (int i = 0; i < USER_QUERY_FIELD_COUNT; i++) {
        if (user_query_fields[i] != USER_FIELD_COUNT && user_query_gives(query, (enum user_query_field)i)) {
            ret_drivers[count++] = (struct driver){SHAPE_BY_FIELD, user_query_fields[i]};
        }
    }
    if (user_query_gives(query, USER_QUERY_CREDENTIAL)) {
        ret_drivers[count++].kind = driver_of_credential(query->credential);
    }
    if (user_query_gives(query, USER_QUERY_EXPIRY)) {
        ret_drivers[count++].kind = SHAPE_BY_EXPIRY;
    }
    return count;
}

static void take_driver(struct question *question, struct driver driver) {
    question->driver = driver.kind;
    question->driver_field = driver.field;
}

/* Chooses the filter with the fewest rows. One side of today is not in list order: its index is used while it can be
 * sorted. */
static int choose_driver(struct question *question) {
    struct driver drivers[DRIVERS_MAX] = {{SHAPE_BY_ALL, 0}};
    const unsigned count = list_drivers(question->query, drivers);
    uint32_t best = UINT32_MAX;

    if (count == 1 && drivers[0].kind != SHAPE_BY_EXPIRY && question->needle_len == 0 && question->by_field == 0) {
        take_driver(question, drivers[0]);
        return 0; /* no choice, and the size is not needed */
    }
    for (unsigned i = 0; i < count; i++) {
        uint32_t size = 0;
        int r = size_of_driver(question, drivers[i], &size);
        if (r < 0) {
            return r;
        }
        if (size < best && (drivers[i].kind != SHAPE_BY_EXPIRY || size <= STORE_COUNT_MAX)) {
            best = size;
            take_driver(question, drivers[i]);
        }
    }
    question->driver_small = best <= QUESTION_SET_MAX;
    return 0;
}

int question_start(struct question *question, struct store *store, const struct user_query *query, uint32_t today) {
    *question = (struct question){
        .store = store, .query = query, .today = today, .descending = query->order == SORT_ORDER_DESC};
    const uint8_t sort = user_sort_fields[query->sort];
    question->by_field = sort != USER_FIELD_COUNT ? sort : 0;
    int r = start_search(question);
    if (r == 0) {
        r = store_users_counts(store, &question->counts);
    }
    if (r == 0) {
        r = choose_driver(question);
    }
    question->hash = hash_of(question);
    return r;
}

bool question_is_filtered(const struct question *question) {
    return question->needle_len > 0 || question->driver != SHAPE_BY_ALL ||
           user_query_gives(question->query, USER_QUERY_EXPIRY);
}

/* Returns the fields with a value filter. */
static uint32_t fields_of(const struct user_query *query) {
    uint32_t fields = 0;
    for (int i = 0; i < USER_QUERY_FIELD_COUNT; i++) {
        if (user_query_fields[i] != USER_FIELD_COUNT && user_query_gives(query, (enum user_query_field)i)) {
            fields |= 1u << user_query_fields[i];
        }
    }
    return fields;
}

/* A text other than the name is sorted by its own index, unless only few rows have to be sorted; counting needs no
 * order. */
static enum shape_driver driver_of(const struct question *question, enum shape_plan plan, enum shape_purpose purpose) {
    const bool is_list = plan == SHAPE_LIST || plan == SHAPE_LIST_MATCH;
    const bool by_index = question->by_field == 0 || purpose != SHAPE_ROWS || question->driver_small;
    return is_list && by_index ? question->driver : SHAPE_BY_ALL;
}

struct shape question_shape(const struct question *question, enum shape_plan plan, enum shape_purpose purpose) {
    const struct user_query *query = question->query;
    const enum shape_driver driver = driver_of(question, plan, purpose);

    return (struct shape){
        .plan = plan,
        .driver = driver,
        .driver_field = driver == SHAPE_BY_FIELD ? question->driver_field : 0,
        .purpose = purpose,
        .by_name = query->sort == USER_SORT_NAME,
        .by_field = question->by_field,
        .fields = fields_of(query),
        .role = filter_of(query, USER_QUERY_ROLE, (int)query->role),
        .credential = filter_of(query, USER_QUERY_CREDENTIAL, (int)query->credential),
        .expiry = filter_of(query, USER_QUERY_EXPIRY, (int)query->expiry),
        .words = (uint8_t)question->word_count,
        .digits = question->digits,
    };
}

/* Binds the values of the filtered fields, and the position where the list continues. */
static void bind_fields(const struct user_query *query, sqlite3_stmt *statement, int count) {
    for (int i = 0; i < USER_QUERY_FIELD_COUNT; i++) {
        const struct value_row *row = &user_query_rows[i];
        const void *at = value_in_const(row, query);
        const int parameter = SHAPE_FIELDS + user_query_fields[i];
        if (user_query_fields[i] == USER_FIELD_COUNT || count < parameter) {
            continue;
        }
        if (row->type == VALUE_TEXT) {
            (void)sqlite3_bind_text(statement, parameter, value_text(row, at), -1, SQLITE_STATIC);
        } else {
            (void)sqlite3_bind_int64(statement, parameter, value_number(row, at));
        }
    }
}

static void bind_bound(const struct users_cursor *bound, sqlite3_stmt *statement, int count) {
    if (count >= SHAPE_ID) {
        (void)sqlite3_bind_int64(statement, SHAPE_ID, bound->id);
    }
    if (count >= SHAPE_KEY && bound->by_field != 0) {
        (void)sqlite3_bind_text(statement, SHAPE_KEY, bound->key, (int)bound->key_len, SQLITE_STATIC);
    } else if (count >= SHAPE_KEY && bound->by_name) {
        char key[USERS_KEY_MAX];
        size_t len = store_users_key(bound->key, bound->key_len, bound->id, key);

        (void)sqlite3_bind_text(statement, SHAPE_KEY, key, (int)len, SQLITE_TRANSIENT);
    }
}

void question_bind(const struct question *question, sqlite3_stmt *statement, const struct users_cursor *bound,
                   uint32_t limit) {
    int count = sqlite3_bind_parameter_count(statement);

    (void)sqlite3_bind_int64(statement, SHAPE_LIMIT, limit);
    if (bound != NULL) {
        bind_bound(bound, statement, count);
    }
    bind_fields(question->query, statement, count);
    if (count >= SHAPE_TODAY) {
        (void)sqlite3_bind_int64(statement, SHAPE_TODAY, question->today);
    }
    if (count >= SHAPE_MATCH) {
        (void)sqlite3_bind_text(statement, SHAPE_MATCH, question->match, -1, SQLITE_STATIC);
    }
    if (count >= SHAPE_NEEDLE) {
        (void)sqlite3_bind_text(statement, SHAPE_NEEDLE, question->word[0].text, (int)question->word[0].len,
                                SQLITE_STATIC);
    }
    if (count >= SHAPE_HOLDER) {
        (void)sqlite3_bind_int64(statement, SHAPE_HOLDER, question->holder[0]);
        (void)sqlite3_bind_int64(statement, SHAPE_OTHER, question->holder[1]);
    }
    if (count >= SHAPE_PREFIX_LEN) {
        (void)sqlite3_bind_text(statement, SHAPE_PREFIX, question->prefix, -1, SQLITE_STATIC);
        (void)sqlite3_bind_int64(statement, SHAPE_PREFIX_LEN, (int64_t)strlen(question->prefix));
    }
    for (int i = 0; i < SHAPE_RANGE_COUNT && count >= SHAPE_RANGES + 2 * i + 1; i++) {
        (void)sqlite3_bind_int64(statement, SHAPE_RANGES + 2 * i, question->low[i]);
        (void)sqlite3_bind_int64(statement, SHAPE_RANGES + 2 * i + 1, question->high[i]);
    }
    for (unsigned i = 1; i < question->word_count && count >= (int)(SHAPE_WORDS + i); i++) {
        (void)sqlite3_bind_text(statement, (int)(SHAPE_WORDS + i), question->word[i].text, (int)question->word[i].len,
                                SQLITE_STATIC);
    }
}

static int count_with(struct question *question, struct shape *shape, const struct users_cursor *bound, int64_t low,
                      int64_t high, uint32_t limit, uint32_t *ret_count) {
    _cleanup_(store_resetp) sqlite3_stmt *statement = NULL;
    int r = shape_statement(question->store, shape, &statement);

    if (r < 0) {
        return r;
    }
    question_bind(question, statement, bound, limit);
    if (shape->plan == SHAPE_RANGE) {
        (void)sqlite3_bind_int64(statement, SHAPE_LOW, low);
        (void)sqlite3_bind_int64(statement, SHAPE_HIGH, high);
    }
    r = store_step(question->store, statement);
    if (r == 1) {
        *ret_count += (uint32_t)sqlite3_column_int64(statement, 0);
    }
    return r == 1 ? 0 : r;
}

/* Counts by ID first, then the matches by name or card outside the ranges. */
static int count_digits(struct question *question, enum shape_bound side, const struct users_cursor *bound,
                        uint32_t limit, uint32_t *ret_count) {
    static const enum shape_plan rest[] = {SHAPE_NAME, SHAPE_CARD};
    struct shape shape = question_shape(question, SHAPE_RANGE, SHAPE_COUNT);
    int r = 0;

    shape.bound = side;
    for (int i = 0; r == 0 && i < SHAPE_RANGE_COUNT && *ret_count < limit; i++) {
        int64_t low = question->low[i], high = question->high[i];

        if (!shape_by_text(&shape) && side == SHAPE_ABOVE && low <= bound->id) {
            low = (int64_t)bound->id + 1;
        } else if (!shape_by_text(&shape) && side == SHAPE_BELOW && high >= bound->id) {
            high = (int64_t)bound->id - 1;
        }
        if (low <= high) {
            r = count_with(question, &shape, bound, low, high, limit - *ret_count, ret_count);
        }
    }
    for (int i = 0; r == 0 && i < 2 && *ret_count < limit; i++) {
        shape = question_shape(question, rest[i], SHAPE_COUNT_REST);
        shape.bound = side;
        r = count_with(question, &shape, bound, 0, 0, limit - *ret_count, ret_count);
    }
    return r;
}

int question_count(struct question *question, enum shape_bound side, const struct users_cursor *bound, uint32_t limit,
                   uint32_t *ret_count) {
    enum shape_plan plan = question->needle_len == 0 ? SHAPE_LIST
                           : question->driver_small  ? SHAPE_LIST_MATCH
                                                     : SHAPE_NAME;
    struct shape shape = question_shape(question, plan, SHAPE_COUNT);

    *ret_count = 0;
    if (plan == SHAPE_LIST && shape.driver == SHAPE_BY_ALL && shape.expiry != 0) {
        shape.driver = SHAPE_BY_EXPIRY; /* counting needs no order */
    }
    if (plan == SHAPE_NAME && question->digits) {
        return count_digits(question, side, bound, limit, ret_count);
    }
    shape.bound = side;
    return count_with(question, &shape, bound, 0, 0, limit, ret_count);
}
