/* The settings as a readable file, to make another terminal like this one: written, held against what is in force, and
 * taken page by page. Secrets never stand in it; it names those that are set. Reading its text is api/decode_settings.c's.
 *
 * Who asks sees and changes no more by a file than page by page: pages it may not read are left out of what is written
 * and told without a value, and each page is saved by settings_save(), with its rights, checks, effects and audit rows. */
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
#define SETTINGS_FILE_VERSION 1 /* of its form; one that is higher is not read */
#define SETTINGS_FILE_MEDIA_TYPE "application/json"
#define SETTINGS_FILE_ODD_MAX 300 /* names in it that this firmware has not; with more it is none */
#define SETTINGS_FILE_CUT 256 /* characters of a value that are told */

/* What it brings of one setting. */
struct settings_file_value {
    bool given;
    int error; /* it is no value of this setting: E_TYPE, E_RANGE, E_TEXT, E_FORMAT; else 0 */
    const char *text; /* with an error: as the file has it */
};

/* A page or a setting that this firmware has not, or a secret, which no file brings. */
struct settings_file_odd {
    const char *page;
    const char *setting; /* "" for a page */
};

/* A file that was read. What it points to lives as long as the arena it was read into. */
struct settings_file {
    const char *serial; /* "" where it does not say */
    const char *firmware;
    int64_t made_s; /* since 1970 UTC; 0 where it does not say */
    bool has_page[SETTING_PAGE_COUNT];
    struct settings_file_value values[SETTING_ROW_COUNT];
    struct setting_values *given; /* of the values without an error; the rest is zero */
    bool is_secret_set[SETTING_ROW_COUNT]; /* there */
    const struct settings_file_odd *odd;
    size_t odd_count;
};

/* Writes the settings of the pages that `by` may read, in the order of the contract, and leaves one row in the audit
 * log. The name is that of its file. E_NOMEM or an error of the store. */
_must_check_ int settings_file_write(struct core *core, const struct actor *by, struct buf *out,
                                     char ret_name[FILE_NAME_MAX]);

/* A setting that differs, or that stands in the way. */
struct settings_file_difference {
    const char *page;
    const char *setting; /* "" where it is about the page */
    const char *before; /* of at most SETTINGS_FILE_CUT characters, like `after`; "" for what `by` may not read */
    const char *after;
    int error; /* why it is not taken; 0: it is, when nothing else of its page is refused */
    bool undone; /* the error came from a device, and the page is as it was */
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

/* Holds it against what is in force; changes nothing. Everything that a save would refuse is told where it stands, the
 * rules across the settings of a page too (a secret that is missing among them), but for what devices say. The result
 * is of `arena`. E_NOMEM or an error of the store. */
_must_check_ int settings_file_compare(struct core *core, const struct actor *by, const struct settings_file *file,
                                       struct arena *arena, struct settings_file_look *ret_look);

struct settings_file_taken {
    enum setting_page saved[SETTING_PAGE_COUNT];
    size_t saved_count;
    const struct settings_file_difference *failed; /* one a page */
    size_t failed_count;
};

/* Takes the pages of `pages` (bit n for enum setting_page n), each by one settings_save(), wholly or not at all. Pages
 * whose save may cut the connection come last: what waits to be confirmed then holds up none but its like, which fail
 * with E_PROVISIONAL_PENDING. A page that the file does not have fails with E_MISSING. When the store or the memory
 * fails, the pages that are left are not tried and fail with the same; it is the answer when no page was saved before. */
_must_check_ int settings_file_take(struct core *core, const struct actor *by, const struct settings_file *file,
                                    uint64_t pages, struct arena *arena, struct settings_file_taken *ret_taken);

/* The page of a name of `len` bytes; SETTING_PAGE_COUNT: there is none. */
enum setting_page settings_file_page(const char *name, size_t len);

#endif
