#include "fake_machine.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "folder_files.h"
#include "made_bundle.h"
#include "store/store.h"
#include "unity.h"
#include "update/environment.h"
#include "util/crypto.h"
#include "util/text.h"

#define IMAGE_MAX 90000
#define FORM                                                                                                     \
    "{\"software\": {\"version\": \"%s\", \"description\": \"For tests\", \"hardware-compatibility\": [\"%s\"]," \
    " \"postern\": {\"format\": 1, \"brand\": \"%s\", \"buildId\": \"%s\", \"counter\": %u, \"schema\": %u,"     \
    " \"built\": 1767225600, \"notes\": \"One thing.\\nAnother.\"},"                                             \
    " \"stable\": {\"a\": {\"images\": [%s]}, \"b\": {\"images\": [%s]}}}}"
#define IMAGE                                                                                           \
    "{\"filename\": \"slot.img\", \"type\": \"raw\", \"device\": \"%s\", \"installed-directly\": true," \
    " \"sha256\": \"%s\", \"size\": %zu}"

static struct made_certificate root, signer, other_root, stranger;

static void make_keys(void) {
    if (root.len > 0) {
        return;
    }
    TEST_ASSERT_EQUAL(0, crypto_start());
    made_certificate(&(struct made_terms){.name = "root", .authority = true}, NULL, &root);
    made_certificate(&(struct made_terms){.name = "signer"}, &root, &signer);
    made_certificate(&(struct made_terms){.name = "other", .authority = true}, NULL, &other_root);
    made_certificate(&(struct made_terms){.name = "stranger"}, &other_root, &stranger);
}

static void set(struct environment *environment, const char *name, const char *value) {
    TEST_ASSERT_EQUAL(0, environment_set(environment, name, value));
}

static void write_sector(const char *dir, const struct environment *environment) {
    uint8_t sector[SLOTS_SECTOR];
    environment_write(environment, sector);
    folder_write(dir, "env", sector, sizeof(sector));
}

void fake_machine_make(const char *dir) {
    char path[256], roots[2048] = "";
    struct environment environment = {.len = 0};
    make_keys();
    made_pem(&root, roots, sizeof(roots));
    (void)snprintf(path, sizeof(path), "%s/run", dir);
    TEST_ASSERT_EQUAL(0, mkdir(dir, 0700));
    TEST_ASSERT_EQUAL(0, mkdir(path, 0700));
    folder_write_text(dir, "fw_env.config", "env 0x0 0x200\n");
    folder_write_text(dir, "slot", "A\n");
    folder_write_text(dir, "board", FAKE_MACHINE_BOARD "\n");
    folder_write_text(dir, "slots", "/dev/slot-a\n/dev/slot-b\n");
    folder_write_text(dir, "roots.pem", roots);
    set(&environment, "BOOT_ORDER", "A B");
    set(&environment, "BOOT_A_LEFT", "3");
    set(&environment, "BOOT_B_LEFT", "3");
    set(&environment, "FLOOR", "1");
    write_sector(dir, &environment);
}

void fake_machine_remove(const char *dir) {
    char command[300];
    (void)snprintf(command, sizeof(command), "rm -rf '%s'", dir);
    TEST_ASSERT_EQUAL(0, system(command));
}

void fake_machine_read(const char *dir, struct slots_state *ret_state) {
    _cleanup_(slots_freep) struct slots *slots = NULL;
    TEST_ASSERT_EQUAL(0, slots_open(dir, &slots));
    TEST_ASSERT_EQUAL(0, slots_read(slots, ret_state));
}

static void read_sector(const char *dir, struct environment *ret_environment) {
    char path[256];
    uint8_t sector[SLOTS_SECTOR];
    (void)snprintf(path, sizeof(path), "%s/env", dir);
    FILE *file = fopen(path, "rb");
    TEST_ASSERT_NOT_NULL(file);
    TEST_ASSERT_EQUAL(sizeof(sector), fread(sector, 1, sizeof(sector), file));
    TEST_ASSERT_EQUAL(0, fclose(file));
    TEST_ASSERT_EQUAL(0, environment_read(sector, ret_environment));
}

enum slot fake_machine_boot(const char *dir) {
    static const char *const names[] = {"BOOT_A_LEFT", "BOOT_B_LEFT"};
    struct environment environment;
    char left[2] = "";
    read_sector(dir, &environment);
    enum slot slot = *environment_get(&environment, "BOOT_ORDER") == 'A' ? SLOT_A : SLOT_B;
    if (*environment_get(&environment, names[slot]) == '0') {
        slot = slots_other(slot);
    }
    if (*environment_get(&environment, names[slot]) == '0') {
        set(&environment, names[SLOT_A], "3");
        set(&environment, names[SLOT_B], "3");
    }
    left[0] = (char)(*environment_get(&environment, names[slot]) - 1);
    set(&environment, names[slot], left);
    write_sector(dir, &environment);
    folder_write_text(dir, "slot", slots_name(slot));
    return slot;
}

static const char *given(const char *text, const char *otherwise) {
    return text != NULL ? text : otherwise;
}

size_t fake_machine_bundle(const struct fake_bundle *bundle, const uint8_t **ret_octets) {
    static struct made_archive archive;
    static uint8_t image[IMAGE_MAX], signature[MADE_SIGNATURE_MAX];
    char hex[2 * CRYPTO_SHA256_LEN + 1], a[512], b[512], description[4096];
    uint8_t hash[CRYPTO_SHA256_LEN];
    size_t size = bundle->image > 0 ? bundle->image : 20000;
    make_keys();
    TEST_ASSERT_TRUE(size <= sizeof(image));
    for (size_t i = 0; i < size; i++) {
        image[i] = (uint8_t)(i * 11 >> 2);
    }
    crypto_sha256(image, size, hash);
    text_hex(hash, sizeof(hash), hex);
    (void)snprintf(a, sizeof(a), IMAGE, "/dev/slot-a", hex, size);
    (void)snprintf(b, sizeof(b), IMAGE, "/dev/slot-b", hex, size);
    (void)snprintf(description, sizeof(description), FORM, given(bundle->version, "0.2.0"),
                   given(bundle->board, FAKE_MACHINE_BOARD), given(bundle->brand, "postern"),
                   given(bundle->build_id, "build-2"), bundle->counter > 0 ? bundle->counter : 1,
                   bundle->schema > 0 ? bundle->schema : store_schema_latest(), a, b);
    const struct made_certificate *certificates[] = {bundle->stranger ? &stranger : &signer, NULL};
    const struct made_signing signing = {.certificates = certificates};
    archive.len = 0;
    made_entry(&archive, "sw-description", description, strlen(description));
    made_entry(&archive, "sw-description.sig", signature,
               made_signature(description, strlen(description), &signing, signature));
    made_entry(&archive, "slot.img", image, size);
    made_end(&archive, true);
    *ret_octets = archive.octets;
    return archive.len;
}
