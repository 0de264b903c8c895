#include "util/sealed_stream.h"

#include <stdlib.h>
#include <string.h>

#include "memory_watch.h"
#include "unity.h"

#define PASSPHRASE "four brass lanterns at noon"
#define CHUNKS 3
#define SEALED (SEALED_CHUNK + SEALED_EXTRA)
#define LAST 100 /* bytes of the last chunk */

static const struct sealed_costs cheap = {.memory_kib = 8, .passes = 1};
static uint8_t random_octets[SEALED_RANDOM_LEN];
static uint8_t head[SEALED_HEAD_LEN];
static uint8_t plain[SEALED_CHUNK], opened[SEALED_CHUNK];
static uint8_t sealed[CHUNKS][SEALED];
static struct sealed_stream stream;

static void seal_all(void) {
    TEST_ASSERT_EQUAL(0, sealed_stream_begin(&stream, PASSPHRASE, &cheap, random_octets, head));
    for (int i = 0; i < CHUNKS; i++) {
        memset(plain, 'a' + i, sizeof(plain));
        bool is_last = i == CHUNKS - 1;
        sealed_stream_seal(&stream, plain, is_last ? LAST : SEALED_CHUNK, is_last, sealed[i]);
    }
}

void setUp(void) {
    TEST_ASSERT_EQUAL(0, crypto_start());
    for (size_t i = 0; i < sizeof(random_octets); i++) {
        random_octets[i] = (uint8_t)(i * 7);
    }
    seal_all();
    TEST_ASSERT_EQUAL(0, sealed_stream_open(&stream, PASSPHRASE, head));
}

void tearDown(void) {
    sealed_stream_done(&stream);
}

static int unseal(int chunk, size_t len, bool *ret_is_last) {
    return sealed_stream_unseal(&stream, sealed[chunk], len, opened, ret_is_last);
}

void test_what_was_sealed_is_opened(void) {
    bool is_last = true;
    for (int i = 0; i < CHUNKS; i++) {
        size_t len = i == CHUNKS - 1 ? LAST : SEALED_CHUNK;
        TEST_ASSERT_EQUAL(0, unseal(i, len + SEALED_EXTRA, &is_last));
        TEST_ASSERT_EQUAL(i == CHUNKS - 1, is_last);
        TEST_ASSERT_EACH_EQUAL_UINT8('a' + i, opened, len);
    }
}

/* The format must stay readable for years: files of earlier firmware must open. */
void test_the_head_is_laid_out_as_it_is_written_down(void) {
    TEST_ASSERT_EQUAL_MEMORY("postern-backup 2\n\x08\0\0\0\x01\0\0\0", head, 25);
    TEST_ASSERT_EQUAL_MEMORY(random_octets, head + 25, SEALED_RANDOM_LEN);
    uint8_t hash[CRYPTO_HASH_LEN];
    crypto_sha256(head, 97, hash);
    TEST_ASSERT_EQUAL_MEMORY(hash, head + 97, sizeof(hash));
    struct crypto_key key, check;
    TEST_ASSERT_EQUAL(0, crypto_argon2id(PASSPHRASE, strlen(PASSPHRASE), random_octets, 8, 1, key.octets));
    crypto_derive(&key, "backup check", &check);
    crypto_keyed_hash(&check, head, 65, hash);
    TEST_ASSERT_EQUAL_MEMORY(hash, head + 65, sizeof(hash));
}

void test_another_passphrase_is_told_from_damage(void) {
    static const char *const wrong[] = {"", "Four brass lanterns at noon", PASSPHRASE " "};
    for (size_t i = 0; i < sizeof(wrong) / sizeof(wrong[0]); i++) {
        TEST_ASSERT_EQUAL(E_BACKUP_PASSPHRASE, sealed_stream_open(&stream, wrong[i], head));
    }
    for (size_t at = 0; at < SEALED_HEAD_LEN; at++) {
        for (int bit = 0; bit < 8; bit++) {
            head[at] ^= (uint8_t)(1 << bit);
            TEST_ASSERT_EQUAL(at < SEALED_MAGIC_LEN ? E_BACKUP_FORMAT : E_BACKUP_DAMAGED,
                              sealed_stream_open(&stream, PASSPHRASE, head));
            head[at] ^= (uint8_t)(1 << bit);
        }
    }
    TEST_ASSERT_EQUAL(0, sealed_stream_open(&stream, PASSPHRASE, head));
}

