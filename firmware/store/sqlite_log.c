#include <sqlite3.h>

#include "store/store.h"
#include "util/log.h"

/* An error that the SQLite call also returns is logged where it is reported, so here it is `debug`. What only SQLite
 * knows (which system call failed, where a page is damaged, what it recovered) is logged at an enabled level. */
static void sqlite_says(void *ctx, int code, const char *text) {
    (void)ctx;
    switch (code == SQLITE_WARNING_AUTOINDEX ? SQLITE_OK : code & 0xff) {
        case SQLITE_NOTICE: log_info("sqlite", "message", log_int("code", code), log_str("text", text)); break;
        case SQLITE_WARNING:
        case SQLITE_CORRUPT:
        case SQLITE_NOTADB:
        case SQLITE_IOERR:
        case SQLITE_CANTOPEN:
        case SQLITE_FULL:
        case SQLITE_MISUSE: log_warn("sqlite", "message", log_int("code", code), log_str("text", text)); break;
        default: log_debug("sqlite", "message", log_int("code", code), log_str("text", text)); break;
    }
}

void store_log_sqlite(void) {
    (void)sqlite3_config(SQLITE_CONFIG_LOG, sqlite_says, NULL);
}
