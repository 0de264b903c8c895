/* Argon2id in unit tests: crypto_pwhash() of libsodium with the least memory and one pass. The requested costs still
 * matter (other costs give another key); it only avoids 20 to 64 MiB of memory each time. */
#ifndef POSTERN_TEST_QUICK_ARGON2_H
#define POSTERN_TEST_QUICK_ARGON2_H

#include <stdbool.h>

/* Set by a test that compares with external values: uses libsodium's own from then on. */
extern bool argon2_is_real;

#endif