/* A file must not make a terminal compute for hours: such costs are rejected first. */
static void set_costs(uint32_t memory_kib, uint32_t passes) {
    for (unsigned i = 0; i < 4; i++) {
        head[SEALED_MAGIC_LEN + i] = (uint8_t)(memory_kib >> (8 * i));
        head[SEALED_MAGIC_LEN + 4 + i] = (uint8_t)(passes >> (8 * i));
    }
    crypto_sha256(head, 97, head + 97);
}

void test_costs_are_bounded(void) {
    static const uint32_t wrong[][2] = {{65537, 3}, {65536, 9}, {7, 3}, {65536, 0}, {UINT32_MAX, UINT32_MAX}, {0, 0}};
    for (size_t i = 0; i < sizeof(wrong) / sizeof(wrong[0]); i++) {
        set_costs(wrong[i][0], wrong[i][1]);
        TEST_ASSERT_EQUAL(E_BACKUP_DAMAGED, sealed_stream_look(head, sizeof(head)));
    }
    set_costs(65536, 8);
    TEST_ASSERT_EQUAL(0, sealed_stream_look(head, sizeof(head)));
}

void test_a_head_that_is_cut(void) {
    for (size_t len = 0; len < SEALED_HEAD_LEN; len++) {
        TEST_ASSERT_EQUAL(len < SEALED_MAGIC_LEN ? E_BACKUP_FORMAT : E_BACKUP_DAMAGED, sealed_stream_look(head, len));
    }
}

void test_chunks_come_in_their_order_and_whole(void) {
    bool is_last = false;
    TEST_ASSERT_EQUAL(E_BACKUP_DAMAGED, unseal(1, SEALED, &is_last));
    TEST_ASSERT_EQUAL(0, unseal(0, SEALED, &is_last));
    TEST_ASSERT_EQUAL(E_BACKUP_DAMAGED, unseal(0, SEALED, &is_last)); /* not twice */
    TEST_ASSERT_EQUAL(E_BACKUP_DAMAGED, unseal(2, LAST + SEALED_EXTRA, &is_last)); /* none left out */
    TEST_ASSERT_EQUAL(E_BACKUP_DAMAGED, unseal(1, SEALED - 1, &is_last));
    TEST_ASSERT_EQUAL(E_BACKUP_DAMAGED, unseal(1, SEALED_EXTRA - 1, &is_last));
    TEST_ASSERT_EQUAL(E_BACKUP_DAMAGED, unseal(1, 0, &is_last));
    for (size_t at = 0; at < SEALED; at += 997) {
        sealed[1][at] ^= 1;
        TEST_ASSERT_EQUAL(E_BACKUP_DAMAGED, unseal(1, SEALED, &is_last));
        sealed[1][at] ^= 1;
    }
    TEST_ASSERT_EQUAL(0, unseal(1, SEALED, &is_last)); /* these failures did not advance it */
    TEST_ASSERT_EQUAL(0, unseal(2, LAST + SEALED_EXTRA, &is_last));
    TEST_ASSERT_TRUE(is_last);
}

/* A short chunk in the middle, even sealed with the key, is rejected. */
void test_only_the_last_chunk_may_be_short(void) {
    bool is_last = false;
    TEST_ASSERT_EQUAL(0, sealed_stream_begin(&stream, PASSPHRASE, &cheap, random_octets, head));
    sealed_stream_seal(&stream, plain, 10, false, sealed[0]);
    TEST_ASSERT_EQUAL(0, sealed_stream_open(&stream, PASSPHRASE, head));
    TEST_ASSERT_EQUAL(E_BACKUP_DAMAGED, unseal(0, 10 + SEALED_EXTRA, &is_last));
}

static void begin_and_open(void) {
    char typed[] = PASSPHRASE;
    struct sealed_stream one = {.state = {0}};
    TEST_ASSERT_EQUAL(0, sealed_stream_begin(&one, typed, &cheap, random_octets, head));
    TEST_ASSERT_EQUAL(0, sealed_stream_open(&one, typed, head));
    sealed_stream_done(&one);
    crypto_wipe(typed, sizeof(typed));
}

void test_the_key_is_wiped(void) {
    struct crypto_key key, used;
    TEST_ASSERT_EQUAL(0, crypto_argon2id(PASSPHRASE, strlen(PASSPHRASE), random_octets, 8, 1, key.octets));
    struct memory_found found = memory_watch(begin_and_open, key.octets, sizeof(key.octets));
    TEST_ASSERT_EQUAL(0, found.frames);
    crypto_derive(&key, "backup", &used);
    found = memory_watch(begin_and_open, used.octets, sizeof(used.octets));
    TEST_ASSERT_EQUAL(0, found.frames);
}
