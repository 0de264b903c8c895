/* Argon2id as the unit tests compute it: crypto_pwhash() of libsodium with the least memory and one pass. What is asked for still
 * counts (other costs give another key); it only does not take 20 to 64 MiB of pages each time. */
#ifndef POSTERN_TEST_QUICK_ARGON2_H
#define POSTERN_TEST_QUICK_ARGON2_H

#include <stdbool.h>

/* Set by a test that compares with values made elsewhere: libsodium's own from then on. */
extern bool argon2_is_real;

#endif
