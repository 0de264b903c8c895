/* Which passwords open the console. Pure. */
#ifndef POSTERN_CORE_PASSWORD_RULES_H
#define POSTERN_CORE_PASSWORD_RULES_H

#include <stdbool.h>

#define PASSWORD_RULES_LEN 6 /* digits of a password that opens the console */

/* True if `password` may open the console: exactly six digits, not on the blocklist (repeated digits and groups,
 * sequences, dates, keypad patterns, well-known codes) and not made of the user ID. `account` is the account's name
 * ("7", "admin"). */
bool password_rules_console(const char *password, const char *account);

#endif
