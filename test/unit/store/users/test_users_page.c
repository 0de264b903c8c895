/* Pages of the list of users: every filter, alone and in pairs, with every kind of search, in every order, both ways,
 * against a plain loop over a few users. How large lists behave is in test_store_users_page.c. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "store/store_impl.h"
#include "store/users/credential.h"
#include "store/users/users.h"
#include "store/users/users_cursor.h"
#include "store_fails.h"
#include "unity.h"
#include "util/arena.h"
#include "util/text.h"

#define TODAY 20261121u
#define LENGTH(array) (sizeof(array) / sizeof((array)[0]))
#define ARENA_CAP (1024 * 1024)

struct person {
    uint32_t id;
    const char *name;
    uint32_t card;
    uint8_t level, group, shift;
    uint32_t valid_to;
    bool pin;
    uint16_t enrolled; /* fingers, face and irises */
};

/* Of each member both sides of what a filter compares; names that fold alike; IDs that begin alike, of every length; a
 * card whose number is another's ID. By ID. */
static const struct person people[] = {
    {1, "Ana", 0, 0, 0, 0, 0, false, 0},
    {2, "", 12, 0, 1, 1, TODAY, true, 0},
    {7, "ANA", 0, 16, 16, 60, TODAY - 1, true, 1},
    {12, "Ana García", 120, 0, 2, 0, TODAY + 1, false, 1 << 9},
    {13, "García", 1, 1, 2, 1, 0, false, 1 << 10},
    {119, "Zoë 12", 0, 0, 0, 2, 20000101, false, 1 << 11},
    {120, "12 Monkeys", 0, 0, 3, 0, TODAY, true, 1 << 12},
    {121, "Banana", 4294967295U, 15, 3, 60, TODAY - 1, true, 0},
    {129, "ana garcia", 0, 0, 1, 0, 0, false, 3},
    {130, "Maria ana", 13, 0, 16, 1, TODAY + 1, false, 0x1c00},
    {1200, "x", 0, 0, 2, 0, 0, true, 0},
    {12345678, "Ana", 0, 1, 2, 1, TODAY, false, 0},
    {120000000, "a", 7, 0, 4, 0, 0, false, 0},
    {129999999, "b a", 0, 0, 4, 2, TODAY - 1, false, 1},
    {130000000, "an", 0, 0, 4, 2, TODAY - 1, false, 0},
    {999999999, "zz", 999, 0, 5, 3, 0, true, 0},
};
#define PEOPLE LENGTH(people)

static struct store *store;
static struct arena arena;
static char keys[PEOPLE][TEXT_FOLD_MAX];
static struct store_users_page page;
static struct user_query query;

static void add_person(const struct person *one) {
    struct user user = {
        .userid = one->id,
        .username = one->name,
        .cardno = one->card,
        .level = one->level,
        .group = one->group,
        .shift = one->shift,
        .valid_to = one->valid_to,
        .enrolled = one->enrolled,
    };
    struct store_password password = {.hash = "hash", .identifies = one->level == 0};

    memcpy(password.pin_key, &one->id, sizeof(one->id));
    TEST_ASSERT_EQUAL_INT(0, store_users_add(store, &user, one->pin ? &password : NULL));
}

void suiteSetUp(void);
void suiteSetUp(void) {
    TEST_ASSERT_EQUAL_INT(0, store_open_memory(&store));
    TEST_ASSERT_EQUAL_INT(0, store_begin(store));
    for (size_t i = 0; i < PEOPLE; i++) {
        size_t len = 0;
        add_person(&people[i]);
        TEST_ASSERT_EQUAL_INT(0, text_fold(people[i].name, strlen(people[i].name), keys[i], &len));
    }
    TEST_ASSERT_EQUAL_INT(0, store_commit(store));
}

int suiteTearDown(int failures);
int suiteTearDown(int failures) {
    store = store_free(store);
    return failures;
}

void setUp(void) {
    arena_init(&arena, ARENA_CAP);
    query = (struct user_query){.limit = 50};
}

