/* A place in a list as text: what is written is what is read, and nothing else is read. */
#include "store/users/users_cursor.h"

#include <string.h>

#include "unity.h"
#include "util/crypto.h"

static char text[USERS_CURSOR_TEXT_MAX];
static struct users_cursor got;

void setUp(void) {
    memset(&got, 0x5a, sizeof(got));
}

void tearDown(void) {
}

static struct users_cursor named(const char *key) {
    struct users_cursor cursor = {
        .by_name = true,
        .id = 0x01020304,
        .generation = 0x11223344,
        .question = 0xfffefdfc,
        .position = 0x80000001,
        .total = 0x7fffffff,
        .total_is_more = true,
        .key_len = strlen(key),
    };
    memcpy(cursor.key, key, cursor.key_len);
    return cursor;
}

static void check_back(const struct users_cursor *cursor, const char *key) {
    users_cursor_write(cursor, text);
    TEST_ASSERT_EQUAL_INT(0, users_cursor_read(text, cursor->by_name, &got));
    TEST_ASSERT_EQUAL(cursor->by_name, got.by_name);
    TEST_ASSERT_EQUAL_HEX32(cursor->id, got.id);
    TEST_ASSERT_EQUAL_HEX32(cursor->generation, got.generation);
    TEST_ASSERT_EQUAL_HEX32(cursor->question, got.question);
    TEST_ASSERT_EQUAL_HEX32(cursor->position, got.position);
    TEST_ASSERT_EQUAL_HEX32(cursor->total, got.total);
    TEST_ASSERT_EQUAL(cursor->total_is_more, got.total_is_more);
    TEST_ASSERT_EQUAL_size_t(strlen(key), got.key_len);
    TEST_ASSERT_EQUAL_STRING(key, got.key);
}

void test_what_is_written_is_read(void) {
    struct users_cursor cursor = named("garc\xc3\xad"
                                       "a");

    check_back(&cursor, "garc\xc3\xad"
                        "a");
    cursor.total_is_more = false;
    check_back(&cursor, "garc\xc3\xad"
                        "a");
    cursor = (struct users_cursor){.by_name = true};
    check_back(&cursor, "");
    cursor = (struct users_cursor){.id = UINT32_MAX, .total = 1, .total_is_more = true};
    check_back(&cursor, "");
}

/* By ID the name is not in it. */
void test_a_place_by_id_has_no_name(void) {
    struct users_cursor cursor = named("garcia");

    cursor.by_name = false;
    check_back(&cursor, "");
    TEST_ASSERT_EQUAL_size_t((USERS_CURSOR_HEAD * 4 + 2) / 3, strlen(text));
}

void test_the_longest_name(void) {
    char key[TEXT_FOLD_MAX] = "";
    struct users_cursor cursor;

    memset(key, 'x', sizeof(key) - 1);
    cursor = named(key);
    check_back(&cursor, key);
}

/* Makes a text of raw bytes. */
static const char *encoded(const uint8_t *bytes, size_t len) {
    static char made[2 * USERS_CURSOR_TEXT_MAX];

    crypto_base64url(bytes, len, made);
    return made;
}

static int read_bytes(const uint8_t *bytes, size_t len, bool by_name) {
    return users_cursor_read(encoded(bytes, len), by_name, &got);
}

void test_the_other_sort_is_refused(void) {
    struct users_cursor cursor = named("");

    users_cursor_write(&cursor, text);
    TEST_ASSERT_EQUAL_INT(E_FORMAT, users_cursor_read(text, false, &got));
    cursor.by_name = false;
    users_cursor_write(&cursor, text);
    TEST_ASSERT_EQUAL_INT(E_FORMAT, users_cursor_read(text, true, &got));
}

void test_other_lengths_versions_and_flags_are_refused(void) {
    uint8_t bytes[USERS_CURSOR_HEAD + TEXT_FOLD_MAX + 3] = {1};

    TEST_ASSERT_EQUAL_INT(0, read_bytes(bytes, USERS_CURSOR_HEAD, false));
    TEST_ASSERT_EQUAL_INT(E_FORMAT, read_bytes(bytes, USERS_CURSOR_HEAD - 1, false));
    TEST_ASSERT_EQUAL_INT(E_FORMAT, read_bytes(bytes, USERS_CURSOR_HEAD + 1, false));
    TEST_ASSERT_EQUAL_INT(E_FORMAT, users_cursor_read("", false, &got));
    bytes[0] = 0;
    TEST_ASSERT_EQUAL_INT(E_FORMAT, read_bytes(bytes, USERS_CURSOR_HEAD, false));
    bytes[0] = 2;
    TEST_ASSERT_EQUAL_INT(E_FORMAT, read_bytes(bytes, USERS_CURSOR_HEAD, false));
    bytes[0] = 1;
    bytes[1] = 1;
    TEST_ASSERT_EQUAL_INT(E_FORMAT, read_bytes(bytes, USERS_CURSOR_HEAD, false));
    bytes[1] = 0x81; /* sorted by the text of field 1 */
    TEST_ASSERT_EQUAL_INT(E_FORMAT, read_bytes(bytes, USERS_CURSOR_HEAD, false));
    TEST_ASSERT_EQUAL_INT(0, read_bytes(bytes, USERS_CURSOR_HEAD, true));
    TEST_ASSERT_EQUAL_UINT8(1, got.by_field);
    bytes[1] = 0x80;
    memset(bytes + USERS_CURSOR_HEAD, 'x', TEXT_FOLD_MAX + 3);
    TEST_ASSERT_EQUAL_INT(0, read_bytes(bytes, USERS_CURSOR_HEAD + TEXT_FOLD_MAX - 1, true));
    TEST_ASSERT_EQUAL_INT(E_FORMAT, read_bytes(bytes, USERS_CURSOR_HEAD + TEXT_FOLD_MAX, true));
    TEST_ASSERT_EQUAL_INT(E_FORMAT, read_bytes(bytes, USERS_CURSOR_HEAD + TEXT_FOLD_MAX + 1, true));
}

void test_what_is_no_text_is_refused(void) {
    uint8_t bytes[USERS_CURSOR_HEAD + 2] = {1, 0x80};

    bytes[USERS_CURSOR_HEAD] = 'a';
    bytes[USERS_CURSOR_HEAD + 1] = 'b';
    TEST_ASSERT_EQUAL_INT(0, read_bytes(bytes, sizeof(bytes), true));
    bytes[USERS_CURSOR_HEAD + 1] = 0xc3; /* half a character */
    TEST_ASSERT_EQUAL_INT(E_FORMAT, read_bytes(bytes, sizeof(bytes), true));
    bytes[USERS_CURSOR_HEAD + 1] = 7; /* a control character */
    TEST_ASSERT_EQUAL_INT(E_FORMAT, read_bytes(bytes, sizeof(bytes), true));
    crypto_base64url(bytes, USERS_CURSOR_HEAD, text);
    text[3] = '*';
    TEST_ASSERT_EQUAL_INT(E_FORMAT, users_cursor_read(text, true, &got));
}
