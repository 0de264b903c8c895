/* Entries of a backup out of chunks of any length, and the manifest. */
#include "core/backup/entries.h"

#include <stdio.h>
#include <string.h>

#include "unity.h"

static struct buf plain;
static struct backup_entries entries;
static size_t given, piece;

static int next_chunk(void *ctx, uint8_t ret_chunk[SEALED_CHUNK], size_t *ret_len, bool *ret_is_last) {
    (void)ctx;
    size_t left = plain.len - given;
    *ret_len = left < piece ? left : piece;
    *ret_is_last = left <= piece;
    memcpy(ret_chunk, plain.data + given, *ret_len);
    given += *ret_len;
    return 0;
}

static void begin(size_t octets) {
    given = 0;
    piece = octets;
    backup_entries_begin(&entries, &(struct backup_source){.next = next_chunk});
}

static void put(enum backup_entry_kind kind, const char *name, const char *data) {
    struct backup_entry entry = {.kind = kind, .octets = strlen(data)};
    (void)snprintf(entry.name, sizeof(entry.name), "%s", name);
    backup_entry_put(&plain, &entry);
    buf_append_text(&plain, data);
}

void setUp(void) {
    buf_init(&plain);
}

void tearDown(void) {
    buf_done(&plain);
}

static void put_all(void) {
    put(BACKUP_MANIFEST, "", "of it");
    put(BACKUP_KEYS, "", "keys");
    put(BACKUP_DATABASE, "", "a database that is a little longer than the chunks");
    put(BACKUP_PHOTO, "17", "photo");
    put(BACKUP_PHOTO, "18x", "");
}

/* Goes through all; gives how many there are. */
static int walk(size_t octets, int *ret_r) {
    struct backup_entry entry;
    int count = 0;
    begin(octets);
    while ((*ret_r = backup_entries_next(&entries, &entry)) == 1) {
        count++;
    }
    return count;
}

void test_entries_come_out_of_chunks_of_any_length(void) {
    int r = 0;
    put_all();
    for (size_t octets = 1; octets < 80; octets++) {
        TEST_ASSERT_EQUAL(5, walk(octets, &r));
        TEST_ASSERT_EQUAL(0, r);
    }
}

void test_what_an_entry_has(void) {
    struct backup_entry entry;
    char text[64] = "";
    size_t len = 0;
    put_all();
    begin(1000);
    TEST_ASSERT_EQUAL(1, backup_entries_next(&entries, &entry));
    TEST_ASSERT_EQUAL(0, backup_entries_whole(&entries, &entry, text, sizeof(text)));
    TEST_ASSERT_EQUAL_STRING("of it", text);
    TEST_ASSERT_EQUAL(1, backup_entries_next(&entries, &entry));
    TEST_ASSERT_EQUAL(E_BACKUP_DAMAGED, backup_entries_whole(&entries, &entry, text, 3)); /* longer than it may be */
    TEST_ASSERT_EQUAL(1, backup_entries_next(&entries, &entry));
    TEST_ASSERT_EQUAL(0, backup_entries_read(&entries, text, 4, &len));
    TEST_ASSERT_EQUAL(4, len);
    TEST_ASSERT_EQUAL_MEMORY("a da", text, 4);
    TEST_ASSERT_EQUAL(1, backup_entries_next(&entries, &entry)); /* the rest is skipped */
    TEST_ASSERT_EQUAL_STRING("17", entry.name);
    TEST_ASSERT_EQUAL(1, backup_entries_next(&entries, &entry));
    TEST_ASSERT_EQUAL(0, backup_entries_read(&entries, text, sizeof(text), &len));
    TEST_ASSERT_EQUAL(0, len);
    TEST_ASSERT_EQUAL(0, backup_entries_next(&entries, &entry));
}

void test_cut_anywhere_it_is_damaged(void) {
    put_all();
    size_t whole = plain.len;
    size_t photos = whole - (10 + 3) - (10 + 2 + 5); /* behind the database an end may stand before each photo */
    for (plain.len = 0; plain.len < whole; plain.len++) {
        int r = 0;
        (void)walk(16, &r);
        bool is_end = plain.len == photos || plain.len == whole - (10 + 3);
        TEST_ASSERT_EQUAL_MESSAGE(is_end ? 0 : E_BACKUP_DAMAGED, r, "cut");
    }
}

void test_no_other_order(void) {
    static const enum backup_entry_kind orders[][4] = {
        {BACKUP_KEYS, BACKUP_MANIFEST, BACKUP_DATABASE, BACKUP_PHOTO},
        {BACKUP_MANIFEST, BACKUP_DATABASE, BACKUP_KEYS, BACKUP_PHOTO},
        {BACKUP_MANIFEST, BACKUP_MANIFEST, BACKUP_KEYS, BACKUP_DATABASE},
        {BACKUP_MANIFEST, BACKUP_KEYS, BACKUP_PHOTO, BACKUP_DATABASE},
        {BACKUP_MANIFEST, BACKUP_KEYS, BACKUP_DATABASE, BACKUP_DATABASE},
    };
    for (size_t i = 0; i < sizeof(orders) / sizeof(orders[0]); i++) {
        int r = 0;
        buf_clear(&plain);
        for (size_t k = 0; k < 4; k++) {
            put(orders[i][k], orders[i][k] == BACKUP_PHOTO ? "1" : "", "x");
        }
        (void)walk(16, &r);
        TEST_ASSERT_EQUAL(E_BACKUP_DAMAGED, r);
    }
}

