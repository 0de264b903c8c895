/* Strict check of a JSON text before cJSON sees it. cJSON is lenient (raw control characters, bytes that are not
 * UTF-8, \u0000 that cuts a string short, `01`, text after the end, a thousand levels); this check rejects all of
 * that. It allocates nothing and does not recurse. */
#ifndef POSTERN_API_JSON_SCAN_H
#define POSTERN_API_JSON_SCAN_H

#include <stddef.h>

#define JSON_SCAN_DEPTH_MAX 32 /* highest cap a caller may ask for */
#define JSON_SCAN_NUMBER_MAX 63 /* bytes of a number; cJSON copies one into 64 */

enum json_scan_result {
    JSON_SCAN_OK,
    JSON_SCAN_SYNTAX, /* not JSON (RFC 8259), or a number longer than JSON_SCAN_NUMBER_MAX */
    JSON_SCAN_DEPTH, /* nested deeper than the cap */
    JSON_SCAN_TEXT /* in a string: not UTF-8, a raw control character, \u0000 or half a surrogate pair */
};

/* Member of the outermost object in which a fault was found: its key as written, without quotes. */
struct json_scan_key {
    const char *text; /* part of the scanned text; NULL if the fault is not in a member, or in the key itself */
    size_t len;
};

/* Checks `len` bytes; `depth_max` is 1 to JSON_SCAN_DEPTH_MAX. *ret_key is always set. */
enum json_scan_result json_scan(const char *text, size_t len, unsigned depth_max, struct json_scan_key *ret_key);

#endif
