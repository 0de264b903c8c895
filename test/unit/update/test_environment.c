/* The boot environment as bytes, as U-Boot and its tools read it. */
#include "update/environment.h"

#include <string.h>

#include "unity.h"

static struct environment environment;
static uint8_t sector[SLOTS_SECTOR];

void setUp(void) {
    memset(&environment, 0, sizeof(environment));
    memset(sector, 0, sizeof(sector));
}

void tearDown(void) {
}

/* The sum is zlib's crc32() of "BOOT_ORDER=A B", "BOOT_A_LEFT=3", "BOOT_B_LEFT=3" and zeros. */
void test_octets_as_of_the_tools(void) {
    static const char text[] = "BOOT_ORDER=A B\0BOOT_A_LEFT=3\0BOOT_B_LEFT=3\0";
    static const uint8_t sum[] = {0xd6, 0x41, 0x9b, 0x1a};
    TEST_ASSERT_EQUAL(0, environment_set(&environment, "BOOT_ORDER", "A B"));
    TEST_ASSERT_EQUAL(0, environment_set(&environment, "BOOT_A_LEFT", "3"));
    TEST_ASSERT_EQUAL(0, environment_set(&environment, "BOOT_B_LEFT", "3"));
    environment_write(&environment, sector);
    TEST_ASSERT_EQUAL_MEMORY(sum, sector, sizeof(sum));
    TEST_ASSERT_EQUAL_MEMORY(text, sector + 4, sizeof(text));
    for (size_t i = 4 + sizeof(text); i < sizeof(sector); i++) {
        TEST_ASSERT_EQUAL_HEX8(0, sector[i]);
    }
}

void test_what_is_written_is_read(void) {
    struct environment again;
    TEST_ASSERT_EQUAL(0, environment_set(&environment, "one", "1"));
    TEST_ASSERT_EQUAL(0, environment_set(&environment, "on", "a=b"));
    TEST_ASSERT_EQUAL(0, environment_set(&environment, "empty", ""));
    TEST_ASSERT_EQUAL(0, environment_set(&environment, "one", "another one"));
    environment_write(&environment, sector);
    TEST_ASSERT_EQUAL(0, environment_read(sector, &again));
    TEST_ASSERT_EQUAL_STRING("another one", environment_get(&again, "one"));
    TEST_ASSERT_EQUAL_STRING("a=b", environment_get(&again, "on"));
    TEST_ASSERT_EQUAL_STRING("", environment_get(&again, "empty"));
    TEST_ASSERT_NULL(environment_get(&again, "emp"));
    TEST_ASSERT_NULL(environment_get(&again, "a"));
    TEST_ASSERT_EQUAL_MEMORY(&environment, &again, sizeof(again));
}

void test_an_empty_one(void) {
    struct environment again = {.len = 99};
    environment_write(&environment, sector);
    TEST_ASSERT_EQUAL(0, environment_read(sector, &again));
    TEST_ASSERT_EQUAL(0, again.len);
    TEST_ASSERT_NULL(environment_get(&again, "x"));
}

/* The last NUL is required: 503 bytes of value, "name=" and two NULs fit in 508, but not one more. */
void test_as_much_as_fits(void) {
    char value[SLOTS_SECTOR];
    memset(value, 'v', sizeof(value));
    value[501] = '\0';
    TEST_ASSERT_EQUAL(0, environment_set(&environment, "name", value));
    environment_write(&environment, sector);
    TEST_ASSERT_EQUAL(0, environment_read(sector, &environment));
    TEST_ASSERT_EQUAL(501, strlen(environment_get(&environment, "name")));
    value[501] = 'v';
    value[502] = '\0';
    struct environment before = environment;
    TEST_ASSERT_EQUAL(E_NOSPC, environment_set(&environment, "name", value));
    TEST_ASSERT_EQUAL(E_NOSPC, environment_set(&environment, "n", ""));
    TEST_ASSERT_EQUAL_MEMORY(&before, &environment, sizeof(before));
    TEST_ASSERT_EQUAL(0, environment_set(&environment, "name", ""));
    TEST_ASSERT_EQUAL(0, environment_set(&environment, "n", ""));
}

void test_damage_is_seen(void) {
    TEST_ASSERT_EQUAL(E_CORRUPT, environment_read(sector, &environment));
    TEST_ASSERT_EQUAL(0, environment_set(&environment, "name", "value"));
    environment_write(&environment, sector);
    for (size_t i = 0; i < sizeof(sector); i++) {
        for (unsigned bit = 0; bit < 8; bit++) {
            sector[i] ^= (uint8_t)(1U << bit);
            TEST_ASSERT_EQUAL(E_CORRUPT, environment_read(sector, &environment));
            sector[i] ^= (uint8_t)(1U << bit);
        }
    }
    TEST_ASSERT_EQUAL(0, environment_read(sector, &environment));
}

/* A correct CRC over unterminated texts. */
void test_texts_that_do_not_end(void) {
    struct environment whole = {.len = 0};
    memset(whole.text, 'x', sizeof(whole.text));
    environment_write(&whole, sector);
    TEST_ASSERT_EQUAL(E_CORRUPT, environment_read(sector, &environment));
    whole.text[ENVIRONMENT_TEXT - 1] = '\0';
    environment_write(&whole, sector);
    TEST_ASSERT_EQUAL(E_CORRUPT, environment_read(sector, &environment));
    whole.text[ENVIRONMENT_TEXT - 2] = '\0';
    environment_write(&whole, sector);
    TEST_ASSERT_EQUAL(0, environment_read(sector, &environment));
}
