/* The data partition of a board with a TPM: encrypted with a key that only the TPM gives out (docs/image.md).
 *
 *   postern-datakey make TPM PARTITION        draws a key, seals it, and prints the device of what is encrypted
 *   postern-datakey open TPM PARTITION AT     the same with the key that is there, and mounts it at AT if it says that it is whole
 *   postern-datakey save PARTITION NAME FILE  saves a small file in the head of the partition, where it can be read without the key
 *   postern-datakey load PARTITION NAME FILE  writes it back; nothing where there is none
 *
 * The key is in the kernel's keyring while the device is made, and nowhere after that but in the device. */
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <linux/fs.h>
#include <linux/keyctl.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "../early/data.h"
#include "../early/mapper.h"
#include "../early/partitions.h"
#include "chip.h"
#include "head.h"

#define KEY_LEN 64 /* bytes: two keys of AES-256, as XTS has it */
#define KEY_NAME "postern:data"
#define SECTOR 512U
#define BLOCK 4096U
#define PATH_LEN 300

/* What `start` is told. */
enum outcome {
    OUTCOME_DONE = 0,
    OUTCOME_FAILED = 1,
    OUTCOME_NOT_MOUNTED = 2, /* open, but to be checked first */
    OUTCOME_NO_TPM = 10,
    OUTCOME_OTHER_TPM = 11, /* or one that was cleared */
    OUTCOME_KEY_DAMAGED = 12,
    OUTCOME_PLAIN = 13, /* a file system that is not encrypted */
};

static enum outcome outcome_of(int error) {
    switch (-error) {
        case 0: return OUTCOME_DONE;
        case ENODEV: return OUTCOME_NO_TPM;
        case EKEYREJECTED: return OUTCOME_OTHER_TPM;
        case EBADMSG: return OUTCOME_KEY_DAMAGED;
        default: return OUTCOME_FAILED;
    }
}

/* As good as the better one of two sources. */
static int key_random(int chip, uint8_t ret_key[KEY_LEN]) {
    uint8_t more[KEY_LEN];
    int r = chip_random(chip, ret_key, KEY_LEN);
    if (r == 0 && getrandom(more, sizeof(more), 0) != (ssize_t)sizeof(more)) {
        r = -EIO;
    }
    for (size_t i = 0; i < KEY_LEN && r == 0; i++) {
        ret_key[i] ^= more[i];
    }
    explicit_bzero(more, sizeof(more));
    return r;
}

static int key_make(int chip, int part, uint8_t ret_key[KEY_LEN]) {
    uint8_t object[TPM_OBJECT_MAX];
    size_t len = 0;
    int r = key_random(chip, ret_key);
    if (r == 0) {
        r = chip_seal(chip, ret_key, KEY_LEN, object, &len);
    }
    return r < 0 ? r : head_write(part, HEAD_KEY, object, len);
}

static int key_read(int chip, int part, uint8_t ret_key[KEY_LEN]) {
    uint8_t object[HEAD_CONTENT_MAX];
    const int len = head_read(part, HEAD_KEY, object);
    if (len < 0 || len > TPM_OBJECT_MAX) {
        return -EBADMSG;
    }
    return chip_unseal(chip, object, (size_t)len, ret_key, KEY_LEN);
}

/* No discards: what is free would show, and nothing of this system asks for them. Blocks of 4096 bytes, as the file system has them,
 * need an eighth of the initial values. */
static int device_make(int part, const char *partition, char ret_path[PATH_LEN]) {
    char params[2 * PATH_LEN];
    uint64_t size = 0;
    if (ioctl(part, BLKGETSIZE64, &size) < 0 || size <= HEAD_LEN) {
        return -EIO;
    }
    (void)snprintf(params, sizeof(params), "aes-xts-plain64 :%d:logon:" KEY_NAME " 0 %s %u 1 sector_size:%u", KEY_LEN,
                   partition, HEAD_LEN / SECTOR, BLOCK);
    const uint64_t blocks = (size - HEAD_LEN) / BLOCK;
    return mapper_create("data", blocks * (BLOCK / SECTOR), "crypt", params, true, ret_path, PATH_LEN);
}

/* A key of the kind `logon` is read by the kernel alone, and this process's keyring ends with it. */
static int device_open(int part, const char *partition, const uint8_t key[KEY_LEN], char ret_path[PATH_LEN]) {
    if (syscall(SYS_add_key, "logon", KEY_NAME, key, KEY_LEN, KEY_SPEC_PROCESS_KEYRING) < 0) {
        return -errno;
    }
    return device_make(part, partition, ret_path);
}