void tearDown(void) {
    arena_done(&arena);
    store_abort(store);
}

/* ---- the plain loop ---- */

static bool gives(enum user_query_field field) {
    return user_query_gives(&query, field);
}

static bool has_credential(const struct person *one, enum credential_filter of) {
    switch (of) {
        case CREDENTIAL_FILTER_CARD: return one->card != 0;
        case CREDENTIAL_FILTER_PASSWORD: return one->pin;
        case CREDENTIAL_FILTER_NONE: return one->card == 0 && !one->pin && (one->enrolled & 0x1fff) == 0;
        case CREDENTIAL_FILTER_FINGER: return (one->enrolled & 0x3ff) != 0;
        case CREDENTIAL_FILTER_FACE: return (one->enrolled & 0x400) != 0;
        case CREDENTIAL_FILTER_IRIS: return (one->enrolled & 0x1800) != 0;
    }
    return false;
}

static bool passes_filters(const struct person *one) {
    bool is_expired = one->valid_to != 0 && one->valid_to < TODAY;

    return (!gives(USER_QUERY_GROUP) || one->group == query.group) &&
           (!gives(USER_QUERY_SHIFT) || one->shift == query.shift) &&
           (!gives(USER_QUERY_ROLE) || (one->level > 0) == (query.role == ROLE_FILTER_ADMIN)) &&
           (!gives(USER_QUERY_CREDENTIAL) || has_credential(one, query.credential)) &&
           (!gives(USER_QUERY_EXPIRY) || is_expired == (query.expiry == EXPIRY_FILTER_EXPIRED));
}

/* Each word of the search is in the name; all that follows the seventh is one. */
static bool has_words(const char *key, const char *needle) {
    char words[TEXT_FOLD_MAX], *word = words;

    (void)snprintf(words, sizeof(words), "%s", needle);
    for (int i = 1; word != NULL; i++) {
        char *blank = i < 8 ? strchr(word, ' ') : NULL;

        if (blank != NULL) {
            *blank = '\0';
        }
        if (strstr(key, word) == NULL) {
            return false;
        }
        word = blank != NULL ? blank + 1 : NULL;
    }
    return true;
}

static bool passes_search(const struct person *one, const char *key) {
    char needle[TEXT_FOLD_MAX] = "", id[16];
    size_t len = 0;

    if (query.search == NULL) {
        return true;
    }
    TEST_ASSERT_EQUAL_INT(0, text_fold(query.search, strlen(query.search), needle, &len));
    (void)snprintf(id, sizeof(id), "%u", (unsigned)one->id);
    return len == 0 || has_words(key, needle) ||
           (text_is_digits(needle) &&
            (strncmp(id, needle, len) == 0 || (one->card != 0 && strtoull(needle, NULL, 10) == one->card)));
}

static int in_order(const void *a, const void *b) {
    size_t one = *(const size_t *)a, other = *(const size_t *)b;
    int order = query.sort == USER_SORT_NAME ? strcmp(keys[one], keys[other]) : 0;

    order = order != 0 ? order : (people[one].id > people[other].id) - (people[one].id < people[other].id);
    return query.order == SORT_ORDER_DESC ? -order : order;
}

/* Numbers of the people that match, in list order. */
static size_t expected_list(size_t ret_list[PEOPLE]) {
    size_t count = 0;

    for (size_t i = 0; i < PEOPLE; i++) {
        if (passes_filters(&people[i]) && passes_search(&people[i], keys[i])) {
            ret_list[count++] = i;
        }
    }
    qsort(ret_list, count, sizeof(ret_list[0]), in_order);
    return count;
}

/* ---- what is compared ---- */

static char what[160];

static void describe(void) {
    (void)snprintf(what, sizeof(what),
                   "search %s given %x group %d role %d shift %d credential %d expiry %d sort %d order %d limit %d",
                   query.search != NULL ? query.search : "-", (unsigned)query.given, query.group, (int)query.role,
                   query.shift, (int)query.credential, (int)query.expiry, (int)query.sort, (int)query.order,
                   query.limit);
}

