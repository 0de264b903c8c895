/* For datakey.test.ts: what postern-datakey asks of a TPM, of the one that listens on a socket.
 *
 *   seal SOCKET            seals bytes drawn by the TPM; prints them and the object, in hexadecimal
 *   seal SOCKET OBJECT     prints what was sealed */
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include "chip.h"

#define SECRET_LEN 64

static int chip_connect(const char *path) {
    struct sockaddr_un at = {.sun_family = AF_UNIX};
    (void)snprintf(at.sun_path, sizeof(at.sun_path), "%s", path);
    const int chip = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    return connect(chip, (struct sockaddr *)&at, sizeof(at)) < 0 ? -errno : chip;
}

static void print_hex(const uint8_t *bytes, size_t len) {
    for (size_t i = 0; i < len; i++) {
        (void)printf("%02x", bytes[i]);
    }
    (void)puts("");
}

static int seal(int chip) {
    uint8_t secret[SECRET_LEN], object[TPM_OBJECT_MAX];
    size_t len = 0;
    int r = chip_random(chip, secret, sizeof(secret));
    if (r == 0) {
        r = chip_seal(chip, secret, sizeof(secret), object, &len);
    }
    if (r == 0) {
        print_hex(secret, sizeof(secret));
        print_hex(object, len);
    }
    return r;
}

static int unseal(int chip, const char *hex) {
    uint8_t secret[SECRET_LEN], object[TPM_OBJECT_MAX] = {0};
    const size_t len = strlen(hex) / 2;
    for (size_t i = 0; i < len && i < sizeof(object); i++) {
        (void)sscanf(hex + 2 * i, "%2hhx", &object[i]);
    }
    const int r = chip_unseal(chip, object, len, secret, sizeof(secret));
    if (r == 0) {
        print_hex(secret, sizeof(secret));
    }
    return r;
}

int main(int argc, char **argv) {
    const int chip = chip_connect(argv[1]);
    const int r = chip < 0 ? chip : argc == 2 ? seal(chip) : unseal(chip, argv[2]);
    if (r < 0) {
        (void)puts(strerrorname_np(-r));
    }
    (void)close(chip);
    return 0;
}
