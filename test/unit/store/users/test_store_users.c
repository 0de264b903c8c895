/* Rows of the table `user`. */
#include <sqlite3.h>
#include <string.h>

#include "store/events/log.h"
#include "store/name_index.h"
#include "store/store_impl.h"
#include "store/users/users.h"
#include "unity.h"
#include "util/arena.h"

static struct store *store;
static struct arena arena;

void setUp(void) {
    arena_init(&arena, 65536);
    TEST_ASSERT_EQUAL_INT(0, store_open_memory(&store));
    TEST_ASSERT_EQUAL_INT(0, store_begin(store));
}

void tearDown(void) {
    store = store_free(store);
    arena_done(&arena);
}

static struct user user_named(uint32_t id, const char *name) {
    return (struct user){.userid = id, .username = name, .group = 1};
}

static struct store_password password_of(const char *pin) {
    struct store_password password = {.console = true, .identifies = true};

    (void)snprintf(password.hash, sizeof(password.hash), "hash of %s", pin);
    (void)snprintf((char *)password.pin_key, sizeof(password.pin_key), "%s", pin);
    return password;
}

static void add(uint32_t id, const char *name, uint32_t card, const char *pin) {
    struct user user = user_named(id, name);
    struct store_password password = password_of(pin ? pin : "");

    user.cardno = card;
    TEST_ASSERT_EQUAL_INT(0, store_users_add(store, &user, pin ? &password : NULL));
}

static struct user get(uint32_t id) {
    struct user user;

    TEST_ASSERT_EQUAL_INT(0, store_users_get(store, id, &arena, &user));
    return user;
}

/* IDs that a search finds, as text. */
static const char *found(const char *search) {
    static char text[256];
    struct user_query query = {.search = search, .limit = 50};
    struct store_users_page page;

    TEST_ASSERT_EQUAL_INT(0, store_users_page(store, &query, 0, &arena, &page));
    text[0] = '\0';
    for (size_t i = 0; i < page.count; i++) {
        size_t len = strlen(text);

        (void)snprintf(text + len, sizeof(text) - len, "%s%u", i ? " " : "", (unsigned)page.users[i].userid);
    }
    return text;
}

void test_all_columns_come_back(void) {
    struct user in = {.userid = USER_USERID_MAX,
                      .username = "José 王",
                      .cardno = UINT32_MAX,
                      .group = 16,
                      .identify_mode = 2,
                      .identify_factors = 63,
                      .shift = 64,
                      .valid_from = 20260101,
                      .valid_to = 20261231};
    struct store_password password = password_of("123456");
    struct user out;
    char hash[STORE_PASSWORD_HASH_MAX];
    bool identifies = false;
    uint32_t id = 0;

    TEST_ASSERT_EQUAL_INT(0, store_users_add(store, &in, &password));
    out = get(in.userid);
    TEST_ASSERT_EQUAL_STRING(in.username, out.username);
    TEST_ASSERT_EQUAL_UINT32(in.cardno, out.cardno);
    TEST_ASSERT_EQUAL_UINT8(in.level, out.level);
    TEST_ASSERT_EQUAL_UINT8(in.group, out.group);
    TEST_ASSERT_EQUAL_UINT8(in.identify_mode, out.identify_mode);
    TEST_ASSERT_EQUAL_UINT8(in.identify_factors, out.identify_factors);
    TEST_ASSERT_EQUAL_UINT8(in.shift, out.shift);
    TEST_ASSERT_EQUAL_UINT32(in.valid_from, out.valid_from);
    TEST_ASSERT_EQUAL_UINT32(in.valid_to, out.valid_to);
    TEST_ASSERT_EQUAL_UINT32(1, out.revision);
    TEST_ASSERT_TRUE(out.has_password);
    TEST_ASSERT_TRUE(out.password_console);
    TEST_ASSERT_EQUAL_INT(0, store_users_password(store, in.userid, hash, &identifies));
    TEST_ASSERT_EQUAL_STRING("hash of 123456", hash);
    TEST_ASSERT_TRUE(identifies);
    TEST_ASSERT_EQUAL_INT(0, store_users_by_card(store, UINT32_MAX, &id));
    TEST_ASSERT_EQUAL_UINT32(in.userid, id);
    id = 0;
    TEST_ASSERT_EQUAL_INT(0, store_users_by_pin(store, password.pin_key, &id));
    TEST_ASSERT_EQUAL_UINT32(in.userid, id);
}

