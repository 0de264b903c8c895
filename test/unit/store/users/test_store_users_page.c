/* Pages of the list of users, against a plain model in memory: 30,000 users in several scripts, three times what a
 * filtered list counts to. */
#include <sqlite3.h>
#include <stdlib.h>
#include <string.h>

#include "store/store_impl.h"
#include "store/users/users.h"
#include "store/users/users_shape.h"
#include "unity.h"
#include "util/arena.h"
#include "util/buf.h"
#include "util/text.h"

#define USERS 30000u
#define TODAY 20261121u
#define ARENA_CAP (1024 * 1024)

/* Filling makes millions of allocations in SQLite: they are checked, but without the stack of each. */
const char *__asan_default_options(void);
const char *__asan_default_options(void) {
    return "malloc_context_size=0:quarantine_size_mb=1";
}

/* What the list must agree with. */
struct model_user {
    struct user user;
    char name[USER_USERNAME_OCTETS];
    char key[TEXT_FOLD_MAX];
    bool has_pin;
};

static struct store *store;
static struct model_user *model;
static struct model_user **sorted; /* the model by name */
static struct arena arena;
static uint64_t random_state;

static uint32_t draw(uint32_t bound) {
    random_state = random_state * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)(random_state >> 33) % bound;
}

static const char *const first_names[] = {
    "María", "Jean-Luc", "Zoë",   "Łukasz", "Ahmed", "Анна", "Дмитрий", "محمد",   "فاطمة",   "王",     "李",    "張",
    "佐藤",  "김",       "สมชาย", "Ελένη",  "דוד",   "राम",  "Straße",  "O'Neil", "İbrahim", "Nguyễn", "MARIA", "ana"};
static const char *const last_names[] = {"García",     "Müller", "Zhang",    "Nowak",        "Иванова", "حسن",
                                         "伟",         "小明",   "太郎",     "민준",         "Παππάς",  "כהן",
                                         "कुमार",       "Smith",  "Zzyzx",    "van der Berg", "ไทย",     "Ørsted",
                                         "de la Cruz", "2nd",    "Anderson", "Öztürk",       "Çelik",   "Ångström"};

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

static void make_user(uint32_t id, struct model_user *out) {
    size_t len = 0;

    memset(out, 0, sizeof(*out));
    if (draw(20) > 0) {
        (void)snprintf(out->name, sizeof(out->name), "%s %s %u", first_names[draw(COUNT(first_names))],
                       last_names[draw(COUNT(last_names))], (unsigned)draw(40));
    }
    out->user.userid = id;
    out->user.username = out->name;
    out->user.cardno = draw(3) == 0 ? 0 : id * 3 + 1000000;
    out->user.level = (uint8_t)(draw(200) == 0 ? 1 + draw(16) : 0);
    out->user.group = (uint8_t)draw(17);
    out->user.shift = (uint8_t)(draw(50) == 0 ? 60 : draw(5));
    out->user.valid_to = draw(30) == 0 ? 20250101u + draw(20) : draw(5) == 0 ? 20300101u : 0;
    out->has_pin = draw(4) == 0;
    out->user.enrolled = draw(3) != 0 ? 0 : (uint16_t)(1u << draw(14) | 1u << draw(14));
    TEST_ASSERT_EQUAL_INT(0, text_fold(out->name, strlen(out->name), out->key, &len));
}

static void add_user(struct model_user *user) {
    struct store_password password = {.console = true};

    (void)snprintf(password.hash, sizeof(password.hash), "hash-%u", (unsigned)user->user.userid);
    memcpy(password.pin_key, &user->user.userid, sizeof(user->user.userid));
    TEST_ASSERT_EQUAL_INT(0, store_users_add(store, &user->user, user->has_pin ? &password : NULL));
}

static int by_name(const void *a, const void *b) {
    const struct model_user *one = *(struct model_user *const *)a, *other = *(struct model_user *const *)b;
    int order = strcmp(one->key, other->key);

    return order ? order : (one->user.userid > other->user.userid) - (one->user.userid < other->user.userid);
}

/* Filling with the counters' trigger takes three times as long: SQLite then writes the index of name parts out after
 * every row. So the counters are set behind it. */
static void pause_counters(bool pause) {
    if (pause) {
        TEST_ASSERT_EQUAL_INT(0,
                              store_exec(store, "CREATE TEMP TABLE kept AS SELECT sql FROM sqlite_schema"
                                                " WHERE name = 'user_count_insert'; DROP TRIGGER user_count_insert"));
        return;
    }
    sqlite3_stmt *query = NULL;
    TEST_ASSERT_EQUAL_INT(SQLITE_OK, sqlite3_prepare_v2(store->db, "SELECT sql FROM kept", -1, &query, NULL));
    TEST_ASSERT_EQUAL_INT(SQLITE_ROW, sqlite3_step(query));
    TEST_ASSERT_EQUAL_INT(0, store_exec(store, (const char *)sqlite3_column_text(query, 0)));
    (void)sqlite3_finalize(query);
    TEST_ASSERT_EQUAL_INT(0, store_exec(store,
                                        "UPDATE user_count SET (users, cards, passwords, admins) = (SELECT count(*),"
                                        " count(cardno), count(pin_key), sum(level > 0) FROM user)"));
}

