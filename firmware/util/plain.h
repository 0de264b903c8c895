/* Converts numbers and dates as people and programs write them to ASCII. Pure. */
#ifndef POSTERN_UTIL_PLAIN_H
#define POSTERN_UTIL_PLAIN_H

#include <stdbool.h>
#include <stdint.h>

#define PLAIN_MAX 48 /* bytes of a plain text with the NUL; a longer one is neither a number nor a date */

/* Converts a text to ASCII: Arabic and Persian digits to digits, blanks of any width to a blank, direction marks to
 * nothing, curly apostrophes to straight ones. False: too long, or other characters. */
bool plain_text(const char *text, char ret_plain[PLAIN_MAX]);

/* Reads up to 9 digits at *at and moves it past them. Returns the number of digits. */
unsigned plain_digits(const char **at, uint32_t *ret_value);

#endif
