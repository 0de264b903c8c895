#include <sqlite3.h>

#include "store/store.h"
#include "util/log.h"

/* An error that a call of SQLite returns as well has its line where that is reported: here it is one of `debug`. What only
 * SQLite knows (which system call failed, where a page is damaged, what it recovered) is said at a level that is on. */
static enum log_level level_of(int code) {
    switch (code & 0xff) {
        case SQLITE_NOTICE: return LOG_LEVEL_INFO;
        case SQLITE_WARNING: return code == SQLITE_WARNING_AUTOINDEX ? LOG_LEVEL_DEBUG : LOG_LEVEL_WARN;
        case SQLITE_CORRUPT:
        case SQLITE_NOTADB:
        case SQLITE_IOERR:
        case SQLITE_CANTOPEN:
        case SQLITE_FULL:
        case SQLITE_MISUSE: return LOG_LEVEL_WARN;
        default: return LOG_LEVEL_DEBUG;
    }
}

static void sqlite_says(void *ctx, int code, const char *text) {
    (void)ctx;
    log_write(level_of(code), "sqlite", LOG_PAIRS_("message", log_int("code", code), log_str("text", text)));
}

void store_log_sqlite(void) {
    (void)sqlite3_config(SQLITE_CONFIG_LOG, sqlite_says, NULL);
}
