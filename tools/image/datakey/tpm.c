#include "tpm.h"

#include <string.h>

#define NO_SESSIONS 0x8001U
#define SESSIONS 0x8002U

#define CREATE_PRIMARY 0x131U
#define CREATE 0x153U
#define LOAD 0x157U
#define UNSEAL 0x15eU
#define FLUSH_CONTEXT 0x165U
#define GET_RANDOM 0x17bU

#define OWNER 0x40000001U
#define PASSWORD_SESSION 0x40000009U

#define ECC 0x0023U
#define KEYED_HASH 0x0008U
#define SHA256 0x000bU
#define AES 0x0006U
#define CFB 0x0043U
#define NONE 0x0010U
#define P256 0x0003U

#define FIXED_TPM 0x00000002U
#define FIXED_PARENT 0x00000010U
#define DATA_ORIGIN 0x00000020U
#define WITH_AUTH 0x00000040U
#define NO_DA 0x00000400U /* a wrong attempt elsewhere must not lock the terminal's data */
#define RESTRICTED 0x00010000U
#define DECRYPT 0x00020000U

static void add_bytes(struct tpm_command *command, const void *bytes, size_t len) {
    if (len <= sizeof(command->bytes) - command->len) {
        memcpy(command->bytes + command->len, bytes, len);
        command->len += len;
    }
}

static void add_16(struct tpm_command *command, unsigned number) {
    add_bytes(command, (uint8_t[]){(uint8_t)(number >> 8), (uint8_t)number}, 2);
}

static void add_32(struct tpm_command *command, uint32_t number) {
    add_16(command, number >> 16);
    add_16(command, number & 0xffffU);
}

static uint32_t get_32(const uint8_t *bytes) {
    return (uint32_t)bytes[0] << 24 | (uint32_t)bytes[1] << 16 | (uint32_t)bytes[2] << 8 | bytes[3];
}

static void command_start(struct tpm_command *command, unsigned tag, uint32_t code) {
    command->len = 0;
    add_16(command, tag);
    add_32(command, 0); /* its size: command_close() */
    add_32(command, code);
}

static void command_close(struct tpm_command *command) {
    const size_t len = command->len;
    command->len = 2;
    add_32(command, (uint32_t)len);
    command->len = len;
}

/* A handle, with the empty password for it. */
static void add_authorized(struct tpm_command *command, uint32_t handle) {
    add_32(command, handle);
    add_32(command, 9); /* bytes of what follows */
    add_32(command, PASSWORD_SESSION);
    add_16(command, 0); /* nonce */
    add_bytes(command, "", 1); /* attributes */
    add_16(command, 0); /* password */
}

/* Ends a command that creates something: no data from outside, no PCRs noted. */
static void creation_close(struct tpm_command *command) {
    add_16(command, 0);
    add_32(command, 0);
    command_close(command);
}

void tpm_get_random(struct tpm_command *ret_command, uint16_t count) {
    command_start(ret_command, NO_SESSIONS, GET_RANDOM);
    add_16(ret_command, count);
    command_close(ret_command);
}

void tpm_create_primary(struct tpm_command *ret_command) {
    command_start(ret_command, SESSIONS, CREATE_PRIMARY);
    add_authorized(ret_command, OWNER);
    add_16(ret_command, 4); /* sensitive: password and data, both empty */
    add_32(ret_command, 0);
    add_16(ret_command, 26); /* bytes of the public area */
    add_16(ret_command, ECC);
    add_16(ret_command, SHA256);
    add_32(ret_command, FIXED_TPM | FIXED_PARENT | DATA_ORIGIN | WITH_AUTH | NO_DA | RESTRICTED | DECRYPT);
    add_16(ret_command, 0); /* policy */
    add_16(ret_command, AES);
    add_16(ret_command, 128);
    add_16(ret_command, CFB);
    add_16(ret_command, NONE); /* scheme */
    add_16(ret_command, P256);
    add_16(ret_command, NONE); /* derivation */
    add_32(ret_command, 0); /* x and y, both empty */
    creation_close(ret_command);
}

