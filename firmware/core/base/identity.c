/* The file is text, so that it can be carried to a new board by hand:
 *
 *     postern-identity 1
 *     serial PT-7K3MQ4ZX2N
 *     pepper <43 characters>
 *     device <43 characters>
 *     check <43 characters: keyed hash of all before it, under the device key>
 *
 * It is written beside its place, synchronised, renamed and the folder synchronised: after a power cut it is there
 * whole or not at all. */
#include "core/base/identity.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include "hal/hal.h"
#include "util/cleanup.h"

#define FILE_NAME "identity"
#define FILE_MAX 512
#define KEY_TEXT CRYPTO_BASE64URL_LEN(CRYPTO_KEY_LEN)
#define SERIAL_RANDOM 10

static const char serial_letters[] = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ"; /* 32 of them, so that 5 bits choose one */

/* Text of the file without the line `check`. */
static void identity_compose(const struct identity *identity, char ret_text[FILE_MAX]) {
    char pepper[KEY_TEXT];
    char device[KEY_TEXT];
    crypto_base64url(identity->pepper.octets, CRYPTO_KEY_LEN, pepper);
    crypto_base64url(identity->device.octets, CRYPTO_KEY_LEN, device);
    (void)snprintf(ret_text, FILE_MAX, "postern-identity 1\nserial %s\npepper %s\ndevice %s\n", identity->serial,
                   pepper, device);
    crypto_wipe(pepper, sizeof(pepper));
    crypto_wipe(device, sizeof(device));
}

static void check_line(const struct identity *identity, const char *text, char ret_line[KEY_TEXT + 8]) {
    uint8_t hash[CRYPTO_HASH_LEN];
    char hash_text[KEY_TEXT];
    crypto_keyed_hash(&identity->device, text, strlen(text), hash);
    crypto_base64url(hash, sizeof(hash), hash_text);
    (void)snprintf(ret_line, KEY_TEXT + 8, "check %s\n", hash_text);
}

static int identity_parse(const char *text, struct identity *ret_identity) {
    char pepper[KEY_TEXT];
    char device[KEY_TEXT];
    char check[KEY_TEXT];
    if (sscanf(text, "postern-identity 1 serial %32[^\n] pepper %43s device %43s check %43s", ret_identity->serial,
               pepper, device, check) != 4 ||
        crypto_base64url_read(pepper, strlen(pepper), ret_identity->pepper.octets, CRYPTO_KEY_LEN) < 0 ||
        crypto_base64url_read(device, strlen(device), ret_identity->device.octets, CRYPTO_KEY_LEN) < 0) {
        return E_CORRUPT;
    }
    char whole[FILE_MAX];
    char line[KEY_TEXT + 8];
    identity_compose(ret_identity, whole);
    check_line(ret_identity, whole, line);
    strncat(whole, line, sizeof(whole) - strlen(whole) - 1);
    int r = strcmp(whole, text) == 0 ? 0 : E_CORRUPT;
    crypto_wipe(whole, sizeof(whole));
    crypto_wipe(pepper, sizeof(pepper));
    crypto_wipe(device, sizeof(device));
    return r;
}

int identity_read(const char *state_dir, struct identity *ret_identity) {
    char path[PATH_MAX];
    if (snprintf(path, sizeof(path), "%s/" FILE_NAME, state_dir) >= (int)sizeof(path)) {
        return E_INVAL;
    }
    _cleanup_close_ int fd = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW);
    if (fd < 0) {
        return errno == ENOENT ? E_NOTFOUND : err_from_errno(errno);
    }
    char text[FILE_MAX + 1];
    ssize_t n = read(fd, text, sizeof(text) - 1);
    if (n < 0) {
        return err_from_errno(errno);
    }
    text[n] = '\0';
    int r = identity_parse(text, ret_identity);
    crypto_wipe(text, sizeof(text));
    return r;
}

/* Writes the text to a new file, to the end and to the disk. */
static int write_file(const char *path, const char *text) {
    (void)unlink(path); /* what a power cut left of an earlier try */
    _cleanup_close_ int fd = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, S_IRUSR | S_IWUSR);
    if (fd < 0) {
        return err_from_errno(errno);
    }
    size_t len = strlen(text);
    ssize_t n = write(fd, text, len);
    if (n < 0 || fsync(fd) < 0) {
        return err_from_errno(errno);
    }
    return (size_t)n == len ? 0 : E_NOSPC;
}

static int sync_folder(const char *path) {
    _cleanup_close_ int fd = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    return fd >= 0 && fsync(fd) == 0 ? 0 : err_from_errno(errno);
}

static int save_text(const char *state_dir, const char *text) {
    char path[PATH_MAX];
    char beside[PATH_MAX];
    if (snprintf(path, sizeof(path), "%s/" FILE_NAME, state_dir) >= (int)sizeof(path) ||
        snprintf(beside, sizeof(beside), "%s/" FILE_NAME ".new", state_dir) >= (int)sizeof(beside)) {
        return E_INVAL;
    }
    int r = write_file(beside, text);
    if (r == 0 && rename(beside, path) < 0) {
        r = err_from_errno(errno);
    }
    if (r < 0) {
        (void)unlink(beside);
        return r;
    }
    return sync_folder(state_dir);
}

int identity_save(const char *state_dir, const struct identity *identity) {
    char text[FILE_MAX];
    char line[KEY_TEXT + 8];
    identity_compose(identity, text);
    check_line(identity, text, line);
    strncat(text, line, sizeof(text) - strlen(text) - 1);
    int r = save_text(state_dir, text);
    crypto_wipe(text, sizeof(text));
    return r;
}

int identity_make(const char *state_dir, const struct hal *hal, const char *serial, struct identity *ret_identity) {
    uint8_t letters[SERIAL_RANDOM];
    int (*fill)(void *, void *, size_t) = hal->entropy.fill;
    void *ctx = hal->entropy.ctx;
    if (fill(ctx, ret_identity->pepper.octets, CRYPTO_KEY_LEN) < 0 ||
        fill(ctx, ret_identity->device.octets, CRYPTO_KEY_LEN) < 0 || fill(ctx, letters, sizeof(letters)) < 0) {
        return E_IO;
    }
    memcpy(ret_identity->serial, "PT-", 3);
    for (size_t i = 0; i < SERIAL_RANDOM; i++) {
        ret_identity->serial[3 + i] = serial_letters[letters[i] % 32];
    }
    ret_identity->serial[3 + SERIAL_RANDOM] = '\0';
    if (serial != NULL) {
        (void)snprintf(ret_identity->serial, sizeof(ret_identity->serial), "%s", serial);
    }
    return identity_save(state_dir, ret_identity);
}