void test_nobody(void) {
    struct user user = user_named(7, "x");
    struct store_password password = password_of("1111");
    char hash[STORE_PASSWORD_HASH_MAX];
    bool identifies = false;
    uint32_t id = 0;

    TEST_ASSERT_EQUAL_INT(E_NOTFOUND, store_users_get(store, 7, &arena, &user));
    TEST_ASSERT_EQUAL_INT(E_NOTFOUND, store_users_password(store, 7, hash, &identifies));
    TEST_ASSERT_EQUAL_INT(E_NOTFOUND, store_users_by_card(store, 7, &id));
    TEST_ASSERT_EQUAL_INT(E_NOTFOUND, store_users_by_pin(store, password.pin_key, &id));
    user = user_named(7, "x");
    TEST_ASSERT_EQUAL_INT(E_NOTFOUND, store_users_update(store, &user, NULL, &id));
    TEST_ASSERT_EQUAL_INT(E_NOTFOUND, store_users_set_password(store, 7, &password));
    TEST_ASSERT_EQUAL_INT(E_NOTFOUND, store_users_delete(store, 7));
}

void test_ids_cards_and_pins_are_unique(void) {
    struct user user = user_named(1, "other");
    struct store_password password = password_of("2222");
    uint32_t revision = 0;

    add(1, "one", 100, "1111");
    add(2, "two", 200, "2222");
    TEST_ASSERT_EQUAL_INT(E_USER_ID_EXISTS, store_users_add(store, &user, NULL));
    user.userid = 3;
    user.cardno = 100;
    TEST_ASSERT_EQUAL_INT(E_CARD_EXISTS, store_users_add(store, &user, NULL));
    user.cardno = 0;
    TEST_ASSERT_EQUAL_INT(E_PASSWORD_EXISTS, store_users_add(store, &user, &password));
    user.userid = 1;
    user.cardno = 200;
    TEST_ASSERT_EQUAL_INT(E_CARD_EXISTS, store_users_update(store, &user, NULL, &revision));
    user.cardno = 100;
    TEST_ASSERT_EQUAL_INT(E_PASSWORD_EXISTS, store_users_update(store, &user, &password, &revision));
    TEST_ASSERT_EQUAL_INT(E_PASSWORD_EXISTS, store_users_set_password(store, 1, &password));
    password = password_of("1111");
    TEST_ASSERT_EQUAL_INT(0, store_users_update(store, &user, &password, &revision));
    TEST_ASSERT_EQUAL_INT(0, store_users_set_password(store, 1, &password));
}

/* Nobody finds a code of somebody who may sign in by it, neither at the keypad nor in the file. */
void test_a_level_takes_the_key_of_the_code_away_for_good(void) {
    struct user user = user_named(7, "seven");
    struct store_password password = password_of("7777"), none = password_of("1212");
    char hash[STORE_PASSWORD_HASH_MAX];
    bool identifies = true;
    uint32_t revision = 0, id = 0;

    add(7, "seven", 0, "7777");
    user.level = 4;
    TEST_ASSERT_EQUAL_INT(0, store_users_update(store, &user, NULL, &revision));
    TEST_ASSERT_EQUAL_INT(E_NOTFOUND, store_users_by_pin(store, password.pin_key, &id));
    TEST_ASSERT_EQUAL_INT(0, store_users_password(store, 7, hash, &identifies));
    TEST_ASSERT_EQUAL_STRING("hash of 7777", hash);
    TEST_ASSERT_FALSE(identifies);
    TEST_ASSERT_TRUE(get(7).has_password);
    TEST_ASSERT_NOT_EQUAL_INT(0, store_users_update(store, &user, &password, &revision)); /* the table refuses it */
    user.level = 0;
    TEST_ASSERT_EQUAL_INT(0, store_users_update(store, &user, NULL, &revision));
    TEST_ASSERT_EQUAL_INT(E_NOTFOUND, store_users_by_pin(store, password.pin_key, &id));
    none.identifies = false;
    TEST_ASSERT_EQUAL_INT(0, store_users_set_password(store, 7, &none));
    add(8, "eight", 0, "1212"); /* compared with no other password */
    TEST_ASSERT_EQUAL_INT(0, store_users_by_pin(store, none.pin_key, &id));
    TEST_ASSERT_EQUAL_UINT32(8, id);
}

/* Many users have no card and no PIN: nothing is not something twice. */
void test_no_card_and_no_pin_are_not_unique(void) {
    add(1, "", 0, NULL);
    add(2, "", 0, NULL);
    TEST_ASSERT_FALSE(get(2).has_password);
    TEST_ASSERT_EQUAL_UINT32(0, get(2).cardno);
}

