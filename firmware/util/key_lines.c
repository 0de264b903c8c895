#include "util/key_lines.h"

#include <string.h>

/* State across lines. */
struct reading {
    const char *const *keys;
    size_t count;
    int (*take)(void *ctx, unsigned key, const char *value);
    void *ctx;
    unsigned seen; /* bits 1 << index of keys already read */
};

static char *text_trim(char *text) {
    char *end = text + strlen(text);
    while (end > text && strchr(" \t\r", end[-1]) != NULL) {
        *--end = '\0';
    }
    return text + strspn(text, " \t");
}

/* Parses one line; modifies it. */
static int read_line(struct reading *reading, char *line) {
    char *text = text_trim(line);
    if (*text == '\0' || *text == '#') {
        return 0;
    }
    char *sign = strchr(text, '=');
    if (sign == NULL) {
        return E_FORMAT;
    }
    *sign = '\0';
    const char *name = text_trim(text), *value = text_trim(sign + 1);
    for (unsigned key = 0; key < reading->count; key++) {
        if (strcmp(name, reading->keys[key]) != 0) {
            continue;
        }
        if ((reading->seen & 1U << key) != 0) {
            return E_DUPLICATE;
        }
        reading->seen |= 1U << key;
        return *value == '\0' ? E_FORMAT : reading->take(reading->ctx, key, value);
    }
    return E_UNKNOWN;
}

int key_lines_read(const char *text, size_t len, const char *const *keys, size_t count,
                   int (*take)(void *ctx, unsigned key, const char *value), void *ctx, unsigned *ret_line) {
    struct reading reading = {.keys = keys, .count = count, .take = take, .ctx = ctx};
    const char *at = text, *end = text + len;
    for (*ret_line = 1; at < end; (*ret_line)++) {
        char line[KEY_LINES_LINE_MAX];
        const char *feed = memchr(at, '\n', (size_t)(end - at));
        size_t line_len = (size_t)((feed == NULL ? end : feed) - at);
        if (line_len >= sizeof(line)) {
            return E_TOO_LARGE;
        }
        if (memchr(at, '\0', line_len) != NULL) {
            return E_FORMAT;
        }
        memcpy(line, at, line_len);
        line[line_len] = '\0';
        int r = read_line(&reading, line);
        if (r < 0) {
            return r;
        }
        at += line_len + 1;
    }
    return 0;
}