static void read_page(void) {
    memset(&page, 0x5a, sizeof(page));
    TEST_ASSERT_EQUAL_INT_MESSAGE(0, store_users_page(store, &query, TODAY, &arena, &page), what);
}

static void check_page(const size_t *list, size_t count, size_t at, size_t expected) {
    TEST_ASSERT_EQUAL_size_t_MESSAGE(expected, page.count, what);
    TEST_ASSERT_EQUAL_UINT32_MESSAGE(count, page.total, what);
    TEST_ASSERT_FALSE_MESSAGE(page.total_is_more, what);
    for (size_t i = 0; i < expected; i++) {
        const struct person *one = &people[list[at + i]];

        TEST_ASSERT_EQUAL_UINT32_MESSAGE(one->id, page.users[i].userid, what);
        TEST_ASSERT_EQUAL_STRING_MESSAGE(one->name, page.users[i].username, what);
    }
    TEST_ASSERT_EQUAL_UINT32_MESSAGE(expected > 0 ? at + 1 : 0, page.position, what);
    TEST_ASSERT_EQUAL_MESSAGE(at > 0, page.previous[0] != '\0', what);
    TEST_ASSERT_EQUAL_MESSAGE(at + expected < count, page.next[0] != '\0', what);
}

static size_t least(size_t one, size_t other) {
    return one < other ? one : other;
}

/* From the first page to the last, and back from there. `fresh` false: what a cursor remembers is out of date. */
static void walk(bool fresh) {
    size_t list[PEOPLE], at = 0;
    const size_t count = expected_list(list);
    char cursor[USERS_CURSOR_TEXT_MAX];

    describe();
    query.after = query.before = NULL;
    for (;;) {
        read_page();
        check_page(list, count, at, least(query.limit, count - at));
        if (page.next[0] == '\0') {
            break;
        }
        at += page.count;
        (void)snprintf(cursor, sizeof(cursor), "%s", page.next);
        query.after = cursor;
        if (!fresh) {
            TEST_ASSERT_EQUAL_INT(0, store_exec(store, "UPDATE user_count SET generation = generation + 1"));
        }
    }
    query.after = NULL;
    while (at > 0) {
        (void)snprintf(cursor, sizeof(cursor), "%s", page.previous);
        query.before = cursor;
        if (!fresh) {
            TEST_ASSERT_EQUAL_INT(0, store_exec(store, "UPDATE user_count SET generation = generation + 1"));
        }
        read_page();
        at -= page.count;
        check_page(list, count, at, least(query.limit, at + page.count));
    }
    query.before = NULL;
}

static void walk_last(void) {
    size_t list[PEOPLE];
    const size_t count = expected_list(list), expected = least(query.limit, count);

    query.last = true;
    read_page();
    check_page(list, count, count - expected, expected);
    query.last = false;
}

/* All orders, in pages of one, two and all. */
static void walk_all(void) {
    static const uint8_t limits[] = {1, 3, 50};

    for (int order = 0; order < 4; order++) {
        for (size_t i = 0; i < LENGTH(limits); i++) {
            query.sort = order & 1 ? USER_SORT_NAME : USER_SORT_ID;
            query.order = order & 2 ? SORT_ORDER_DESC : SORT_ORDER_ASC;
            query.limit = limits[i];
            walk(true);
            walk_last();
        }
        query.limit = 3;
        walk(false);
        arena_done(&arena);
    }
}

/* A value of a filter; those of one field are neighbours. */
struct choice {
    enum user_query_field field;
    int value;
};