void test_update_counts_the_revision_and_keeps_or_takes_the_password(void) {
    struct user user = user_named(5, "Ann");
    struct store_password none = {.console = true};
    uint32_t revision = 0;

    add(5, "Anna", 55, "5555");
    user.valid_to = 20300101;
    TEST_ASSERT_EQUAL_INT(0, store_users_update(store, &user, NULL, &revision));
    TEST_ASSERT_EQUAL_UINT32(2, revision);
    TEST_ASSERT_EQUAL_UINT32(0, get(5).cardno);
    TEST_ASSERT_TRUE(get(5).has_password);
    user.valid_to = 0;
    TEST_ASSERT_EQUAL_INT(0, store_users_update(store, &user, &none, &revision));
    TEST_ASSERT_EQUAL_UINT32(3, revision);
    TEST_ASSERT_FALSE(get(5).has_password);
    TEST_ASSERT_FALSE(get(5).password_console);
    TEST_ASSERT_EQUAL_UINT32(0, get(5).valid_to);
}

void test_set_password_counts_the_revision(void) {
    struct store_password password = password_of("778899");
    char hash[STORE_PASSWORD_HASH_MAX];
    bool identifies = false;

    add(5, "Anna", 55, NULL);
    TEST_ASSERT_EQUAL_INT(0, store_users_password(store, 5, hash, &identifies));
    TEST_ASSERT_EQUAL_STRING("", hash);
    TEST_ASSERT_EQUAL_INT(0, store_users_set_password(store, 5, &password));
    TEST_ASSERT_EQUAL_UINT32(2, get(5).revision);
    TEST_ASSERT_TRUE(get(5).password_console);
}

void test_counts_follow_every_change(void) {
    struct user user = user_named(2, "two");
    struct store_users_counts counts;
    uint32_t revision = 0;
    uint64_t generation;

    TEST_ASSERT_EQUAL_INT(0, store_users_counts(store, &counts));
    TEST_ASSERT_EQUAL_UINT32(0, counts.users);
    generation = counts.generation;
    add(1, "one", 100, "1111");
    add(2, "two", 0, NULL);
    user.level = 3;
    user.cardno = 9;
    TEST_ASSERT_EQUAL_INT(0, store_users_update(store, &user, NULL, &revision));
    TEST_ASSERT_EQUAL_INT(0, store_users_counts(store, &counts));
    TEST_ASSERT_EQUAL_UINT32(2, counts.users);
    TEST_ASSERT_EQUAL_UINT32(2, counts.cards);
    TEST_ASSERT_EQUAL_UINT32(1, counts.passwords);
    TEST_ASSERT_EQUAL_UINT32(1, counts.admins);
    TEST_ASSERT_GREATER_THAN_UINT64(generation, counts.generation);
    TEST_ASSERT_EQUAL_INT(0, store_users_delete(store, 1));
    TEST_ASSERT_EQUAL_INT(0, store_users_delete(store, 2));
    TEST_ASSERT_EQUAL_INT(0, store_users_counts(store, &counts));
    TEST_ASSERT_EQUAL_UINT32(0, counts.users);
    TEST_ASSERT_EQUAL_UINT32(0, counts.cards);
    TEST_ASSERT_EQUAL_UINT32(0, counts.passwords);
    TEST_ASSERT_EQUAL_UINT32(0, counts.admins);
}

void test_name_parts_are_found_in_every_script(void) {
    add(1, "José María Núñez", 0, NULL);
    add(2, "王小明", 0, NULL);
    add(3, "محمّد عبدالله", 0, NULL);
    add(4, "ΑΛΈΞΑΝΔΡΟΣ", 0, NULL);
    add(5, "สมชาย", 0, NULL);
    add(6, "김민준", 0, NULL);
    add(7, "Дмитрий Ильин", 0, NULL);
    add(8, "😀 Smile", 0, NULL);
    TEST_ASSERT_EQUAL_STRING("1", found("nunez"));
    TEST_ASSERT_EQUAL_STRING("1", found("É MAR"));
    TEST_ASSERT_EQUAL_STRING("2", found("小"));
    TEST_ASSERT_EQUAL_STRING("2", found("小明"));
    TEST_ASSERT_EQUAL_STRING("2", found("王小明"));
    TEST_ASSERT_EQUAL_STRING("3", found("محمد"));
    TEST_ASSERT_EQUAL_STRING("3", found("الله"));
    TEST_ASSERT_EQUAL_STRING("3", found("عـبـد"));
    TEST_ASSERT_EQUAL_STRING("4", found("ξανδρ"));
    TEST_ASSERT_EQUAL_STRING("5", found("ชาย"));
    TEST_ASSERT_EQUAL_STRING("6", found("민"));
    TEST_ASSERT_EQUAL_STRING("7", found("ИЛЬ"));
    TEST_ASSERT_EQUAL_STRING("8", found("😀"));
    TEST_ASSERT_EQUAL_STRING("", found("明小"));
}

