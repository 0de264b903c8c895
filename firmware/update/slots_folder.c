#include "update/slots_folder.h"

#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "util/cleanup.h"

#define CONFIG_MAX 2048 /* bytes of fw_env.config, with the NUL */
#define BLANKS " \t\r\n"

static int folder_path(const char *folder, const char *name, char ret_path[SLOTS_PATH_MAX]) {
    int len = snprintf(ret_path, SLOTS_PATH_MAX, "%s/%s", folder, name);
    return len >= 0 && len < SLOTS_PATH_MAX ? 0 : E_TOO_LARGE;
}

/* Reads a file as text. E_TOO_LARGE: more than `size` - 1 bytes; E_FORMAT: contains a NUL. */
static int folder_text(const char *folder, const char *name, char *ret_text, size_t size) {
    char path[SLOTS_PATH_MAX];
    int r = folder_path(folder, name, path);
    if (r < 0) {
        return r;
    }
    _cleanup_close_ int fd = open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0) {
        return err_from_errno(errno);
    }
    size_t len = 0;
    for (ssize_t got = 1; got > 0 && len < size; len += (size_t)got) {
        got = read(fd, ret_text + len, size - len);
        if (got < 0) {
            return err_from_errno(errno);
        }
    }
    if (len == size) {
        return E_TOO_LARGE;
    }
    ret_text[len] = '\0';
    return strlen(ret_text) == len ? 0 : E_FORMAT;
}

/* Reads a file of one word; blanks may follow it. */
static int folder_word(const char *folder, const char *name, char *ret_word, size_t size) {
    char text[SLOTS_BOARD_MAX + 2];
    int r = folder_text(folder, name, text, sizeof(text));
    if (r < 0) {
        return r == E_TOO_LARGE ? E_FORMAT : r;
    }
    size_t len = strcspn(text, BLANKS);
    if (len == 0 || len >= size || text[len + strspn(text + len, BLANKS)] != '\0') {
        return E_FORMAT;
    }
    memcpy(ret_word, text, len);
    ret_word[len] = '\0';
    return 0;
}

static int folder_running(const char *folder, enum slot *ret_running) {
    char word[2];
    int r = folder_word(folder, "slot", word, sizeof(word));
    if (r < 0) {
        return r;
    }
    *ret_running = *word == 'B' ? SLOT_B : SLOT_A;
    return *word == 'A' || *word == 'B' ? 0 : E_FORMAT;
}

/* Reads the ID of a board: letters, digits and hyphens. */
static int folder_board(const char *folder, char ret_board[SLOTS_BOARD_MAX]) {
    int r = folder_word(folder, "board", ret_board, SLOTS_BOARD_MAX);
    for (const char *at = ret_board; r == 0 && *at != '\0'; at++) {
        r = isalnum((unsigned char)*at) != 0 || *at == '-' ? 0 : E_FORMAT;
    }
    return r;
}

/* Reads a line of `slots`: only an absolute path. */
static int device_line(const char *line, char ret_device[SLOTS_DEVICE_MAX]) {
    if (line == NULL || *line != '/' || strlen(line) >= SLOTS_DEVICE_MAX || line[strcspn(line, BLANKS)] != '\0') {
        return E_FORMAT;
    }
    memcpy(ret_device, line, strlen(line) + 1);
    return 0;
}

/* Reads one device per slot, which must differ. */
static int folder_devices(const char *folder, char ret_devices[SLOT_COUNT][SLOTS_DEVICE_MAX]) {
    char text[SLOT_COUNT * SLOTS_DEVICE_MAX + 1], *rest = text;
    int r = folder_text(folder, "slots", text, sizeof(text));
    for (int slot = SLOT_A; r == 0 && slot < SLOT_COUNT; slot++) {
        r = device_line(strsep(&rest, "\n"), ret_devices[slot]);
    }
    if (r < 0) {
        return r == E_TOO_LARGE ? E_FORMAT : r;
    }
    const bool is_end = rest == NULL || *rest == '\0';
    return is_end && strcmp(ret_devices[SLOT_A], ret_devices[SLOT_B]) != 0 ? 0 : E_FORMAT;
}

/* Reads a number in C notation, followed by a blank or the end. */
static bool config_number(const char **at, unsigned long *ret_number) {
    char *end = NULL;
    *at += strspn(*at, " \t");
    if (isdigit((unsigned char)**at) == 0) {
        return false;
    }
    errno = 0;
    *ret_number = strtoul(*at, &end, 0);
    *at = end;
    return errno == 0 && (*end == '\0' || strchr(BLANKS, *end) != NULL);
}

/* "PATH OFFSET SIZE". */
static int config_line(const char *folder, const char *line, struct slots_folder *folder_of) {
    char path[SLOTS_PATH_MAX];
    size_t len = strcspn(line, BLANKS);
    unsigned long at = 0, size = 0;
    if (len >= sizeof(path)) {
        return E_TOO_LARGE;
    }
    memcpy(path, line, len);
    path[len] = '\0';
    const char *rest = line + len;
    if (!config_number(&rest, &at) || !config_number(&rest, &size) || rest[strspn(rest, BLANKS)] != '\0' ||
        at % SLOTS_SECTOR != 0 || at > INT32_MAX || size != SLOTS_SECTOR) {
        return E_FORMAT;
    }
    folder_of->sector_at = (int64_t)at;
    if (*path != '/') {
        return folder_path(folder, path, folder_of->sector);
    }
    memcpy(folder_of->sector, path, len + 1);
    return 0;
}

/* Reads the only line that is not a comment: two would mean a redundant environment, which is another format. */
static int folder_config(const char *folder, struct slots_folder *folder_of) {
    char text[CONFIG_MAX], *rest = text, *line = NULL;
    bool found = false;
    int r = folder_text(folder, "fw_env.config", text, sizeof(text));
    while (r == 0 && (line = strsep(&rest, "\n")) != NULL) {
        line += strspn(line, BLANKS);
        if (*line == '#' || *line == '\0') {
            continue;
        }
        r = found ? E_FORMAT : config_line(folder, line, folder_of);
        found = true;
    }
    return r < 0 || found ? r : E_FORMAT;
}

int slots_folder_read(const char *folder, struct slots_folder *ret_folder) {
    int r = folder_config(folder, ret_folder);
    r = r < 0 ? r : folder_running(folder, &ret_folder->running);
    r = r < 0 ? r : folder_board(folder, ret_folder->board);
    r = r < 0 ? r : folder_devices(folder, ret_folder->devices);
    r = r < 0 ? r : folder_text(folder, "roots.pem", ret_folder->roots, sizeof(ret_folder->roots));
    return r < 0 ? r : folder_path(folder, "run", ret_folder->sockets);
}
