/* Which passwords open the console. Pure. */
#ifndef POSTERN_CORE_PASSWORD_RULES_H
#define POSTERN_CORE_PASSWORD_RULES_H

#include <stdbool.h>

#define PASSWORD_RULES_LEN 6 /* digits of a password that opens the console */

/* True if `password` may open the console: exactly six digits, not on the blocklist (repeated digits and groups,
 * sequences, dates, keypad patterns, well-known codes) and not made of the user ID. `account` is the account's name
 * ("7", "admin"). */
bool password_rules_console(const char *password, const char *account);

#define PASSWORD_RULES_PASSPHRASE_MIN 12 /* characters of a passphrase */
#define PASSWORD_RULES_PASSPHRASE_MAX 128
#define PASSWORD_RULES_DISTINCT_MIN 6 /* different characters in it */

/* True if `passphrase`, valid UTF-8, may be one: 12 to 128 characters, at least six of them different, not digits
 * alone, not a shorter text over and over, no space at either end. Which words it has is nobody's business. */
bool password_rules_passphrase(const char *passphrase);

#endif
