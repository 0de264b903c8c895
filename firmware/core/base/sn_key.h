/* The SN key of a terminal as text: 8 bytes and their CRC, as five groups of four hex digits separated by -. Pure. */
#ifndef POSTERN_CORE_SN_KEY_H
#define POSTERN_CORE_SN_KEY_H

#include "util/err.h"

#define SN_KEY_LEN 24 /* characters of it */

/* Checks a key in either case, and writes it in upper case with a NUL. E_SN_KEY: wrong format, or a wrong digit: the
 * last four are the CRC-16 of the others (polynomial 1021, initial value FFFF, high byte first: CRC-16/IBM-3740,
 * formerly called CCITT-FALSE). */
_must_check_ int sn_key_read(const char *text, char ret_key[SN_KEY_LEN + 1]);

#endif