/* IDs with gaps, of every length up to six digits. Filled once; tests that change it put it back. */
static void fill(void) {
    uint32_t id = 0;

    TEST_ASSERT_EQUAL_INT(0, store_open_memory(&store));
    model = calloc(USERS, sizeof(*model));
    TEST_ASSERT_NOT_NULL(model);
    pause_counters(true);
    random_state = 42;
    TEST_ASSERT_EQUAL_INT(0, store_begin(store));
    for (uint32_t i = 0; i < USERS; i++) {
        id += 1 + draw(4);
        make_user(id, &model[i]);
        add_user(&model[i]);
    }
    TEST_ASSERT_EQUAL_INT(0, store_commit(store));
    pause_counters(false);
    sorted = calloc(USERS, sizeof(struct model_user *));
    TEST_ASSERT_NOT_NULL(sorted);
    for (uint32_t i = 0; i < USERS; i++) {
        sorted[i] = &model[i];
    }
    qsort(sorted, USERS, sizeof(sorted[0]), by_name);
}

void suiteSetUp(void);
void suiteSetUp(void) {
    arena_init(&arena, ARENA_CAP);
    fill();
}

int suiteTearDown(int failures);
int suiteTearDown(int failures) {
    store = store_free(store);
    free(model);
    free(sorted);
    arena_done(&arena);
    return failures;
}

void setUp(void) {
    random_state = 7;
}

void tearDown(void) {
    store_abort(store);
    arena_done(&arena);
}

/* What a page is asked for, as the model takes it. */
struct asked {
    const char *search, *after, *before, *from;
    bool last;
    int group, shift; /* ANY, or the one */
    int role, credential, expiry; /* 0: any; else SHAPE_FILTER() of the word */
    enum user_sort sort;
    bool descending;
    uint32_t limit;
};

#define ANY (-1)
#define ROLE(word) SHAPE_FILTER(ROLE_FILTER_##word)
#define CREDENTIAL(word) SHAPE_FILTER(CREDENTIAL_FILTER_##word)
#define EXPIRY(word) SHAPE_FILTER(EXPIRY_FILTER_##word)

static const struct asked all = {.group = ANY, .shift = ANY, .limit = 50};

static void give(struct user_query *query, enum user_query_field field, bool given) {
    query->given |= given ? VALUE_BIT(field) : 0;
}

static struct user_query query_of(const struct asked *asked) {
    struct user_query query = {
        .search = asked->search,
        .group = (uint8_t)asked->group,
        .role = (enum role_filter)(asked->role - 1),
        .shift = (uint8_t)asked->shift,
        .credential = (enum credential_filter)(asked->credential - 1),
        .expiry = (enum expiry_filter)(asked->expiry - 1),
        .sort = asked->sort,
        .order = asked->descending ? SORT_ORDER_DESC : SORT_ORDER_ASC,
        .limit = (uint8_t)asked->limit,
        .after = asked->after,
        .before = asked->before,
        .from = asked->from,
        .last = asked->last,
    };

    give(&query, USER_QUERY_GROUP, asked->group != ANY);
    give(&query, USER_QUERY_SHIFT, asked->shift != ANY);
    give(&query, USER_QUERY_ROLE, asked->role != 0);
    give(&query, USER_QUERY_CREDENTIAL, asked->credential != 0);
    give(&query, USER_QUERY_EXPIRY, asked->expiry != 0);
    return query;
}

static int read_page(const struct asked *asked, struct arena *room, struct store_users_page *ret_page) {
    struct user_query query = query_of(asked);

    return store_users_page(store, &query, TODAY, room, ret_page);
}

static struct store_users_page page_of(const struct asked *asked) {
    struct store_users_page page;

    TEST_ASSERT_EQUAL_INT(0, read_page(asked, &arena, &page));
    return page;
}

/* ---- the model ---- */

/* Each word somewhere; the eighth with all that follows it. */
static bool model_has_words(const char *key, const char *needle) {
    char words[TEXT_FOLD_MAX], *word = words;

    (void)snprintf(words, sizeof(words), "%s", needle);
    for (int i = 1; word; i++) {
        char *blank = i < 8 ? strchr(word, ' ') : NULL;

        if (blank) {
            *blank = '\0';
        }
        if (!strstr(key, word)) {
            return false;
        }
        word = blank ? blank + 1 : NULL;
    }
    return true;
}