typedef int key_source(int chip, int part, uint8_t ret_key[KEY_LEN]);

static int device_unlock(const char *tpm, const char *partition, key_source *source, char ret_path[PATH_LEN]) {
    uint8_t key[KEY_LEN];
    const int part = open(partition, O_RDWR | O_CLOEXEC);
    const int chip = part < 0 ? -EIO : chip_open(tpm);
    int r = chip < 0 ? chip : source(chip, part, key);
    if (r == 0) {
        r = device_open(part, partition, key, ret_path);
    }
    explicit_bzero(key, sizeof(key));
    if (chip >= 0) {
        (void)close(chip);
    }
    if (part >= 0) {
        (void)close(part);
    }
    return r;
}

static enum outcome make(const char *tpm, const char *partition) {
    char path[PATH_LEN];
    const int r = device_unlock(tpm, partition, key_make, path);
    if (r == 0) {
        (void)puts(path);
    }
    return outcome_of(r);
}

static enum outcome open_at(const char *tpm, const char *partition, const char *at) {
    char path[PATH_LEN];
    if (data_is_file_system(partition)) {
        return OUTCOME_PLAIN;
    }
    const int r = device_unlock(tpm, partition, key_read, path);
    if (r < 0) {
        return outcome_of(r);
    }
    (void)puts(path);
    return data_mount(path, at) ? OUTCOME_DONE : OUTCOME_NOT_MOUNTED;
}

static int record_of(const char *name) {
    static const char *const names[] = {[HEAD_FACTORY] = "factory", [HEAD_RECOVERED] = "recovered"};
    for (int i = HEAD_FACTORY; i <= HEAD_RECOVERED; i++) {
        if (strcmp(name, names[i]) == 0) {
            return i;
        }
    }
    return -EINVAL;
}

static int file_save(int part, enum head_record record, const char *file) {
    uint8_t now[HEAD_CONTENT_MAX];
    uint8_t saved[HEAD_CONTENT_MAX];
    const int from = open(file, O_RDONLY | O_CLOEXEC | O_NOFOLLOW);
    const ssize_t len = from < 0 ? -1 : read(from, now, sizeof(now));
    if (from >= 0) {
        (void)close(from);
    }
    if (len < 0) {
        return -EIO;
    }
    const bool is_same = head_read(part, record, saved) == len && memcmp(now, saved, (size_t)len) == 0;
    return is_same ? 0 : head_write(part, record, now, (size_t)len);
}

/* Beside its place first: after a power cut it is whole, or not there. */
static int file_load(int part, enum head_record record, const char *file) {
    uint8_t saved[HEAD_CONTENT_MAX];
    char beside[PATH_LEN];
    const int len = head_read(part, record, saved);
    if (len < 0) {
        return 0;
    }
    (void)snprintf(beside, sizeof(beside), "%s.new", file);
    (void)unlink(beside);
    const int to = open(beside, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    bool done = to >= 0 && write(to, saved, (size_t)len) == len && fsync(to) == 0;
    if (to >= 0) {
        done = close(to) == 0 && done;
    }
    return done && rename(beside, file) == 0 ? 0 : -EIO;
}

static enum outcome record_act(int (*act)(int, enum head_record, const char *), char **words) {
    const int record = record_of(words[1]);
    const int part = record < 0 || data_is_file_system(words[0]) ? -1 : open(words[0], O_RDWR | O_CLOEXEC);
    const int r = part < 0 ? -EIO : act(part, (enum head_record)record, words[2]);
    if (part >= 0) {
        (void)close(part);
    }
    return r == 0 ? OUTCOME_DONE : OUTCOME_FAILED;
}

int main(int argc, char **argv) {
    const char *what = argc > 1 ? argv[1] : "";
    if (argc == 4 && strcmp(what, "make") == 0) {
        return (int)make(argv[2], argv[3]);
    }
    if (argc == 5 && strcmp(what, "open") == 0) {
        return (int)open_at(argv[2], argv[3], argv[4]);
    }
    if (argc == 5 && strcmp(what, "save") == 0) {
        return (int)record_act(file_save, argv + 2);
    }
    if (argc == 5 && strcmp(what, "load") == 0) {
        return (int)record_act(file_load, argv + 2);
    }
    (void)fprintf(stderr,
                  "postern-datakey: make TPM PARTITION | open TPM PARTITION AT | save|load PARTITION NAME FILE\n");
    return OUTCOME_FAILED;
}
