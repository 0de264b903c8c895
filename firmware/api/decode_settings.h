/* The text of a settings file → struct settings_file. Bytes of any content; values are read as requests are. */
#ifndef POSTERN_API_DECODE_SETTINGS_H
#define POSTERN_API_DECODE_SETTINGS_H

#include <stddef.h>

#include "core/backup/settings_file.h"

struct arena;

/* Reads it into *ret_file, whose texts and values are of `arena`. E_SETTINGS_FILE: it is none, it has a member that no
 * such file has, or one twice, or its form is of a later version; what is wrong about a single setting is noted there
 * instead. E_NOMEM. */
_must_check_ int api_decode_settings(const char *text, size_t len, struct arena *arena, struct settings_file *ret_file);

#endif