static bool model_search(const struct model_user *user, const char *needle) {
    char id[16];

    if (model_has_words(user->key, needle)) {
        return true;
    }
    if (!text_is_digits(needle)) {
        return false;
    }
    (void)snprintf(id, sizeof(id), "%u", (unsigned)user->user.userid);
    return strncmp(id, needle, strlen(needle)) == 0 ||
           (user->user.cardno && strtoull(needle, NULL, 10) == user->user.cardno);
}

static bool model_matches(const struct model_user *user, const struct asked *query, const char *needle) {
    const struct user *u = &user->user;
    bool expired = u->valid_to && u->valid_to < TODAY;

    if (query->group != ANY && u->group != query->group) {
        return false;
    }
    if (query->shift != ANY && u->shift != query->shift) {
        return false;
    }
    if (query->role != 0 && (u->level > 0) != (query->role == ROLE(ADMIN))) {
        return false;
    }
    if (query->expiry != 0 && expired != (query->expiry == EXPIRY(EXPIRED))) {
        return false;
    }
    if ((query->credential == CREDENTIAL(CARD) && !u->cardno) ||
        (query->credential == CREDENTIAL(PASSWORD) && !user->has_pin) ||
        (query->credential == CREDENTIAL(FINGER) && !(u->enrolled & 1023)) ||
        (query->credential == CREDENTIAL(FACE) && !(u->enrolled & 1024)) ||
        (query->credential == CREDENTIAL(IRIS) && !(u->enrolled & 6144)) ||
        (query->credential == CREDENTIAL(NONE) && (u->cardno || user->has_pin || u->enrolled & 8191))) {
        return false;
    }
    return !*needle || model_search(user, needle);
}

/* All that match, in list order. The caller frees. */
static struct model_user **model_list(const struct asked *query, uint32_t *ret_count) {
    struct model_user **list = calloc(USERS + 1, sizeof(struct model_user *));
    char needle[TEXT_FOLD_MAX] = "";
    size_t len = 0;
    uint32_t n = 0;

    TEST_ASSERT_NOT_NULL(list);
    if (query->search) {
        TEST_ASSERT_EQUAL_INT(0, text_fold(query->search, strlen(query->search), needle, &len));
    }
    for (uint32_t i = 0; i < USERS; i++) {
        uint32_t at = query->descending ? USERS - 1 - i : i;
        struct model_user *user = query->sort == USER_SORT_NAME ? sorted[at] : &model[at];

        if (model_matches(user, query, needle)) {
            list[n++] = user;
        }
    }
    *ret_count = n;
    return list;
}

static void check_page(const struct store_users_page *page, struct model_user **list, uint32_t count, uint32_t at,
                       bool filtered, const char *what) {
    uint32_t total = filtered && count > STORE_COUNT_MAX ? STORE_COUNT_MAX : count;

    TEST_ASSERT_EQUAL_UINT32_MESSAGE(total, page->total, what);
    TEST_ASSERT_EQUAL_MESSAGE(total < count, page->total_is_more, what);
    for (size_t i = 0; i < page->count; i++) {
        const struct user *got = &page->users[i], *want = &list[at + i]->user;

        TEST_ASSERT_EQUAL_UINT32_MESSAGE(want->userid, got->userid, what);
        TEST_ASSERT_EQUAL_STRING_MESSAGE(want->username, got->username, what);
        TEST_ASSERT_EQUAL_UINT32_MESSAGE(want->cardno, got->cardno, what);
        TEST_ASSERT_EQUAL_UINT32_MESSAGE(want->valid_to, got->valid_to, what);
        TEST_ASSERT_EQUAL_MESSAGE(list[at + i]->has_pin, got->has_password, what);
    }
    TEST_ASSERT_EQUAL_MESSAGE(at == 0, page->previous[0] == '\0', what);
    TEST_ASSERT_EQUAL_MESSAGE(at + page->count == count, page->next[0] == '\0', what);
    if (page->count > 0) {
        TEST_ASSERT_EQUAL_UINT32_MESSAGE(at + 1, page->position, what);
    }
}

