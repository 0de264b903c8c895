#include "quick_argon2.h"

#include <dlfcn.h>
#include <sodium.h>
#include <string.h>

#include "unity.h"

typedef int (*argon2)(unsigned char *out, unsigned long long out_len, const char *password,
                      unsigned long long password_len, const unsigned char *salt, unsigned long long passes,
                      size_t memory_bytes, int algorithm);

bool argon2_is_real;

/* Replaces libsodium's: the archive of the tests is linked before the library. */
int crypto_pwhash(unsigned char *const out, unsigned long long out_len, const char *const password,
                  unsigned long long password_len, const unsigned char *const salt, unsigned long long passes,
                  size_t memory_bytes, int algorithm) {
    argon2 libsodium = NULL;
    *(void **)&libsodium = dlsym(RTLD_NEXT, "crypto_pwhash");
    TEST_ASSERT_NOT_NULL(libsodium);
    if (argon2_is_real) {
        return libsodium(out, out_len, password, password_len, salt, passes, memory_bytes, algorithm);
    }
    unsigned char salt_of_costs[crypto_pwhash_SALTBYTES];
    const uint64_t costs[] = {passes, memory_bytes};
    memcpy(salt_of_costs, salt, sizeof(salt_of_costs));
    for (size_t i = 0; i < sizeof(salt_of_costs); i++) {
        salt_of_costs[i] ^= ((const unsigned char *)costs)[i];
    }
    return libsodium(out, out_len, password, password_len, salt_of_costs, crypto_pwhash_OPSLIMIT_MIN,
                     crypto_pwhash_MEMLIMIT_MIN, algorithm);
}
