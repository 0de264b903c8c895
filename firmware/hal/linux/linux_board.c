#include "hal/linux/linux_board.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "util/cleanup.h"
#include "util/key_lines.h"
#include "util/log.h"

#define FILE_MAX ((size_t)16 * 1024) /* bytes of the file */
#define DHCP_DEFAULT "/sbin/udhcpc"
#define HOOK_DEFAULT "/usr/libexec/postern-dhcp"

enum key {
    KEY_ETHERNET,
    KEY_RESOLV_CONF,
    KEY_DHCP,
    KEY_DHCP_HOOK,
    KEY_RTC,
    KEY_WATCHDOG,
    KEY_RESTART,
    KEY_TEXT_DISPLAY,
    KEY_WEAR,
    KEY_COUNT
};

static const char *const keys[KEY_COUNT] = {"ethernet", "resolv-conf", "dhcp",         "dhcp-hook", "rtc",
                                            "watchdog", "restart",     "text-display", "wear"};

static int put_text(char *to, size_t max, const char *value) {
    if (strlen(value) >= max) {
        return E_TOO_LARGE;
    }
    (void)snprintf(to, max, "%s", value);
    return 0;
}

/* The name becomes part of paths under /proc and /sys. */
static int put_interface(char *to, const char *value) {
    return strchr(value, '/') != NULL || value[0] == '.' ? E_FORMAT : put_text(to, IF_NAMESIZE, value);
}

static int put_path(char *to, const char *value) {
    return value[0] != '/' ? E_FORMAT : put_text(to, LINUX_PATH_MAX, value);
}

static int board_take(void *ctx, unsigned key, const char *value) {
    struct linux_board *board = ctx;
    switch ((enum key)key) {
        case KEY_ETHERNET: return put_interface(board->ethernet, value);
        case KEY_RESOLV_CONF: return put_path(board->resolv_conf, value);
        case KEY_DHCP: return put_path(board->dhcp, value);
        case KEY_DHCP_HOOK: return put_path(board->dhcp_hook, value);
        case KEY_RTC: return put_path(board->rtc, value);
        case KEY_WATCHDOG: return put_path(board->watchdog, value);
        case KEY_RESTART: return put_path(board->restart, value);
        case KEY_TEXT_DISPLAY: return put_path(board->text_display, value);
        case KEY_WEAR: return put_path(board->wear, value);
        case KEY_COUNT: break;
    }
    return E_UNKNOWN;
}

int linux_board_parse(const char *text, size_t len, struct linux_board *ret_board, unsigned *ret_line) {
    *ret_board = (struct linux_board){.dhcp = DHCP_DEFAULT, .dhcp_hook = HOOK_DEFAULT};
    return key_lines_read(text, len, keys, KEY_COUNT, board_take, ret_board, ret_line);
}

int linux_board_read(const char *path, struct linux_board *ret_board) {
    *ret_board = (struct linux_board){.ethernet = ""};
    if (path == NULL) {
        return 0;
    }
    _cleanup_fclose_ FILE *file = fopen(path, "re");
    _cleanup_free_ char *text = malloc(FILE_MAX + 1);
    if (file == NULL || text == NULL) {
        return file == NULL ? err_with_errno(E_IO, errno) : E_NOMEM;
    }
    size_t len = fread(text, 1, FILE_MAX + 1, file);
    if (ferror(file) != 0 || len > FILE_MAX) {
        return err_with_errno(E_IO, ferror(file) != 0 ? errno : EFBIG);
    }
    unsigned line = 0;
    int r = linux_board_parse(text, len, ret_board, &line);
    if (r < 0) {
        log_error("hal", "the file of the board is wrong", log_str("file", path), log_uint("line", line), log_errno(r));
        return E_FORMAT;
    }
    return 0;
}