/* Walks at most `pages` pages forward, then as many back, and compares each. */
static void walk(struct asked query, uint32_t pages, const char *what) {
    bool filtered =
        query.search || query.group >= 0 || query.shift >= 0 || query.role || query.credential || query.expiry;
    uint32_t count = 0, at = 0, done = 0;
    struct model_user **list = model_list(&query, &count);
    struct store_users_page page = page_of(&query);
    char cursor[USER_QUERY_AFTER_MAX + 1];

    for (;; done++) {
        uint32_t left = count - at;

        TEST_ASSERT_EQUAL_UINT32_MESSAGE(left < query.limit ? left : query.limit, page.count, what);
        check_page(&page, list, count, at, filtered, what);
        TEST_ASSERT_LESS_OR_EQUAL_size_t(USER_QUERY_AFTER_MAX, strlen(page.next));
        if (!page.next[0] || done == pages) {
            break;
        }
        at += (uint32_t)page.count;
        (void)snprintf(cursor, sizeof(cursor), "%s", page.next);
        arena_done(&arena);
        query.after = cursor;
        page = page_of(&query);
    }
    query.after = NULL;
    while (page.previous[0]) {
        (void)snprintf(cursor, sizeof(cursor), "%s", page.previous);
        arena_done(&arena);
        query.before = cursor;
        page = page_of(&query);
        at -= (uint32_t)page.count;
        check_page(&page, list, count, at, filtered, what);
    }
    TEST_ASSERT_EQUAL_UINT32_MESSAGE(0, at, what);
    free(list);
}

/* ---- tests ---- */

void test_every_row_once_in_both_directions_by_id(void) {
    struct asked query = all;

    query.limit = 100;
    walk(query, UINT32_MAX, "by id");
}

void test_every_row_once_in_both_directions_by_name_descending(void) {
    struct asked query = all;

    query.limit = 97;
    query.sort = USER_SORT_NAME;
    query.descending = true;
    walk(query, UINT32_MAX, "by name");
}

/* Filters alone and together, with and without a search, in all orders. */
void test_random_questions_agree_with_the_model(void) {
    static const char *const searches[] = {"garcía",
                                           "GARCIA",
                                           "g",
                                           "z",
                                           "王",
                                           "王 小",
                                           "明",
                                           "محمد",
                                           "حسن",
                                           "م",
                                           "12",
                                           "1",
                                           "9",
                                           "123456",
                                           "1300000",
                                           "0",
                                           "nd 1",
                                           "ınova",
                                           "иван",
                                           "สมชาย",
                                           "김",
                                           "zzzzzz",
                                           "strasse",
                                           "o'neil",
                                           "  ana  ",
                                           "a",
                                           "r g",
                                           "99999999999999999999",
                                           "van der berg 3",
                                           "%",
                                           "\"",
                                           "*",
                                           "torres ana",
                                           "garcía mar",
                                           "小 王",
                                           "a r",
                                           "3 berg a",
                                           "an ana",
                                           "ana an",
                                           "a a a",
                                           "12 maria",
                                           "1 2",
                                           "a NEAR b",
                                           "d e r v b g 3 n a",
                                           "a b c d e f van der"};
    char what[160];

    for (int i = 0; i < 180; i++) {
        struct asked query = all;

        query.search = draw(3) > 0 ? searches[draw(COUNT(searches))] : NULL;
        query.group = draw(4) == 0 ? (int)draw(18) : ANY;
        query.shift = draw(4) == 0 ? (int)draw(2) * 60 : ANY;
        query.role = draw(4) == 0 ? 1 + (int)draw(2) : 0;
        query.credential = draw(4) == 0 ? 1 + (int)draw(6) : 0;
        query.expiry = draw(4) == 0 ? 1 + (int)draw(2) : 0;
        query.sort = (enum user_sort)draw(2);
        query.descending = draw(2) == 1;
        query.limit = 1 + draw(100);
        (void)snprintf(what, sizeof(what),
                       "%d: search %s group %d shift %d role %d credential %d expiry %d sort %d desc %d", i,
                       query.search ? query.search : "-", query.group, query.shift, (int)query.role,
                       (int)query.credential, (int)query.expiry, (int)query.sort, query.descending);
        walk(query, 2, what);
    }
}

/* Whether a row comes at or behind a place, in list order. */
static bool is_from(const struct model_user *user, const struct asked *query) {
    char letters[TEXT_FOLD_MAX];
    size_t len = 0;

    if (query->sort == USER_SORT_ID) {
        uint32_t id = (uint32_t)strtoul(query->from, NULL, 10);
        return query->descending ? user->user.userid <= id : user->user.userid >= id;
    }
    TEST_ASSERT_EQUAL_INT(0, text_fold(query->from, strlen(query->from), letters, &len));
    return query->descending ? strncmp(user->key, letters, len) <= 0 : strcmp(user->key, letters) >= 0;
}

