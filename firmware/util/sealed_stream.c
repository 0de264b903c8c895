#include "util/sealed_stream.h"

#include <assert.h>
#include <sodium.h>
#include <string.h>

#define SALT_AT (SEALED_MAGIC_LEN + 8)
#define STREAM_AT (SALT_AT + CRYPTO_SALT_LEN)
#define CHECK_AT (STREAM_AT + crypto_secretstream_xchacha20poly1305_HEADERBYTES)
#define HASH_AT (CHECK_AT + CRYPTO_HASH_LEN)
#define MEMORY_MAX_KIB 65536
#define PASSES_MAX 8

typedef crypto_secretstream_xchacha20poly1305_state library_state;

static_assert(sizeof(((struct sealed_stream *)0)->state) == sizeof(library_state), "state");
static_assert(SEALED_HEAD_LEN == HASH_AT + CRYPTO_HASH_LEN, "head");
static_assert(SEALED_EXTRA == crypto_secretstream_xchacha20poly1305_ABYTES, "chunk");
static_assert(SEALED_RANDOM_LEN == CRYPTO_SALT_LEN + crypto_secretstream_xchacha20poly1305_HEADERBYTES, "randomness");
static_assert(CRYPTO_KEY_LEN == crypto_secretstream_xchacha20poly1305_KEYBYTES, "key");

static const uint8_t magic[SEALED_MAGIC_LEN] = SEALED_MAGIC;
static const uint8_t magic_before[SEALED_MAGIC_LEN] = SEALED_MAGIC_BEFORE;

static library_state *state_of(struct sealed_stream *stream) {
    return (library_state *)stream->state;
}

static void put_number(uint8_t *at, uint32_t number) {
    for (unsigned i = 0; i < 4; i++) {
        at[i] = (uint8_t)(number >> (8 * i));
    }
}

static uint32_t get_number(const uint8_t *at) {
    return (uint32_t)at[0] | (uint32_t)at[1] << 8 | (uint32_t)at[2] << 16 | (uint32_t)at[3] << 24;
}

/* Derives the keys from a passphrase with costs and salt of the header. */
static int derive_keys(const char *passphrase, const uint8_t *head, struct crypto_key *ret_stream,
                       struct crypto_key *ret_check) {
    struct crypto_key key;
    int r = crypto_argon2id(passphrase, strlen(passphrase), head + SALT_AT, get_number(head + SEALED_MAGIC_LEN),
                            get_number(head + SEALED_MAGIC_LEN + 4), key.octets);
    if (r == 0) {
        crypto_derive(&key, "backup", ret_stream);
        crypto_derive(&key, "backup check", ret_check);
    }
    crypto_wipe(&key, sizeof(key));
    return r;
}

/* The library seals with a header of its own random bytes, and opens with a given header; both states are the same.
 * Opening lets the caller provide the random bytes. */
static void stream_start(struct sealed_stream *stream, const uint8_t *head, const struct crypto_key *key) {
    (void)crypto_secretstream_xchacha20poly1305_init_pull(state_of(stream), head + STREAM_AT, key->octets);
}

int sealed_stream_begin(struct sealed_stream *stream, const char *passphrase, const struct sealed_costs *costs,
                        const uint8_t random[SEALED_RANDOM_LEN], uint8_t ret_head[SEALED_HEAD_LEN]) {
    struct crypto_key key, check;
    memcpy(ret_head, magic, sizeof(magic));
    put_number(ret_head + SEALED_MAGIC_LEN, costs->memory_kib);
    put_number(ret_head + SEALED_MAGIC_LEN + 4, costs->passes);
    memcpy(ret_head + SALT_AT, random, SEALED_RANDOM_LEN); /* salt, followed by the stream header */
    int r = derive_keys(passphrase, ret_head, &key, &check);
    if (r == 0) {
        crypto_keyed_hash(&check, ret_head, CHECK_AT, ret_head + CHECK_AT);
        crypto_sha256(ret_head, HASH_AT, ret_head + HASH_AT);
        stream_start(stream, ret_head, &key);
    }
    crypto_wipe(&key, sizeof(key));
    crypto_wipe(&check, sizeof(check));
    return r;
}

void sealed_stream_seal(struct sealed_stream *stream, const void *plain, size_t len, bool is_last,
                        uint8_t *ret_sealed) {
    uint8_t tag = is_last ? crypto_secretstream_xchacha20poly1305_TAG_FINAL : 0;
    (void)crypto_secretstream_xchacha20poly1305_push(state_of(stream), ret_sealed, NULL, plain, len, NULL, 0, tag);
}

int sealed_stream_look(const void *head, size_t len) {
    uint8_t hash[CRYPTO_HASH_LEN];
    const uint8_t *at = head;
    if (len < SEALED_MAGIC_LEN ||
        (memcmp(at, magic, sizeof(magic)) != 0 && memcmp(at, magic_before, sizeof(magic_before)) != 0)) {
        return E_BACKUP_FORMAT;
    }
    if (len < SEALED_HEAD_LEN) {
        return E_BACKUP_DAMAGED;
    }
    crypto_sha256(at, HASH_AT, hash);
    uint32_t memory_kib = get_number(at + SEALED_MAGIC_LEN), passes = get_number(at + SEALED_MAGIC_LEN + 4);
    bool is_whole = memcmp(hash, at + HASH_AT, sizeof(hash)) == 0;
    bool is_bearable = memory_kib >= 8 && memory_kib <= MEMORY_MAX_KIB && passes >= 1 && passes <= PASSES_MAX;
    return is_whole && is_bearable ? 0 : E_BACKUP_DAMAGED;
}

size_t sealed_stream_trailer(const uint8_t head[SEALED_HEAD_LEN]) {
    return memcmp(head, magic, sizeof(magic)) == 0 ? SEALED_TRAILER_LEN : 0;
}

int sealed_stream_open(struct sealed_stream *stream, const char *passphrase, const uint8_t head[SEALED_HEAD_LEN]) {
    struct crypto_key key, check;
    uint8_t expected[CRYPTO_HASH_LEN];
    int r = sealed_stream_look(head, SEALED_HEAD_LEN);
    if (r == 0) {
        r = derive_keys(passphrase, head, &key, &check);
    }
    if (r < 0) {
        return r;
    }
    crypto_keyed_hash(&check, head, CHECK_AT, expected);
    if (crypto_equal(expected, head + CHECK_AT, sizeof(expected))) {
        stream_start(stream, head, &key);
    } else {
        r = E_BACKUP_PASSPHRASE;
    }
    crypto_wipe(&key, sizeof(key));
    crypto_wipe(&check, sizeof(check));
    crypto_wipe(expected, sizeof(expected));
    return r;
}

int sealed_stream_unseal(struct sealed_stream *stream, const uint8_t *sealed, size_t len, void *ret_plain,
                         bool *ret_is_last) {
    unsigned char tag = 0;
    if (len < SEALED_EXTRA || len > SEALED_CHUNK + SEALED_EXTRA ||
        crypto_secretstream_xchacha20poly1305_pull(state_of(stream), ret_plain, NULL, &tag, sealed, len, NULL, 0) !=
            0) {
        return E_BACKUP_DAMAGED;
    }
    *ret_is_last = tag == crypto_secretstream_xchacha20poly1305_TAG_FINAL;
    bool is_known = *ret_is_last || (tag == 0 && len == SEALED_CHUNK + SEALED_EXTRA);
    return is_known ? 0 : E_BACKUP_DAMAGED;
}

void sealed_stream_done(struct sealed_stream *stream) {
    crypto_wipe(stream, sizeof(*stream));
}