/* The last character of a name too, and no pair across two names. */
void test_one_character_is_found_wherever_it_stands(void) {
    add(1, "abc", 0, NULL);
    add(2, "cde", 0, NULL);
    add(3, "x", 0, NULL);
    TEST_ASSERT_EQUAL_STRING("1", found("a"));
    TEST_ASSERT_EQUAL_STRING("1 2", found("c"));
    TEST_ASSERT_EQUAL_STRING("2", found("e"));
    TEST_ASSERT_EQUAL_STRING("3", found("X"));
    TEST_ASSERT_EQUAL_STRING("", found("ca"));
}

void test_digits_find_ids_cards_and_names(void) {
    add(7, "Room 12", 0, NULL);
    add(12, "", 0, NULL);
    add(120, "", 0, NULL);
    add(312, "", 0, NULL);
    add(400, "", 12, NULL);
    add(401, "", 120, NULL);
    add(123456789, "", 0, NULL);
    TEST_ASSERT_EQUAL_STRING("7 12 120 400 123456789", found("12"));
    TEST_ASSERT_EQUAL_STRING("120 401", found("120"));
    TEST_ASSERT_EQUAL_STRING("400", found("0012"));
    TEST_ASSERT_EQUAL_STRING("123456789", found("123456789"));
    TEST_ASSERT_EQUAL_STRING("", found("1234567890"));
}

void test_index_of_names_follows_changes(void) {
    struct user user = user_named(1, "Beatrix");
    uint32_t revision = 0;

    add(1, "Anna", 0, NULL);
    TEST_ASSERT_EQUAL_STRING("1", found("nn"));
    TEST_ASSERT_EQUAL_INT(0, store_users_update(store, &user, NULL, &revision));
    TEST_ASSERT_EQUAL_STRING("", found("nn"));
    TEST_ASSERT_EQUAL_STRING("1", found("trix"));
    TEST_ASSERT_EQUAL_INT(0, store_users_delete(store, 1));
    TEST_ASSERT_EQUAL_STRING("", found("trix"));
    add(1, "Anna", 0, NULL);
    TEST_ASSERT_EQUAL_STRING("1", found("nn"));
}

void test_index_is_built_anew(void) {
    add(1, "Anna", 0, NULL);
    add(2, "Hannah", 0, NULL);
    TEST_ASSERT_EQUAL_INT(0, store_exec(store, "INSERT INTO user_name_fts (user_name_fts) VALUES ('delete-all')"));
    TEST_ASSERT_EQUAL_STRING("", found("ann"));
    TEST_ASSERT_EQUAL_INT(0, store_name_index_rebuild(store));
    TEST_ASSERT_EQUAL_STRING("1 2", found("ann"));
    TEST_ASSERT_EQUAL_INT(0, store_users_delete(store, 1));
    TEST_ASSERT_EQUAL_STRING("2", found("ann"));
}

void test_next_id_is_one_more_than_the_highest(void) {
    uint32_t id = 0;

    TEST_ASSERT_EQUAL_INT(0, store_users_next_id(store, 0, &id));
    TEST_ASSERT_EQUAL_UINT32(1, id);
    add(10, "", 0, NULL);
    TEST_ASSERT_EQUAL_INT(0, store_users_next_id(store, 0, &id));
    TEST_ASSERT_EQUAL_UINT32(11, id);
}

void test_next_id_is_a_gap_when_the_last_one_is_taken(void) {
    uint32_t id = 0;

    add(USER_USERID_MAX, "", 0, NULL);
    TEST_ASSERT_EQUAL_INT(0, store_users_next_id(store, 0, &id));
    TEST_ASSERT_EQUAL_UINT32(1, id);
    add(1, "", 0, NULL);
    add(2, "", 0, NULL);
    add(4, "", 0, NULL);
    TEST_ASSERT_EQUAL_INT(0, store_users_next_id(store, 0, &id));
    TEST_ASSERT_EQUAL_UINT32(3, id);
}