static const struct choice choices[] = {
    {USER_QUERY_GROUP, 0},
    {USER_QUERY_GROUP, 2},
    {USER_QUERY_GROUP, 16},
    {USER_QUERY_ROLE, ROLE_FILTER_USER},
    {USER_QUERY_ROLE, ROLE_FILTER_ADMIN},
    {USER_QUERY_SHIFT, 0},
    {USER_QUERY_SHIFT, 60},
    {USER_QUERY_CREDENTIAL, CREDENTIAL_FILTER_CARD},
    {USER_QUERY_CREDENTIAL, CREDENTIAL_FILTER_PASSWORD},
    {USER_QUERY_CREDENTIAL, CREDENTIAL_FILTER_NONE},
    {USER_QUERY_CREDENTIAL, CREDENTIAL_FILTER_FINGER},
    {USER_QUERY_CREDENTIAL, CREDENTIAL_FILTER_FACE},
    {USER_QUERY_CREDENTIAL, CREDENTIAL_FILTER_IRIS},
    {USER_QUERY_EXPIRY, EXPIRY_FILTER_VALID},
    {USER_QUERY_EXPIRY, EXPIRY_FILTER_EXPIRED},
};

static void choose(const struct choice *one) {
    query.given |= VALUE_BIT(one->field);
    switch ((int)one->field) {
        case USER_QUERY_GROUP: query.group = (uint8_t)one->value; break;
        case USER_QUERY_ROLE: query.role = (enum role_filter)one->value; break;
        case USER_QUERY_SHIFT: query.shift = (uint8_t)one->value; break;
        case USER_QUERY_CREDENTIAL: query.credential = (enum credential_filter)one->value; break;
        default: query.expiry = (enum expiry_filter)one->value;
    }
}

static const char *const searches[] = {
    "ana",
    "a",
    "GARCIA ana",
    "ana an",
    "12",
    "1",
    "13",
    "120000000",
    "1200000000",
    "0",
    "012",
    "4294967295",
    "999",
    "7",
    "  ",
    "zoe",
    "a b",
    "zzz",
    "12 mo",
    "4294967296",
    "18446744073709551617",
    "000000000000000000013",
    "0000000000000000000013",
    "a n a g a r c ia",
    "a n a g a r c i a",
};

void test_without_a_filter(void) {
    walk_all();
}

void test_each_search_alone(void) {
    for (size_t i = 0; i < LENGTH(searches); i++) {
        query.search = searches[i];
        walk_all();
    }
}

void test_filters_alone_and_in_pairs(void) {
    for (size_t i = 0; i < LENGTH(choices); i++) {
        for (size_t j = 0; j <= i; j++) {
            query.given = 0;
            choose(&choices[i]);
            if (i == j || choices[i].field != choices[j].field) {
                choose(&choices[j]);
                walk_all();
            }
        }
    }
}

void test_filters_with_a_search(void) {
    static const char *const some[] = {"ana", "12", "1", "a", "ana garcia", "a b", "r g c"};

    for (size_t i = 0; i < LENGTH(choices); i++) {
        query.given = 0;
        choose(&choices[i]);
        for (size_t j = 0; j < LENGTH(some); j++) {
            query.search = some[j];
            walk_all();
        }
    }
}

/* ---- a place ---- */

static bool is_from(size_t number) {
    char letters[TEXT_FOLD_MAX];
    size_t len = 0;
    bool down = query.order == SORT_ORDER_DESC;

    if (query.sort == USER_SORT_ID) {
        uint32_t id = (uint32_t)strtoul(query.from, NULL, 10);
        return down ? people[number].id <= id : people[number].id >= id;
    }
    TEST_ASSERT_EQUAL_INT(0, text_fold(query.from, strlen(query.from), letters, &len));
    return down ? strncmp(keys[number], letters, len) <= 0 : strcmp(keys[number], letters) >= 0;
}

/* A page from a place; where nobody is behind it, the way leads back to the last ones. */
static void check_from(void) {
    size_t list[PEOPLE], at = 0;
    const size_t count = expected_list(list);

    describe();
    (void)snprintf(what + strlen(what), sizeof(what) - strlen(what), " from %s", query.from);
    while (at < count && !is_from(list[at])) {
        at++;
    }
    read_page();
    check_page(list, count, at, least(query.limit, count - at));
    if (at == count && count > 0) {
        query.before = page.previous;
        query.from = NULL;
        read_page();
        check_page(list, count, count - least(query.limit, count), least(query.limit, count));
        query.before = NULL;
    }
}