static void check_from(struct asked query, const char *what) {
    uint32_t count = 0, at = 0;
    struct model_user **list = model_list(&query, &count);
    bool filtered = query.search || query.group >= 0;
    struct store_users_page page = page_of(&query);
    char cursor[USER_QUERY_AFTER_MAX + 1];

    while (at < count && !is_from(list[at], &query)) {
        at++;
    }
    if (at < count) {
        uint32_t left = count - at;

        TEST_ASSERT_EQUAL_UINT32_MESSAGE(left < query.limit ? left : query.limit, page.count, what);
        /* Beyond where counting stops the number is unknown. */
        if (at >= STORE_COUNT_MAX || page.total_is_more) {
            TEST_ASSERT_EQUAL_UINT32_MESSAGE(0, page.position, what);
            page.position = at + 1;
        }
        check_page(&page, list, count, at, filtered, what);
    } else if (count > 0) {
        /* Nobody is there: the way back leads to the end of the list. */
        TEST_ASSERT_EQUAL_size_t_MESSAGE(0, page.count, what);
        (void)snprintf(cursor, sizeof(cursor), "%s", page.previous);
        query.from = NULL;
        query.before = cursor;
        page = page_of(&query);
        TEST_ASSERT_EQUAL_UINT32_MESSAGE(list[count - 1]->user.userid, page.users[page.count - 1].userid, what);
    }
    free(list);
    arena_done(&arena);
}

void test_a_page_from_an_id_or_first_letters_agrees_with_the_model(void) {
    static const char *const ids[] = {"1", "2", "999", "1000", "02500", "123456", "200000", "999999999"};
    static const char *const letters[] = {"a",  "Garc",     "maría g",          "Zzyz", "zzzzzzz",     "王",
                                          "ß",  "Müller 3", "\xf4\x8f\xbf\xbf", "0",    "anderson 12", "ö",
                                          "ωω", "  mar"};
    char what[120];

    for (int i = 0; i < 80; i++) {
        struct asked query = all;

        query.sort = (enum user_sort)draw(2);
        query.from = query.sort == USER_SORT_ID ? ids[draw(COUNT(ids))] : letters[draw(COUNT(letters))];
        query.descending = draw(2) == 1;
        query.search = draw(4) == 0 ? "garc" : draw(8) == 0 ? "12" : NULL;
        query.group = draw(4) == 0 ? 5 : ANY;
        query.limit = 1 + draw(100);
        (void)snprintf(what, sizeof(what), "%d: from %s sort %d desc %d search %s group %d", i, query.from,
                       (int)query.sort, query.descending, query.search ? query.search : "-", query.group);
        check_from(query, what);
    }
}

void test_the_last_page_is_the_end_of_the_list(void) {
    static const char *const searches[] = {NULL, "garc", "12", "zzzzzz", "a"};

    for (int i = 0; i < 24; i++) {
        struct asked query = all;
        uint32_t count = 0;
        struct model_user **list;
        struct store_users_page page;
        uint32_t left;

        query.last = true;
        query.sort = (enum user_sort)draw(2);
        query.descending = draw(2) == 1;
        query.search = searches[draw(COUNT(searches))];
        query.group = draw(2) == 0 ? 5 : ANY;
        query.limit = 1 + draw(100);
        list = model_list(&query, &count);
        page = page_of(&query);
        left = count < query.limit ? count : query.limit;
        TEST_ASSERT_EQUAL_UINT32(left, page.count);
        if (page.total_is_more) {
            TEST_ASSERT_EQUAL_UINT32(0, page.position);
            page.position = count - left + 1;
        }
        check_page(&page, list, count, count - left, query.search || query.group >= 0, query.search);
        free(list);
        arena_done(&arena);
    }
}

void test_single_filters_to_the_last_page(void) {
    static const struct {
        const char *what;
        int group, shift;
        int role, credential, expiry;
    } filters[] = {
        {"group", 5, ANY, 0, 0, 0},
        {"shift", ANY, 60, 0, 0, 0},
        {"admin", ANY, ANY, ROLE(ADMIN), 0, 0},
        {"bare", ANY, ANY, 0, CREDENTIAL(NONE), 0},
        {"finger", ANY, ANY, 0, CREDENTIAL(FINGER), 0},
        {"iris", ANY, ANY, 0, CREDENTIAL(IRIS), 0},
        {"expired", ANY, ANY, 0, 0, EXPIRY(EXPIRED)},
    };

    for (size_t i = 0; i < COUNT(filters); i++) {
        for (int sort = 0; sort < 2; sort++) {
            struct asked query = all;

            query.limit = 100;
            query.group = filters[i].group;
            query.shift = filters[i].shift;
            query.role = filters[i].role;
            query.credential = filters[i].credential;
            query.expiry = filters[i].expiry;
            query.sort = (enum user_sort)sort;
            walk(query, UINT32_MAX, filters[i].what);
        }
    }
}

/* Steps of SQLite's machine for all statements since the last call. */
static long steps(void) {
    long sum = 0;

    for (sqlite3_stmt *statement = sqlite3_next_stmt(store->db, NULL); statement;
         statement = sqlite3_next_stmt(store->db, statement)) {
        sum += sqlite3_stmt_status(statement, SQLITE_STMTSTATUS_VM_STEP, 1);
    }
    return sum;
}