static void name_in_log(uint32_t id) {
    const struct record line = {.userid = id, .username = "Ada", .detail = "", .door = 1};
    int64_t seq = 0;

    TEST_ASSERT_EQUAL_INT(0, store_log_add(store, &line, &seq));
}

/* Records may name those who left: their IDs are offered last. */
void test_next_id_is_one_that_no_record_names(void) {
    uint32_t id = 0;

    add(10, "", 0, NULL);
    name_in_log(12);
    name_in_log(0);
    TEST_ASSERT_EQUAL_INT(0, store_users_next_id(store, 0, &id));
    TEST_ASSERT_EQUAL_UINT32(13, id);
    TEST_ASSERT_EQUAL_INT(0, store_users_next_id(store, 10, &id));
    TEST_ASSERT_EQUAL_UINT32(11, id);
    TEST_ASSERT_EQUAL_INT(0, store_users_next_id(store, 12, &id));
    TEST_ASSERT_EQUAL_UINT32(13, id);
    name_in_log(USER_USERID_MAX);
    name_in_log(1);
    add(2, "", 0, NULL);
    TEST_ASSERT_EQUAL_INT(0, store_users_next_id(store, 0, &id));
    TEST_ASSERT_EQUAL_UINT32(3, id);
    TEST_ASSERT_EQUAL_INT(0, store_users_next_id(store, USER_USERID_MAX, &id)); /* better than none */
    TEST_ASSERT_EQUAL_UINT32(USER_USERID_MAX, id);
    add(USER_USERID_MAX, "", 0, NULL);
    TEST_ASSERT_EQUAL_INT(E_CAPACITY, store_users_next_id(store, USER_USERID_MAX, &id));
    TEST_ASSERT_EQUAL_INT(E_CAPACITY, store_users_next_id(store, USER_USERID_MAX + 1, &id));
}

/* The longest name there is, and the one that grows most when it is folded. */
void test_longest_names(void) {
    char widest[USER_USERNAME_OCTETS] = "", growing[USER_USERNAME_OCTETS] = "";

    for (int i = 0; i < 64; i++) {
        (void)strcat(widest, "😀");
        (void)strcat(growing, "\xef\xb7\xba"); /* U+FDFA folds to eighteen characters */
    }
    add(1, widest, 0, NULL);
    add(2, growing, 0, NULL);
    TEST_ASSERT_EQUAL_STRING(widest, get(1).username);
    TEST_ASSERT_EQUAL_STRING("1", found("😀😀😀"));
    TEST_ASSERT_EQUAL_STRING("2", found("صلى"));
    TEST_ASSERT_EQUAL_INT(0, store_users_delete(store, 1));
    TEST_ASSERT_EQUAL_INT(0, store_users_delete(store, 2));
}

void test_names_that_are_no_text_are_refused(void) {
    struct user user = user_named(1, "\xff");

    TEST_ASSERT_EQUAL_INT(E_TEXT, store_users_add(store, &user, NULL));
}

void test_limits_stand_in_the_schema_too(void) {
    struct user user = user_named(0, "x");

    TEST_ASSERT_EQUAL_INT(E_RANGE, store_users_add(store, &user, NULL));
    user.userid = USER_USERID_MAX + 1;
    TEST_ASSERT_EQUAL_INT(E_RANGE, store_users_add(store, &user, NULL));
    user.userid = 1;
    user.level = 17;
    TEST_ASSERT_EQUAL_INT(E_RANGE, store_users_add(store, &user, NULL));
}

/* Letters of four bytes, in the name and in the other text that the search finds. */
void test_the_longest_name_and_employee_number_are_stored_and_found(void) {
    static const char letter[] = "\xf0\xa0\x80\x80"; /* which folding leaves as it is */
    char name[64 * 4 + 1] = "", number[24 * 4 + 1] = "";
    struct user user = user_named(7, name);
    for (size_t i = 0; i < 64; i++) {
        memcpy(name + 4 * i, letter, sizeof(letter));
    }
    for (size_t i = 0; i < 24; i++) {
        memcpy(number + 4 * i, letter, sizeof(letter));
    }
    user.employee_no = number;
    TEST_ASSERT_EQUAL_INT(0, store_users_add(store, &user, NULL));
    TEST_ASSERT_EQUAL_STRING(number, get(7).employee_no);
    TEST_ASSERT_EQUAL_STRING("7", found(letter));
}
