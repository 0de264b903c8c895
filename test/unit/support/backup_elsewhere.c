#include "backup_elsewhere.h"

#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "unity.h"

#define MAGIC "postern-backup 1\n" /* the format written here: nothing after the chunks */
#define MAGIC_NOW "postern-backup 2\n"
#define MAC_LEN 32
#define MAGIC_LEN 17
#define SALT_AT 25
#define STREAM_AT 41
#define CHECK_AT 65
#define HASH_AT 97
#define HEAD_LEN 129
#define CHUNK 65536
#define SEALED (CHUNK + 17)

enum kind { MANIFEST = 1, KEYS, DATABASE, PHOTO };

typedef crypto_secretstream_xchacha20poly1305_state stream_state;

static void *memory(size_t len) {
    void *made = malloc(len + 1);
    TEST_ASSERT_NOT_NULL(made);
    return made;
}

static uint64_t number_at(const uint8_t *at, unsigned bytes) {
    uint64_t number = 0;
    for (unsigned i = 0; i < bytes; i++) {
        number |= (uint64_t)at[i] << (8 * i);
    }
    return number;
}

static void number_to(uint8_t *at, unsigned bytes, uint64_t number) {
    for (unsigned i = 0; i < bytes; i++) {
        at[i] = (uint8_t)(number >> (8 * i));
    }
}

static void derive(const char *passphrase, const uint8_t *head, uint8_t stream[32], uint8_t check[32]) {
    uint8_t key[32];
    size_t memory_bytes = (size_t)number_at(head + MAGIC_LEN, 4) * 1024;
    TEST_ASSERT_EQUAL(0, crypto_pwhash(key, sizeof(key), passphrase, strlen(passphrase), head + SALT_AT,
                                       number_at(head + MAGIC_LEN + 4, 4), memory_bytes, crypto_pwhash_ALG_ARGON2ID13));
    (void)crypto_generichash(stream, 32, (const uint8_t *)"backup", strlen("backup"), key, sizeof(key));
    (void)crypto_generichash(check, 32, (const uint8_t *)"backup check", strlen("backup check"), key, sizeof(key));
}

/* The plain text of all chunks. */
struct plain {
    uint8_t *data;
    size_t len, at;
};

static const char *open_head(const uint8_t *file, size_t len, const char *passphrase, stream_state *ret_state) {
    uint8_t stream[32], check[32], expected[32];
    if (len < HEAD_LEN || (memcmp(file, MAGIC, MAGIC_LEN) != 0 && memcmp(file, MAGIC_NOW, MAGIC_LEN) != 0)) {
        return "no backup";
    }
    (void)crypto_hash_sha256(expected, file, HASH_AT);
    if (memcmp(expected, file + HASH_AT, sizeof(expected)) != 0) {
        return "hash of the head";
    }
    derive(passphrase, file, stream, check);
    (void)crypto_generichash(expected, sizeof(expected), file, CHECK_AT, check, sizeof(check));
    if (memcmp(expected, file + CHECK_AT, sizeof(expected)) != 0) {
        return "passphrase";
    }
    (void)crypto_secretstream_xchacha20poly1305_init_pull(ret_state, file + STREAM_AT, stream);
    return NULL;
}

static const char *open_chunks(const uint8_t *file, size_t len, stream_state *state, struct plain *plain) {
    unsigned char tag = 0;
    for (size_t at = HEAD_LEN; at < len;) {
        size_t sealed = len - at < SEALED ? len - at : SEALED;
        unsigned long long opened = 0;
        if (sealed < 17 || tag != 0 ||
            crypto_secretstream_xchacha20poly1305_pull(state, plain->data + plain->len, &opened, &tag, file + at,
                                                       sealed, NULL, 0) != 0) {
            return "a chunk";
        }
        if (tag != 0 && tag != crypto_secretstream_xchacha20poly1305_TAG_FINAL) {
            return "tag of a chunk";
        }
        if (tag == 0 && opened != CHUNK) {
            return "a chunk that is not the last is short";
        }
        plain->len += (size_t)opened;
        at += sealed;
    }
    return tag == crypto_secretstream_xchacha20poly1305_TAG_FINAL ? NULL : "no last chunk";
}

static uint8_t *copied(const uint8_t *data, size_t len) {
    uint8_t *copy = memory(len);
    memcpy(copy, data, len);
    copy[len] = '\0';
    return copy;
}

static const char *keep_entry(struct elsewhere *content, unsigned kind, const char *name, const uint8_t *data,
                              size_t len) {
    switch (kind) {
        case MANIFEST: content->manifest = (char *)copied(data, len); return NULL;
        case KEYS:
            if (len != sizeof(content->keys)) {
                return "length of the keys";
            }
            memcpy(content->keys, data, len);
            return NULL;
        case DATABASE:
            content->database = copied(data, len);
            content->database_len = len;
            return NULL;
        default: break;
    }
    if (content->photo_count == ELSEWHERE_PHOTOS_MAX) {
        return "more photos than this reader takes";
    }
    struct elsewhere_photo *photo = &content->photos[content->photo_count++];
    (void)snprintf(photo->name, sizeof(photo->name), "%s", name);
    photo->data = copied(data, len);
    photo->len = len;
    return NULL;
}