/* A page from the middle costs what a page costs, not what the table costs: 50 rows of some 20 steps, and a count that
 * ends at 10,000 where a filter is set. */
void test_pages_stay_bounded(void) {
    char cursor[USER_QUERY_AFTER_MAX + 1];

    for (int sort = 0; sort < 2; sort++) {
        for (int filter = 0; filter < 10; filter++) {
            struct asked query = all;
            struct store_users_page page;
            long first, second;

            query.sort = (enum user_sort)sort;
            query.group = filter == 1 ? 3 : ANY;
            query.shift = filter == 2 ? 60 : ANY;
            query.role = filter == 3 ? ROLE(ADMIN) : filter == 4 ? ROLE(USER) : 0;
            query.credential = filter == 5   ? CREDENTIAL(CARD)
                               : filter == 6 ? CREDENTIAL(PASSWORD)
                               : filter == 7 ? CREDENTIAL(NONE)
                               : filter == 8 ? CREDENTIAL(FINGER)
                               : filter == 9 ? CREDENTIAL(FACE)
                                             : 0;
            (void)steps();
            page = page_of(&query);
            first = steps();
            for (int i = 0; i < 5 && page.next[0]; i++) {
                (void)snprintf(cursor, sizeof(cursor), "%s", page.next);
                query.after = cursor;
                page = page_of(&query);
            }
            (void)steps();
            (void)snprintf(cursor, sizeof(cursor), "%s", page.previous);
            query.after = NULL;
            query.before = cursor;
            (void)page_of(&query);
            second = steps();
            TEST_ASSERT_LESS_THAN_MESSAGE(filter ? 100000 : 2500, first, "first page");
            TEST_ASSERT_LESS_THAN_MESSAGE(2500, second, "page by cursor");
            arena_done(&arena);
        }
    }
}

/* Every list in order comes from an index in that order: nothing is sorted and the whole table never read. */
void test_plans_of_unfiltered_and_single_filter_lists(void) {
    for (int driver = SHAPE_BY_ALL; driver < SHAPE_BY_EXPIRY; driver++) {
        for (int variant = 0; variant < 8; variant++) {
            _cleanup_(buf_donep) struct buf sql = {0};
            struct shape shape = {.plan = SHAPE_LIST, .driver = (enum shape_driver)driver};
            sqlite3_stmt *plan = NULL;

            shape.by_name = variant & 1;
            shape.descending = variant & 2;
            shape.bound = !(variant & 4) ? SHAPE_UNBOUND : shape.descending ? SHAPE_BELOW : SHAPE_ABOVE;
            if (driver == SHAPE_BY_FIELD) {
                shape.driver_field = variant < 4 ? USER_GROUP : USER_SHIFT;
                shape.fields = 1u << shape.driver_field;
            }
            shape.role = driver == SHAPE_BY_ADMIN ? ROLE(ADMIN) : driver == SHAPE_BY_PLAIN ? ROLE(USER) : 0;
            shape.credential = driver == SHAPE_BY_CARD       ? CREDENTIAL(CARD)
                               : driver == SHAPE_BY_PASSWORD ? CREDENTIAL(PASSWORD)
                               : driver == SHAPE_BY_BARE     ? CREDENTIAL(NONE)
                               : driver == SHAPE_BY_FINGER   ? CREDENTIAL(FINGER)
                               : driver == SHAPE_BY_FACE     ? CREDENTIAL(FACE)
                               : driver == SHAPE_BY_IRIS     ? CREDENTIAL(IRIS)
                                                             : 0;
            buf_append_text(&sql, "EXPLAIN QUERY PLAN ");
            shape_sql(&shape, &sql);
            TEST_ASSERT_EQUAL_INT_MESSAGE(SQLITE_OK, sqlite3_prepare_v2(store->db, buf_text(&sql), -1, &plan, NULL),
                                          buf_text(&sql));
            while (sqlite3_step(plan) == SQLITE_ROW) {
                const char *detail = (const char *)sqlite3_column_text(plan, 3);

                TEST_ASSERT_NULL_MESSAGE(strstr(detail, "TEMP B-TREE"), buf_text(&sql));
                if (shape.bound != SHAPE_UNBOUND || shape.fields != 0) {
                    TEST_ASSERT_NOT_NULL_MESSAGE(strstr(detail, "SEARCH"), detail);
                }
                if (driver != SHAPE_BY_ALL || shape.by_name) {
                    TEST_ASSERT_NOT_NULL_MESSAGE(strstr(detail, "INDEX user_"), detail);
                }
            }
            (void)sqlite3_finalize(plan);
        }
    }
}

