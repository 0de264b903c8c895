/* The settings as a readable file, to configure another terminal alike: written, compared with the current settings,
 * and imported page by page. It never contains secrets; it lists those that are set. api/decode_settings.c parses its
 * text.
 *
 * A file gives no more access than the pages do: pages that the caller may not read are not written and are compared
 * without values, and each page is saved by settings_save(), with its permissions, checks, effects and audit
 * entries. */
#ifndef POSTERN_CORE_SETTINGS_FILE_H
#define POSTERN_CORE_SETTINGS_FILE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/time/file_name.h"
#include "setting_values.h"
#include "util/buf.h"
#include "util/err.h"

struct actor;
struct arena;
struct core;

#define SETTINGS_FILE_MARK "settings" /* value of "postern" in it */
#define SETTINGS_FILE_VERSION 1 /* of the format; a higher one is rejected */
#define SETTINGS_FILE_MEDIA_TYPE "application/json"
#define SETTINGS_FILE_ODD_MAX 300 /* most unknown names in it; with more it is rejected */
#define SETTINGS_FILE_CUT 256 /* most characters of a reported value */

/* The file's value of one setting. */
struct settings_file_value {
    bool given;
    int error; /* invalid for this setting: E_TYPE, E_RANGE, E_TEXT, E_FORMAT; else 0 */
    const char *text; /* with an error: as in the file */
};

/* A page or setting unknown to this firmware, or a secret, which a file cannot contain. */
struct settings_file_odd {
    const char *page;
    const char *setting; /* "" for a page */
};

/* A parsed file. Its pointers are valid as long as the arena. */
struct settings_file {
    const char *serial; /* "" if missing */
    const char *firmware;
    int64_t made_s; /* seconds since 1970 UTC; 0 if missing */
    bool has_page[SETTING_PAGE_COUNT];
    struct settings_file_value values[SETTING_ROW_COUNT];
    struct setting_values *given; /* valid values; the rest is zero */
    bool is_secret_set[SETTING_ROW_COUNT]; /* on the other terminal */
    const struct settings_file_odd *odd;
    size_t odd_count;
};

/* Writes the settings of the pages that `by` may read, in the order of the API, and adds one audit entry. ret_name is
 * the file name. E_NOMEM or an error of the store. */
_must_check_ int settings_file_write(struct core *core, const struct actor *by, struct buf *out,
                                     char ret_name[FILE_NAME_MAX]);

/* A setting that differs, or prevents the import. */
struct settings_file_difference {
    const char *page;
    const char *setting; /* "" if it concerns the page */
    const char *before; /* at most SETTINGS_FILE_CUT characters, like `after`; "" if `by` may not read it */
    const char *after;
    int error; /* why it is not imported; 0: it is, unless another setting of its page is rejected */
    bool undone; /* the error came from a device, and the page is unchanged */
};

struct settings_file_secret {
    const char *page;
    const char *setting;
};

struct settings_file_look {
    const struct settings_file_difference *differences;
    size_t count;
    const struct settings_file_secret *secrets; /* set there and not here, of pages that `by` may read */
    size_t secret_count;
};

/* Compares it with the current settings; changes nothing. Reports everything that a save would reject at its place,
 * also rules across the settings of a page (including a missing secret), except errors of devices. The result is in
 * `arena`. E_NOMEM or an error of the store. */
_must_check_ int settings_file_compare(struct core *core, const struct actor *by, const struct settings_file *file,
                                       struct arena *arena, struct settings_file_look *ret_look);

struct settings_file_taken {
    enum setting_page saved[SETTING_PAGE_COUNT];
    size_t saved_count;
    const struct settings_file_difference *failed; /* one per page */
    size_t failed_count;
};

/* Imports the pages of `pages` (bit n for enum setting_page n), each by one settings_save(), completely or not at all.
 * Pages whose save may cut the connection come last: a pending confirmation then only blocks others of their kind,
 * which fail with E_PROVISIONAL_PENDING. A page that the file lacks fails with E_MISSING. When the store or the memory
 * fails, the remaining pages are not tried and fail with the same error; it is returned if no page was saved before. */
_must_check_ int settings_file_take(struct core *core, const struct actor *by, const struct settings_file *file,
                                    uint64_t pages, struct arena *arena, struct settings_file_taken *ret_taken);

/* Returns the page of a name of `len` bytes; SETTING_PAGE_COUNT: unknown. */
enum setting_page settings_file_page(const char *name, size_t len);

#endif