void test_from_an_id_or_first_letters(void) {
    static const char *const ids[] = {"1", "2", "8", "12", "0013", "122", "129999999", "130000001", "999999999"};
    static const char *const letters[] = {"a", "ana", "ANA G", "b", "zz", "zzz", "1", "", "y", "\xf4\x8f\xbf\xbf"};

    for (int order = 0; order < 4; order++) {
        for (size_t i = 0; i < (order & 1 ? LENGTH(letters) : LENGTH(ids)); i++) {
            for (int search = 0; search < 3; search++) {
                query.sort = order & 1 ? USER_SORT_NAME : USER_SORT_ID;
                query.order = order & 2 ? SORT_ORDER_DESC : SORT_ORDER_ASC;
                query.from = order & 1 ? letters[i] : ids[i];
                query.search = search == 0 ? NULL : search == 1 ? "an" : "12";
                query.limit = 2;
                check_from();
            }
        }
    }
}

void test_from_what_is_no_id(void) {
    static const char *const none[] = {"", "0", "00", "1000000000", "99999999999999999999999", "a", "1a", "-1"};

    for (size_t i = 0; i < LENGTH(none); i++) {
        query.from = none[i];
        TEST_ASSERT_EQUAL_INT_MESSAGE(E_FORMAT, store_users_page(store, &query, TODAY, &arena, &page), none[i]);
    }
}

void test_one_place_at_most(void) {
    for (unsigned places = 0; places < 16; places++) {
        char cursor[USERS_CURSOR_TEXT_MAX];
        struct users_cursor start = {.id = 5};
        bool is_one = (places & (places - 1)) == 0;

        users_cursor_write(&start, cursor);
        query.after = places & 1 ? cursor : NULL;
        query.before = places & 2 ? cursor : NULL;
        query.from = places & 4 ? "5" : NULL;
        query.last = (places & 8) != 0;
        TEST_ASSERT_EQUAL_INT(is_one ? 0 : E_INVAL, store_users_page(store, &query, TODAY, &arena, &page));
    }
}

void test_limits(void) {
    query.limit = 0;
    TEST_ASSERT_EQUAL_INT(E_INVAL, store_users_page(store, &query, TODAY, &arena, &page));
    query.limit = USER_QUERY_LIMIT_MAX + 1;
    TEST_ASSERT_EQUAL_INT(E_INVAL, store_users_page(store, &query, TODAY, &arena, &page));
    query.limit = USER_QUERY_LIMIT_MAX;
    TEST_ASSERT_EQUAL_INT(0, store_users_page(store, &query, TODAY, &arena, &page));
}

void test_cursors_that_are_none(void) {
    struct users_cursor by_name = {.by_name = true};
    char cursor[USERS_CURSOR_TEXT_MAX];

    query.after = "x";
    TEST_ASSERT_EQUAL_INT(E_FORMAT, store_users_page(store, &query, TODAY, &arena, &page));
    users_cursor_write(&by_name, cursor);
    query.after = cursor;
    TEST_ASSERT_EQUAL_INT(E_FORMAT, store_users_page(store, &query, TODAY, &arena, &page));
    query.sort = USER_SORT_NAME;
    TEST_ASSERT_EQUAL_INT(0, store_users_page(store, &query, TODAY, &arena, &page));
}

