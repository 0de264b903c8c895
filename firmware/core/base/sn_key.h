/* The SN key of a terminal as text: 8 bytes and their CRC, as five groups of four hex digits with - between. Pure. */
#ifndef POSTERN_CORE_SN_KEY_H
#define POSTERN_CORE_SN_KEY_H

#include "util/err.h"

#define SN_KEY_LEN 24 /* characters of it */

/* Checks a key, in capitals or not, and writes it in capitals with a NUL. E_SN_KEY: it is none, or a digit of it is wrong: the
 * last four are the CRC-16 of the others (polynomial 1021, begun with FFFF, high byte first: CRC-16/IBM-3740, once called
 * CCITT-FALSE). */
_must_check_ int sn_key_read(const char *text, char ret_key[SN_KEY_LEN + 1]);

#endif