void tpm_create_sealed(struct tpm_command *ret_command, uint32_t parent, const uint8_t *secret, size_t len) {
    const unsigned sealed = (unsigned)(len < TPM_SEALED_MAX ? len : TPM_SEALED_MAX);
    command_start(ret_command, SESSIONS, CREATE);
    add_authorized(ret_command, parent);
    add_16(ret_command, 4 + sealed);
    add_16(ret_command, 0); /* password */
    add_16(ret_command, sealed);
    add_bytes(ret_command, secret, sealed);
    add_16(ret_command, 14); /* bytes of the public area */
    add_16(ret_command, KEYED_HASH);
    add_16(ret_command, SHA256);
    add_32(ret_command, FIXED_TPM | FIXED_PARENT | WITH_AUTH | NO_DA);
    add_16(ret_command, 0); /* policy */
    add_16(ret_command, NONE); /* scheme */
    add_16(ret_command, 0); /* unique */
    creation_close(ret_command);
}

void tpm_load(struct tpm_command *ret_command, uint32_t parent, const uint8_t *object, size_t len) {
    command_start(ret_command, SESSIONS, LOAD);
    add_authorized(ret_command, parent);
    add_bytes(ret_command, object, len);
    command_close(ret_command);
}

void tpm_unseal(struct tpm_command *ret_command, uint32_t object) {
    command_start(ret_command, SESSIONS, UNSEAL);
    add_authorized(ret_command, object);
    command_close(ret_command);
}

void tpm_flush(struct tpm_command *ret_command, uint32_t handle) {
    command_start(ret_command, NO_SESSIONS, FLUSH_CONTEXT);
    add_32(ret_command, handle);
    command_close(ret_command);
}

bool tpm_head(const uint8_t head[TPM_HEAD_LEN], size_t *ret_len, uint32_t *ret_code) {
    *ret_len = get_32(head + 2);
    *ret_code = get_32(head + 6);
    return *ret_len >= TPM_HEAD_LEN && *ret_len <= TPM_MAX;
}

/* Bytes of the sized buffer at `at`, with its size; 0: it does not end within the answer. */
static size_t sized_len(const uint8_t *answer, size_t len, size_t at) {
    if (at + 2 > len) {
        return 0;
    }
    const size_t whole = 2 + ((size_t)answer[at] << 8 | answer[at + 1]);
    return whole <= len - at ? whole : 0;
}

/* The content of the sized buffer at `at`. */
static bool sized_copy(const uint8_t *answer, size_t len, size_t at, uint8_t *ret_bytes, size_t max, size_t *ret_len) {
    const size_t whole = sized_len(answer, len, at);
    if (whole < 2 || whole - 2 > max) {
        return false;
    }
    *ret_len = whole - 2;
    memcpy(ret_bytes, answer + at + 2, *ret_len);
    return true;
}

bool tpm_random(const uint8_t *answer, size_t len, uint8_t *ret_bytes, size_t max, size_t *ret_len) {
    return sized_copy(answer, len, TPM_HEAD_LEN, ret_bytes, max, ret_len);
}

bool tpm_handle(const uint8_t *answer, size_t len, uint32_t *ret_handle) {
    if (len < TPM_HEAD_LEN + 4) {
        return false;
    }
    *ret_handle = get_32(answer + TPM_HEAD_LEN);
    return true;
}

/* Behind the size of the parameters, as in each answer to a command with a session. */
bool tpm_sealed_object(const uint8_t *answer, size_t len, uint8_t ret_object[TPM_OBJECT_MAX], size_t *ret_len) {
    const size_t at = TPM_HEAD_LEN + 4;
    const size_t private_len = sized_len(answer, len, at);
    const size_t public_len = private_len == 0 ? 0 : sized_len(answer, len, at + private_len);
    if (public_len == 0 || private_len + public_len > TPM_OBJECT_MAX) {
        return false;
    }
    *ret_len = private_len + public_len;
    memcpy(ret_object, answer + at, *ret_len);
    return true;
}

bool tpm_unsealed(const uint8_t *answer, size_t len, uint8_t *ret_secret, size_t max, size_t *ret_len) {
    return sized_copy(answer, len, TPM_HEAD_LEN + 4, ret_secret, max, ret_len);
}
