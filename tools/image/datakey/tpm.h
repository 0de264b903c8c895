/* Commands of a TPM 2.0 and what it answers, as bytes: those that seal a key and give it out again. Pure.
 *
 * Numbers are big-endian. Sources: TCG "Trusted Platform Module Library", part 2 (structures) and part 3 (commands). The parent
 * of the sealed key is the storage key of P-256 by the template of TCG's "TPM v2.0 Provisioning Guidance": a TPM makes the
 * same one each time, until it is cleared, so that nothing has to be kept in it. */
#ifndef POSTERN_DATAKEY_TPM_H
#define POSTERN_DATAKEY_TPM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define TPM_HEAD_LEN 10 /* bytes of a head: tag, size, code */
#define TPM_MAX 1024 /* bytes of a command or an answer; those here are below 600 */
#define TPM_SEALED_MAX 128 /* bytes that a TPM seals */
#define TPM_OBJECT_MAX \
    640 /* bytes of a sealed object: its private part, then its public one, each with its size before it */

/* Codes of answers that tell to ask again: the TPM has other work, or tests itself. */
#define TPM_RC_YIELDED 0x908U
#define TPM_RC_TESTING 0x90aU
#define TPM_RC_RETRY 0x922U

/* A command in the making, and then whole. */
struct tpm_command {
    uint8_t bytes[TPM_MAX];
    size_t len;
};

void tpm_get_random(struct tpm_command *ret_command, uint16_t count);
void tpm_create_primary(struct tpm_command *ret_command);
/* `len` bytes of `secret`, at most TPM_SEALED_MAX, for whoever can ask this TPM. */
void tpm_create_sealed(struct tpm_command *ret_command, uint32_t parent, const uint8_t *secret, size_t len);
/* `object`: as tpm_sealed_object() gave it. */
void tpm_load(struct tpm_command *ret_command, uint32_t parent, const uint8_t *object, size_t len);
void tpm_unseal(struct tpm_command *ret_command, uint32_t object);
void tpm_flush(struct tpm_command *ret_command, uint32_t handle);

/* Size and code of an answer of which the head has come. False: it is none, or longer than TPM_MAX. */
bool tpm_head(const uint8_t head[TPM_HEAD_LEN], size_t *ret_len, uint32_t *ret_code);

/* What stands in an answer whose code is 0. False: it is cut short, or what it gives does not fit. */
bool tpm_random(const uint8_t *answer, size_t len, uint8_t *ret_bytes, size_t max, size_t *ret_len);
bool tpm_handle(const uint8_t *answer, size_t len, uint32_t *ret_handle);
bool tpm_sealed_object(const uint8_t *answer, size_t len, uint8_t ret_object[TPM_OBJECT_MAX], size_t *ret_len);
bool tpm_unsealed(const uint8_t *answer, size_t len, uint8_t *ret_secret, size_t max, size_t *ret_len);

#endif