void test_searches_stay_bounded(void) {
    static const char *const searches[] = {"garcía", "g", "a", "1", "12", "1300000", "王", "م", "zzzzzz"};

    for (size_t i = 0; i < COUNT(searches); i++) {
        struct asked query = all;

        query.search = searches[i];
        (void)steps();
        (void)page_of(&query);
        TEST_ASSERT_LESS_THAN_MESSAGE(250000, steps(), searches[i]);
    }
}

/* Rows added and deleted between two pages: what stays all the time is seen exactly once. */
void test_rows_that_stay_are_seen_once_while_others_come_and_go(void) {
    for (int sort = 0; sort < 2; sort++) {
        struct asked query = all;
        uint8_t *seen = calloc(1, 1000000);
        uint32_t visited = 0;
        char cursor[USER_QUERY_AFTER_MAX + 1] = "";
        uint32_t spare = 900001;

        query.sort = (enum user_sort)sort;
        query.limit = 100;
        TEST_ASSERT_EQUAL_INT(0, store_begin(store));
        for (;;) {
            struct store_users_page page = page_of(&query);
            struct model_user guest;

            for (size_t i = 0; i < page.count; i++) {
                TEST_ASSERT_EQUAL_UINT8(0, seen[page.users[i].userid]);
                seen[page.users[i].userid] = 1;
                visited += page.users[i].userid < 900000;
            }
            if (!page.next[0]) {
                break;
            }
            (void)snprintf(cursor, sizeof(cursor), "%s", page.next);
            query.after = cursor;
            arena_done(&arena);
            if (spare % 3 == 0) {
                TEST_ASSERT_EQUAL_INT(0, store_users_delete(store, spare - 1));
            }
            make_user(spare++, &guest);
            guest.user.cardno = 0;
            guest.has_pin = false;
            add_user(&guest);
        }
        TEST_ASSERT_EQUAL_UINT32(USERS, visited);
        store_abort(store);
        free(seen);
    }
}

void test_cursor_outlives_its_row(void) {
    struct asked query = all;
    struct store_users_page page;
    char cursor[USER_QUERY_AFTER_MAX + 1];

    for (int sort = 0; sort < 2; sort++) {
        uint32_t count = 0;
        struct model_user **list;

        query.sort = (enum user_sort)sort;
        query.after = NULL;
        list = model_list(&query, &count);
        page = page_of(&query);
        (void)snprintf(cursor, sizeof(cursor), "%s", page.next);
        TEST_ASSERT_EQUAL_INT(0, store_begin(store));
        TEST_ASSERT_EQUAL_INT(0, store_users_delete(store, page.users[49].userid));
        query.after = cursor;
        page = page_of(&query);
        TEST_ASSERT_EQUAL_UINT32(list[50]->user.userid, page.users[0].userid);
        TEST_ASSERT_EQUAL_UINT32(50, page.position);
        TEST_ASSERT_EQUAL_UINT32(USERS - 1, page.total);
        store_abort(store);
        free(list);
    }
}

void test_last_page_that_was_deleted_leads_back(void) {
    struct asked query = all;
    struct store_users_page page;
    char cursor[USER_QUERY_AFTER_MAX + 1];

    query.group = 5;
    query.search = "zzyzx 3";
    query.limit = 100;
    page = page_of(&query);
    TEST_ASSERT_GREATER_THAN_size_t(2, page.count);
    query.limit = (uint32_t)page.count - 1;
    page = page_of(&query);
    (void)snprintf(cursor, sizeof(cursor), "%s", page.next);
    query.after = cursor;
    page = page_of(&query);
    TEST_ASSERT_EQUAL_size_t(1, page.count);
    TEST_ASSERT_EQUAL_INT(0, store_begin(store));
    TEST_ASSERT_EQUAL_INT(0, store_users_delete(store, page.users[0].userid));
    page = page_of(&query);
    TEST_ASSERT_EQUAL_size_t(0, page.count);
    TEST_ASSERT_EQUAL_UINT32(0, page.position);
    TEST_ASSERT_EQUAL_STRING("", page.next);
    (void)snprintf(cursor, sizeof(cursor), "%s", page.previous);
    query.after = NULL;
    query.before = cursor;
    page = page_of(&query);
    TEST_ASSERT_EQUAL_size_t(query.limit, page.count);
    TEST_ASSERT_EQUAL_STRING("", page.previous);
    TEST_ASSERT_EQUAL_STRING("", page.next);
}