/* What a cursor remembers counts for its own question and while nothing changed; else it is counted again. */
void test_what_a_cursor_remembers(void) {
    char text[USERS_CURSOR_TEXT_MAX];
    struct users_cursor cursor;

    query.given = VALUE_BIT(USER_QUERY_GROUP);
    query.group = 2;
    query.limit = 1;
    read_page();
    TEST_ASSERT_EQUAL_INT(0, users_cursor_read(page.next, false, &cursor));
    TEST_ASSERT_EQUAL_UINT32(12, cursor.id);
    TEST_ASSERT_EQUAL_UINT32(1, cursor.position);
    TEST_ASSERT_EQUAL_UINT32(4, cursor.total);
    cursor.total = 77;
    cursor.total_is_more = true;
    cursor.position = 30;
    users_cursor_write(&cursor, text);
    query.after = text;
    read_page();
    TEST_ASSERT_EQUAL_UINT32(77, page.total);
    TEST_ASSERT_TRUE(page.total_is_more);
    TEST_ASSERT_EQUAL_UINT32(31, page.position);
    query.group = 3; /* another question */
    read_page();
    TEST_ASSERT_EQUAL_UINT32(2, page.total);
    TEST_ASSERT_FALSE(page.total_is_more);
    TEST_ASSERT_EQUAL_UINT32(1, page.position);
    query.group = 2;
    cursor.generation++;
    users_cursor_write(&cursor, text);
    read_page();
    TEST_ASSERT_EQUAL_UINT32(4, page.total);
    TEST_ASSERT_EQUAL_UINT32(2, page.position);
}

/* Each member of a question alone makes another one. */
void test_a_cursor_of_another_question(void) {
    struct users_cursor cursor = {.by_name = false};
    char text[USERS_CURSOR_TEXT_MAX];
    uint32_t known[LENGTH(choices) + 8];
    size_t count = 0;

    for (size_t i = 0; i < LENGTH(choices) + 4; i++) {
        query = (struct user_query){.limit = 1};
        if (i < LENGTH(choices)) {
            choose(&choices[i]);
        } else {
            query.search = i == LENGTH(choices) ? "a" : i == LENGTH(choices) + 1 ? "an" : NULL;
            query.order = i == LENGTH(choices) + 2 ? SORT_ORDER_DESC : SORT_ORDER_ASC;
        }
        read_page();
        TEST_ASSERT_EQUAL_INT(0, users_cursor_read(page.next, false, &cursor));
        for (size_t j = 0; j < count; j++) {
            TEST_ASSERT_NOT_EQUAL_UINT32(known[j], cursor.question);
        }
        known[count++] = cursor.question;
    }
    query.sort = USER_SORT_NAME;
    read_page();
    TEST_ASSERT_EQUAL_INT(0, users_cursor_read(page.next, true, &cursor));
    TEST_ASSERT_NOT_EQUAL_UINT32(known[count - 1], cursor.question);
    /* who has expired is another question tomorrow */
    query = (struct user_query){.limit = 1, .given = VALUE_BIT(USER_QUERY_EXPIRY), .expiry = EXPIRY_FILTER_EXPIRED};
    read_page();
    (void)snprintf(text, sizeof(text), "%s", page.next);
    query.after = text;
    TEST_ASSERT_EQUAL_INT(0, store_users_page(store, &query, TODAY + 1, &arena, &page));
    TEST_ASSERT_EQUAL_UINT32(8, page.total);
}

/* The first or last of the list is gone: an empty page leads back to those that are left. */
void test_an_empty_page_leads_back(void) {
    for (int order = 0; order < 4; order++) {
        struct users_cursor place = {.by_name = order & 1, .generation = 1};
        char text[USERS_CURSOR_TEXT_MAX];
        bool down = order & 2;

        query = (struct user_query){.limit = 3,
                                    .sort = order & 1 ? USER_SORT_NAME : USER_SORT_ID,
                                    .order = down ? SORT_ORDER_DESC : SORT_ORDER_ASC};
        for (int after = 0; after < 2; after++) {
            bool high = (after != 0) != down;
            size_t list[PEOPLE];

            place.id = high ? UINT32_MAX : 0;
            place.key_len = 0;
            if (high && place.by_name) {
                memcpy(place.key, "zzzz", 4);
                place.key_len = 4;
            }
            users_cursor_write(&place, text);
            query.after = after ? text : NULL;
            query.before = after ? NULL : text;
            describe();
            read_page();
            TEST_ASSERT_EQUAL_size_t_MESSAGE(0, page.count, what);
            TEST_ASSERT_EQUAL_UINT32_MESSAGE(0, page.position, what);
            TEST_ASSERT_EQUAL_MESSAGE(after != 0, page.previous[0] != '\0', what);
            TEST_ASSERT_EQUAL_MESSAGE(after == 0, page.next[0] != '\0', what);
            query.before = after ? page.previous : NULL;
            query.after = after ? NULL : page.next;
            read_page();
            check_page(list, expected_list(list), after ? PEOPLE - 3 : 0, 3);
        }
    }
}

