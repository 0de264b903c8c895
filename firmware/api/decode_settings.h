/* Parses a settings file into struct settings_file. Accepts bytes of any content; values are parsed as in requests. */
#ifndef POSTERN_API_DECODE_SETTINGS_H
#define POSTERN_API_DECODE_SETTINGS_H

#include <stddef.h>

#include "core/backup/settings_file.h"

struct arena;

/* Parses the text into *ret_file, whose texts and values are in `arena`. Returns E_SETTINGS_FILE if it is not a settings
 * file, has an unknown or duplicate member, or a newer format version; E_NOMEM. An error in a single setting is stored
 * with that setting. */
_must_check_ int api_decode_settings(const char *text, size_t len, struct arena *arena, struct settings_file *ret_file);

#endif
