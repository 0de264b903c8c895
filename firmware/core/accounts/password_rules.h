/* Rules for passwords of the console. Pure. */
#ifndef POSTERN_CORE_PASSWORD_RULES_H
#define POSTERN_CORE_PASSWORD_RULES_H

#include <stdbool.h>

#define PASSWORD_RULES_LEN 6 /* digits of a console password */

/* Returns whether `password` is allowed for the console: exactly six digits, not on the blocklist (repeated digits and
 * groups, sequences, dates, keypad patterns, well-known codes) and not derived from the user ID. `account` is the
 * account's name ("7", "admin"). */
bool password_rules_console(const char *password, const char *account);

#define PASSWORD_RULES_PASSPHRASE_MIN 12 /* characters of a passphrase */
#define PASSWORD_RULES_PASSPHRASE_MAX 128
#define PASSWORD_RULES_DISTINCT_MIN 6 /* distinct characters in it */

/* Returns whether `passphrase`, valid UTF-8, is allowed: 12 to 128 characters, at least six of them distinct, not only
 * digits, not a repeated shorter text, no space at either end. Words are not checked. */
bool password_rules_passphrase(const char *passphrase);

#endif