static const char *read_entry(struct elsewhere *content, struct plain *plain, unsigned *before) {
    char name[ELSEWHERE_NAME_MAX] = "";
    const uint8_t *head = plain->data + plain->at;
    if (plain->len - plain->at < 10) {
        return "head of an entry";
    }
    size_t name_len = head[1];
    uint64_t len = number_at(head + 2, 8);
    if (name_len >= sizeof(name) || plain->len - plain->at - 10 < name_len ||
        plain->len - plain->at - 10 - name_len < len) {
        return "length of an entry";
    }
    if (head[0] != *before + 1 && !(head[0] == PHOTO && *before == PHOTO)) {
        return "order of the entries";
    }
    if ((name_len > 0) != (head[0] == PHOTO)) {
        return "name of an entry";
    }
    memcpy(name, head + 10, name_len);
    *before = head[0];
    plain->at += 10 + name_len + len;
    return keep_entry(content, head[0], name, head + 10 + name_len, (size_t)len);
}

const char *elsewhere_read(const void *data, size_t len, const char *passphrase, struct elsewhere *ret_content) {
    const uint8_t *file = data;
    stream_state state;
    struct plain plain = {.data = memory(len)};
    unsigned before = 0;
    memset(ret_content, 0, sizeof(*ret_content));
    const char *wrong = open_head(file, len, passphrase, &state);
    if (wrong == NULL) {
        ret_content->memory_kib = (uint32_t)number_at(file + MAGIC_LEN, 4);
        ret_content->passes = (uint32_t)number_at(file + MAGIC_LEN + 4, 4);
        const size_t behind = memcmp(file, MAGIC_NOW, MAGIC_LEN) == 0 ? MAC_LEN : 0;
        wrong = open_chunks(file, len - behind, &state, &plain);
    }
    while (wrong == NULL && plain.at < plain.len) {
        wrong = read_entry(ret_content, &plain, &before);
    }
    if (wrong == NULL && before < DATABASE) {
        wrong = "an entry is missing";
    }
    free(plain.data);
    return wrong;
}

void elsewhere_free(struct elsewhere *content) {
    free(content->manifest);
    free(content->database);
    for (size_t i = 0; i < content->photo_count; i++) {
        free(content->photos[i].data);
    }
    memset(content, 0, sizeof(*content));
}

const char *elsewhere_line(const struct elsewhere *content, const char *word) {
    static char value[256];
    char begin[64];
    (void)snprintf(begin, sizeof(begin), "\n%s ", word);
    const char *at = content->manifest != NULL ? strstr(content->manifest, begin) : NULL;
    value[0] = '\0';
    if (at != NULL) {
        at += strlen(begin);
        (void)snprintf(value, sizeof(value), "%.*s", (int)strcspn(at, "\n"), at);
    }
    return value;
}

static void put_entry(struct plain *plain, unsigned kind, const char *name, const void *data, size_t len) {
    uint8_t *head = plain->data + plain->len;
    head[0] = (uint8_t)kind;
    head[1] = (uint8_t)strlen(name);
    number_to(head + 2, 8, len);
    memcpy(head + 10, name, strlen(name));
    memcpy(head + 10 + strlen(name), data, len);
    plain->len += 10 + strlen(name) + len;
}

static struct plain put_all(const struct elsewhere *content) {
    size_t most = strlen(content->manifest) + sizeof(content->keys) + content->database_len + 64;
    for (size_t i = 0; i < content->photo_count; i++) {
        most += content->photos[i].len + 10 + ELSEWHERE_NAME_MAX;
    }
    struct plain plain = {.data = memory(most)};
    put_entry(&plain, MANIFEST, "", content->manifest, strlen(content->manifest));
    put_entry(&plain, KEYS, "", content->keys, sizeof(content->keys));
    put_entry(&plain, DATABASE, "", content->database, content->database_len);
    for (size_t i = 0; i < content->photo_count; i++) {
        put_entry(&plain, PHOTO, content->photos[i].name, content->photos[i].data, content->photos[i].len);
    }
    return plain;
}

static void write_head(const struct elsewhere *content, const char *passphrase, unsigned seed, uint8_t *head,
                       stream_state *ret_state) {
    uint8_t stream[32], check[32];
    memcpy(head, MAGIC, MAGIC_LEN);
    number_to(head + MAGIC_LEN, 4, content->memory_kib);
    number_to(head + MAGIC_LEN + 4, 4, content->passes);
    for (unsigned i = 0; i < CHECK_AT - SALT_AT; i++) {
        head[SALT_AT + i] = (uint8_t)((seed >> (8 * (i % 4))) + 41 * i);
    }
    derive(passphrase, head, stream, check);
    (void)crypto_generichash(head + CHECK_AT, 32, head, CHECK_AT, check, sizeof(check));
    (void)crypto_hash_sha256(head + HASH_AT, head, HASH_AT);
    /* The states for pulling and pushing are the same; only pushing generates its own header. */
    (void)crypto_secretstream_xchacha20poly1305_init_pull(ret_state, head + STREAM_AT, stream);
}

uint8_t *elsewhere_write(const struct elsewhere *content, const char *passphrase, unsigned seed, size_t *ret_len) {
    stream_state state;
    struct plain plain = put_all(content);
    uint8_t *file = memory(HEAD_LEN + plain.len + 17 * (plain.len / CHUNK + 1));
    size_t len = HEAD_LEN;
    write_head(content, passphrase, seed, file, &state);
    while (plain.at < plain.len) {
        size_t chunk = plain.len - plain.at < CHUNK ? plain.len - plain.at : CHUNK;
        bool is_last = plain.at + chunk == plain.len;
        unsigned char tag = is_last ? crypto_secretstream_xchacha20poly1305_TAG_FINAL : 0;
        (void)crypto_secretstream_xchacha20poly1305_push(&state, file + len, NULL, plain.data + plain.at, chunk, NULL,
                                                         0, tag);
        plain.at += chunk;
        len += chunk + 17;
    }
    free(plain.data);
    *ret_len = len;
    return file;
}
