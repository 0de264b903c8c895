/* A TPM 2.0 behind a device that takes a command and gives the answer: the kernel's (/dev/tpmrm0), or the port to one that is
 * emulated. It has been started by the kernel or the emulator. */
#ifndef POSTERN_DATAKEY_CHIP_H
#define POSTERN_DATAKEY_CHIP_H

#include <stddef.h>
#include <stdint.h>

#include "tpm.h"

/* Opens it as soon as it is there. Returns a descriptor, or -ENODEV: there is none after five seconds. */
int chip_open(const char *path);

/* Fills `len` bytes from its random numbers. Errors as below. */
int chip_random(int chip, uint8_t *ret_bytes, size_t len);

/* Seals `len` bytes: *ret_len of ret_object give them back, on this TPM alone. Returns 0; -ENODEV: the TPM does not answer, or not
 * as one; -EKEYREJECTED: it refuses. */
int chip_seal(int chip, const uint8_t *secret, size_t len, uint8_t ret_object[TPM_OBJECT_MAX], size_t *ret_len);

/* Gives what was sealed, which is `len` bytes. Errors as above; -EKEYREJECTED: the TPM has not sealed it, or was cleared since. */
int chip_unseal(int chip, const uint8_t *object, size_t object_len, uint8_t *ret_secret, size_t len);

#endif
