#include "chip.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#define ANSWER_MS 30000 /* a slow chip makes a key of P-256 in less than one second */
#define TRIES 50

static const struct timespec wait_step = {.tv_nsec = 100L * 1000 * 1000};

struct answer {
    uint8_t bytes[TPM_MAX];
    size_t len;
};

int chip_open(const char *path) {
    int chip = open(path, O_RDWR | O_CLOEXEC);
    for (int i = 0; chip < 0 && i < TRIES; i++) { /* its driver may still be looking for it */
        (void)nanosleep(&wait_step, NULL);
        chip = open(path, O_RDWR | O_CLOEXEC);
    }
    return chip < 0 ? -ENODEV : chip;
}

/* Reads on until `wanted` bytes of the answer have come. */
static int answer_read(int chip, struct answer *answer, size_t wanted) {
    struct pollfd waiting = {.fd = chip, .events = POLLIN};
    while (answer->len < wanted) {
        if (poll(&waiting, 1, ANSWER_MS) != 1) {
            return -ENODEV;
        }
        const ssize_t n = read(chip, answer->bytes + answer->len, sizeof(answer->bytes) - answer->len);
        if (n <= 0) {
            return -ENODEV;
        }
        answer->len += (size_t)n;
    }
    return 0;
}

/* One exchange; *ret_code is the TPM's. */
static int exchange(int chip, const struct tpm_command *command, struct answer *ret_answer, uint32_t *ret_code) {
    size_t len = 0;
    ret_answer->len = 0;
    if (write(chip, command->bytes, command->len) != (ssize_t)command->len) {
        return -ENODEV;
    }
    int r = answer_read(chip, ret_answer, TPM_HEAD_LEN);
    if (r == 0 && !tpm_head(ret_answer->bytes, &len, ret_code)) {
        r = -ENODEV;
    }
    return r < 0 ? r : answer_read(chip, ret_answer, len);
}

static int command_send(int chip, const struct tpm_command *command, struct answer *ret_answer) {
    uint32_t code = TPM_RC_RETRY;
    for (int i = 0; i < TRIES && (code == TPM_RC_RETRY || code == TPM_RC_YIELDED || code == TPM_RC_TESTING); i++) {
        if (i > 0) {
            (void)nanosleep(&wait_step, NULL);
        }
        const int r = exchange(chip, command, ret_answer, &code);
        if (r < 0) {
            return r;
        }
    }
    return code == 0 ? 0 : -EKEYREJECTED;
}

static int send_for_handle(int chip, const struct tpm_command *command, uint32_t *ret_handle) {
    struct answer answer;
    const int r = command_send(chip, command, &answer);
    return r == 0 && !tpm_handle(answer.bytes, answer.len, ret_handle) ? -ENODEV : r;
}

/* It has place for three objects; what the kernel's device does by itself the port does not. */
static void handle_free(int chip, uint32_t handle) {
    struct tpm_command command;
    struct answer answer;
    tpm_flush(&command, handle);
    (void)!command_send(chip, &command, &answer);
}

static int make_parent(int chip, uint32_t *ret_parent) {
    struct tpm_command command;
    tpm_create_primary(&command);
    return send_for_handle(chip, &command, ret_parent);
}

int chip_random(int chip, uint8_t *ret_bytes, size_t len) {
    struct tpm_command command;
    struct answer answer;
    size_t got = 0;
    for (size_t at = 0; at < len; at += got) {
        tpm_get_random(&command, (uint16_t)(len - at));
        const int r = command_send(chip, &command, &answer);
        if (r < 0) {
            return r;
        }
        if (!tpm_random(answer.bytes, answer.len, ret_bytes + at, len - at, &got) || got == 0) {
            return -ENODEV;
        }
    }
    explicit_bzero(&answer, sizeof(answer));
    return 0;
}

int chip_seal(int chip, const uint8_t *secret, size_t len, uint8_t ret_object[TPM_OBJECT_MAX], size_t *ret_len) {
    struct tpm_command command;
    struct answer answer;
    uint32_t parent = 0;
    int r = make_parent(chip, &parent);
    if (r < 0) {
        return r;
    }
    tpm_create_sealed(&command, parent, secret, len);
    r = command_send(chip, &command, &answer);
    if (r == 0 && !tpm_sealed_object(answer.bytes, answer.len, ret_object, ret_len)) {
        r = -ENODEV;
    }
    explicit_bzero(&command, sizeof(command));
    handle_free(chip, parent);
    return r;
}

static int unseal_loaded(int chip, uint32_t handle, uint8_t *ret_secret, size_t len) {
    struct tpm_command command;
    struct answer answer;
    size_t got = 0;
    tpm_unseal(&command, handle);
    int r = command_send(chip, &command, &answer);
    if (r == 0 && (!tpm_unsealed(answer.bytes, answer.len, ret_secret, len, &got) || got != len)) {
        r = -EKEYREJECTED;
    }
    explicit_bzero(&answer, sizeof(answer));
    return r;
}

int chip_unseal(int chip, const uint8_t *object, size_t object_len, uint8_t *ret_secret, size_t len) {
    struct tpm_command command;
    uint32_t parent = 0;
    uint32_t handle = 0;
    int r = make_parent(chip, &parent);
    if (r < 0) {
        return r;
    }
    tpm_load(&command, parent, object, object_len);
    r = send_for_handle(chip, &command, &handle);
    if (r == 0) {
        r = unseal_loaded(chip, handle, ret_secret, len);
        handle_free(chip, handle);
    }
    handle_free(chip, parent);
    return r;
}