/* The row of the cursor itself is the last of the list: an empty page behind it leads back to it. */
void test_back_to_the_row_of_the_cursor(void) {
    for (int order = 0; order < 4; order++) {
        size_t list[PEOPLE];

        query = (struct user_query){.limit = 1,
                                    .sort = order & 1 ? USER_SORT_NAME : USER_SORT_ID,
                                    .order = order & 2 ? SORT_ORDER_DESC : SORT_ORDER_ASC};
        for (int last = 0; last < 2; last++) {
            struct users_cursor place = {.by_name = order & 1};
            char text[USERS_CURSOR_TEXT_MAX];
            size_t end = last ? list[expected_list(list) - 1] : list[(expected_list(list), 0)];

            place.id = people[end].id;
            place.key_len = strlen(keys[end]);
            memcpy(place.key, keys[end], place.key_len);
            users_cursor_write(&place, text);
            query.after = last ? text : NULL;
            query.before = last ? NULL : text;
            read_page();
            TEST_ASSERT_EQUAL_size_t(0, page.count);
            query.before = last ? page.previous : NULL;
            query.after = last ? NULL : page.next;
            read_page();
            TEST_ASSERT_EQUAL_size_t(1, page.count);
            TEST_ASSERT_EQUAL_UINT32(people[end].id, page.users[0].userid);
        }
    }
}

/* Where nothing matches there is no way anywhere. */
void test_nothing_matches(void) {
    query.search = "nobody has this";
    query.from = "1";
    read_page();
    TEST_ASSERT_EQUAL_size_t(0, page.count);
    TEST_ASSERT_EQUAL_STRING("", page.next);
    TEST_ASSERT_EQUAL_STRING("", page.previous);
}

/* ---- failures ---- */

static int call_page(struct store *of) {
    return store_users_page(of, &query, TODAY, &arena, &page);
}

/* One of each plan. */
static const struct user_query plans[] = {
    {.limit = 2},
    {.limit = 2, .sort = USER_SORT_NAME, .search = "an"},
    {.limit = 2, .search = "an ga"},
    {.limit = 2, .search = "12"},
    {.limit = 2, .search = "12", .from = "5"},
    {.limit = 2, .search = "12", .sort = USER_SORT_NAME, .from = "a"},
    {.limit = 2, .given = VALUE_BIT(USER_QUERY_GROUP), .group = 2, .search = "a"},
    {.limit = 2, .given = VALUE_BIT(USER_QUERY_EXPIRY), .expiry = EXPIRY_FILTER_EXPIRED, .last = true},
    {.limit = 2, .given = VALUE_BIT(USER_QUERY_CREDENTIAL), .credential = CREDENTIAL_FILTER_IRIS, .search = "a"},
};

void test_every_failure_is_reported(void) {
    for (size_t i = 0; i < LENGTH(plans); i++) {
        query = plans[i];
        store_fails(store, call_page);
        store_fails_without_memory(store, &arena, call_page);
    }
}

/* No transaction stays open, whatever the outcome. */
void test_the_reading_ends(void) {
    TEST_ASSERT_EQUAL_INT(0, call_page(store));
    TEST_ASSERT_TRUE(sqlite3_get_autocommit(store->db) != 0);
    query.from = "x";
    TEST_ASSERT_EQUAL_INT(E_FORMAT, call_page(store));
    TEST_ASSERT_TRUE(sqlite3_get_autocommit(store->db) != 0);
}