void test_heads_that_are_none(void) {
    struct backup_entry entry;
    size_t len = 0;
    uint8_t head[BACKUP_ENTRY_FIXED] = {0};
    TEST_ASSERT_EQUAL(E_BACKUP_DAMAGED, backup_entry_get(head, &entry, &len));
    head[0] = BACKUP_PHOTO + 1;
    TEST_ASSERT_EQUAL(E_BACKUP_DAMAGED, backup_entry_get(head, &entry, &len));
    head[0] = BACKUP_PHOTO; /* without a name */
    TEST_ASSERT_EQUAL(E_BACKUP_DAMAGED, backup_entry_get(head, &entry, &len));
    head[1] = BACKUP_ENTRY_NAME_MAX - 1;
    TEST_ASSERT_EQUAL(0, backup_entry_get(head, &entry, &len));
    head[1] = BACKUP_ENTRY_NAME_MAX;
    TEST_ASSERT_EQUAL(E_BACKUP_DAMAGED, backup_entry_get(head, &entry, &len));
    head[0] = BACKUP_DATABASE; /* with one */
    head[1] = 1;
    TEST_ASSERT_EQUAL(E_BACKUP_DAMAGED, backup_entry_get(head, &entry, &len));
}

static const struct backup_manifest manifest = {.serial = "PT-7K3MQ4ZX2N",
                                                .device_name = "Tor 4 \xc3\xbc",
                                                .version = "0.5.0",
                                                .schema = 41,
                                                .made_s = INT64_C(1763900000),
                                                .users = UINT32_MAX,
                                                .records = 7,
                                                .photos = 0,
                                                .has_keys = true};

void test_a_manifest_is_read_as_it_was_written(void) {
    struct backup_manifest got;
    backup_manifest_put(&plain, &manifest);
    TEST_ASSERT_EQUAL(0, backup_manifest_get(plain.data, plain.len, &got));
    TEST_ASSERT_EQUAL_STRING(manifest.serial, got.serial);
    TEST_ASSERT_EQUAL_STRING(manifest.device_name, got.device_name);
    TEST_ASSERT_EQUAL_STRING(manifest.version, got.version);
    TEST_ASSERT_EQUAL(41, got.schema);
    TEST_ASSERT_EQUAL_INT64(manifest.made_s, got.made_s);
    TEST_ASSERT_EQUAL_UINT32(UINT32_MAX, got.users);
    TEST_ASSERT_TRUE(got.has_keys);
    for (size_t len = 0; len < plain.len; len++) {
        TEST_ASSERT_EQUAL(E_BACKUP_DAMAGED, backup_manifest_get(plain.data, len, &got));
    }
}

void test_manifests_that_are_none(void) {
    static const char *const wrong[] = {
        "postern-manifest 2\nschema 1\nserial A\nname B\nversion 1\nmade 1\nusers 1\nrecords 1\nphotos 1\nkeys 0\n",
        "postern-manifest 1\nschema 0\nserial A\nname B\nversion 1\nmade 1\nusers 1\nrecords 1\nphotos 1\nkeys 0\n",
        "postern-manifest 1\nschema 1\nserial \nname B\nversion 1\nmade 1\nusers 1\nrecords 1\nphotos 1\nkeys 0\n",
        "postern-manifest 1\nschema 1\nserial A\"\nname B\nversion 1\nmade 1\nusers 1\nrecords 1\nphotos 1\nkeys 0\n",
        "postern-manifest 1\nschema 1\nserial A\nname \xff\nversion 1\nmade 1\nusers 1\nrecords 1\nphotos 1\nkeys 0\n",
        "postern-manifest 1\nschema 1\nserial A\nname B\x1b\nversion 1\nmade 1\nusers 1\nrecords 1\nphotos 1\nkeys 0\n",
        "postern-manifest 1\nschema 1\nserial A\nname B\nversion 1\nmade -1\nusers 1\nrecords 1\nphotos 1\nkeys 0\n",
        "postern-manifest 1\nschema 1\nserial A\nname B\nversion 1\nmade 1\nusers 4294967296\nrecords 1\nphotos 1\nkeys 0\n",
        "postern-manifest 1\nschema 1\nserial A\nname B\nversion 1\nmade 1\nusers 1\nrecords 1\nphotos 1\nkeys 2\n",
        "postern-manifest 1\nschema 1\nserial A\nname B\nversion 1\nmade 1\nusers 1\nrecords 1\nphotos 1\nkeys 0\nx\n",
        "postern-manifest 1\nschema 1\nname B\nserial A\nversion 1\nmade 1\nusers 1\nrecords 1\nphotos 1\nkeys 0\n",
    };
    struct backup_manifest got;
    for (size_t i = 0; i < sizeof(wrong) / sizeof(wrong[0]); i++) {
        TEST_ASSERT_EQUAL_MESSAGE(E_BACKUP_DAMAGED, backup_manifest_get(wrong[i], strlen(wrong[i]), &got), wrong[i]);
    }
}

/* One that cannot be read has no schema, whatever was there before: a newer one is told by that alone. */
void test_a_manifest_that_is_none_has_no_schema(void) {
    static const char newer[] = "postern-manifest 1\nschema 999\nwhatever 1\n";
    static char large[BACKUP_MANIFEST_MAX + 1];
    struct backup_manifest got;
    memset(large, 'x', sizeof(large));
    TEST_ASSERT_EQUAL(E_BACKUP_DAMAGED, backup_manifest_get(newer, strlen(newer), &got));
    TEST_ASSERT_EQUAL(999, got.schema);
    TEST_ASSERT_EQUAL(E_BACKUP_DAMAGED, backup_manifest_get("", 0, &got));
    TEST_ASSERT_EQUAL(0, got.schema);
    got.schema = 999;
    TEST_ASSERT_EQUAL(E_BACKUP_DAMAGED, backup_manifest_get(large, sizeof(large), &got));
    TEST_ASSERT_EQUAL(0, got.schema);
}