void test_foreign_cursors_are_refused(void) {
    static const char *const foreign[] = {"", "x", "AAAA", "!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!",
                                          "AgAAAAABAAAAAAAAAAAAAAAAAAAAAA"};
    struct asked query = all;
    struct store_users_page page;
    char cursor[USER_QUERY_AFTER_MAX + 1];

    for (size_t i = 0; i < COUNT(foreign); i++) {
        query.after = foreign[i];
        TEST_ASSERT_EQUAL_INT(E_FORMAT, read_page(&query, &arena, &page));
        query.after = NULL;
        query.before = foreign[i];
        TEST_ASSERT_EQUAL_INT(E_FORMAT, read_page(&query, &arena, &page));
        query.before = NULL;
    }
    page = page_of(&query);
    (void)snprintf(cursor, sizeof(cursor), "%s", page.next);
    query.after = cursor;
    query.sort = USER_SORT_NAME;
    TEST_ASSERT_EQUAL_INT(E_FORMAT, read_page(&query, &arena, &page));
    query.sort = USER_SORT_ID;
    query.before = cursor;
    TEST_ASSERT_EQUAL_INT(E_INVAL, read_page(&query, &arena, &page));
}

/* Any byte of a cursor changed: refused, or a page; never more. */
void test_damaged_cursors_do_no_harm(void) {
    struct asked query = all;
    struct store_users_page page = page_of(&query);
    char cursor[USER_QUERY_AFTER_MAX + 1];

    (void)snprintf(cursor, sizeof(cursor), "%s", page.next);
    query.after = cursor;
    for (size_t i = 0; cursor[i]; i++) {
        char kept = cursor[i];

        for (const char *c = "A_9"; *c; c++) {
            int r;

            cursor[i] = *c;
            r = read_page(&query, &arena, &page);
            TEST_ASSERT_TRUE(r == 0 || r == E_FORMAT);
            arena_done(&arena);
        }
        cursor[i] = kept;
    }
}

void test_position_is_counted_when_the_list_changed_and_unknown_beyond_the_limit(void) {
    struct asked query = all;
    struct store_users_page page;
    char cursor[USER_QUERY_AFTER_MAX + 1];
    uint32_t before;

    query.limit = 100;
    for (uint32_t at = 0; at < 10100; at += 100) {
        page = page_of(&query);
        TEST_ASSERT_EQUAL_UINT32(at + 1, page.position);
        before = page.users[0].userid;
        (void)snprintf(cursor, sizeof(cursor), "%s", page.next);
        query.after = cursor;
        arena_done(&arena);
    }
    TEST_ASSERT_EQUAL_INT(0, store_begin(store));
    TEST_ASSERT_EQUAL_INT(0, store_users_delete(store, before));
    page = page_of(&query);
    TEST_ASSERT_EQUAL_UINT32(0, page.position);
    TEST_ASSERT_NOT_EQUAL('\0', page.previous[0]);
}

void test_arguments_out_of_range(void) {
    struct asked query = all;
    struct store_users_page page;

    query.limit = 0;
    TEST_ASSERT_EQUAL_INT(E_INVAL, read_page(&query, &arena, &page));
    query.limit = USER_QUERY_LIMIT_MAX + 1;
    TEST_ASSERT_EQUAL_INT(E_INVAL, read_page(&query, &arena, &page));
    query.limit = 10;
    query.from = "5";
    query.last = true;
    TEST_ASSERT_EQUAL_INT(E_INVAL, read_page(&query, &arena, &page));
    query.last = false;
    query.after = "x";
    TEST_ASSERT_EQUAL_INT(E_INVAL, read_page(&query, &arena, &page));
    query.after = NULL;
    static const char *const no_ids[] = {"0", "1000000000", "99999999999999999999999", "ana", "-1", "1 2", " 5"};
    for (size_t i = 0; i < COUNT(no_ids); i++) {
        query.from = no_ids[i];
        TEST_ASSERT_EQUAL_INT(E_FORMAT, read_page(&query, &arena, &page));
    }
    query.from = NULL;
    query.search = "\xff\xfe";
    TEST_ASSERT_EQUAL_INT(E_TEXT, read_page(&query, &arena, &page));
}

void test_memory_that_runs_out_is_said(void) {
    struct arena small;
    struct store_users_page page;

    arena_init(&small, 2048);
    TEST_ASSERT_EQUAL_INT(E_NOMEM, read_page(&all, &small, &page));
    arena_done(&small);
}

void test_next_id(void) {
    uint32_t id = 0;
    struct model_user last;

    TEST_ASSERT_EQUAL_INT(0, store_users_next_id(store, 0, &id));
    TEST_ASSERT_EQUAL_UINT32(model[USERS - 1].user.userid + 1, id);
    TEST_ASSERT_EQUAL_INT(0, store_begin(store));
    make_user(USER_USERID_MAX, &last);
    last.user.cardno = 0;
    last.has_pin = false;
    add_user(&last);
    TEST_ASSERT_EQUAL_INT(0, store_users_next_id(store, 0, &id));
    TEST_ASSERT_EQUAL_INT(E_NOTFOUND, store_users_delete(store, id));
}
