#include "util/log.h"

#include <inttypes.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
#include <syslog.h>
#include <time.h>
#include <unistd.h>

#include "util/err.h"
#include "util/utf8.h"

#define LINE_MAX_OCTETS 1024
#define VALUE_MAX_OCTETS 256

static const char *const level_names[] = {"error", "warn", "info", "debug"};

#define LEVEL_COUNT (sizeof(level_names) / sizeof(level_names[0]))

/* Written once at start, but for the level. */
static struct {
    struct log_options options;
    atomic_int level;
} s = {.options = {.fd = STDERR_FILENO}, .level = LOG_LEVEL_INFO};

/* A line under construction; what does not fit is left out. */
struct line {
    char *out;
    size_t size;
    size_t len;
};

void log_init(const struct log_options *options) {
    s.options = *options;
    log_set_level(options->level);
    if (options->use_syslog) {
        openlog("posternd", LOG_PID, LOG_DAEMON);
    }
}

void log_set_level(enum log_level level) {
    atomic_store(&s.level, (int)level);
}

const char *log_level_name(enum log_level level) {
    return (size_t)level < LEVEL_COUNT ? level_names[level] : "error";
}

bool log_level_parse(const char *name, enum log_level *ret_level) {
    for (size_t i = 0; i < LEVEL_COUNT; i++) {
        if (strcmp(name, level_names[i]) == 0) {
            *ret_level = (enum log_level)i;
            return true;
        }
    }
    return false;
}

static bool log_put(struct line *line, const char *text, size_t len) {
    if (line->len + len >= line->size) {
        return false;
    }
    memcpy(line->out + line->len, text, len);
    line->len += len;
    return true;
}

static bool put_text(struct line *line, const char *text) {
    return log_put(line, text, strlen(text));
}

/* Marks that turn the direction of a text, and invisible ones: with them a line could show something else than it
 * holds. */
static bool is_deceptive(uint32_t code_point) {
    return (code_point >= 0x200b && code_point <= 0x200f) || (code_point >= 0x2028 && code_point <= 0x202e) ||
           (code_point >= 0x2060 && code_point <= 0x206f) || code_point == 0xfeff || code_point == 0x061c ||
           (code_point >= 0x80 && code_point <= 0x9f);
}

static bool is_plain(const char *value) {
    if (*value == '\0') {
        return false;
    }
    for (const char *p = value; *p != '\0'; p++) {
        if (*p <= ' ' || *p > '~' || *p == '"' || *p == '\\' || *p == '=') {
            return false;
        }
    }
    return true;
}

/* One character, or one octet that is none, as it may stand between quotes. Returns the octets taken from `text`. */
static size_t escape_one(const char *text, size_t len, char ret_escaped[16]) {
    uint32_t code_point = 0;
    size_t n = utf8_next(text, len, &code_point);

    if (n == 0) {
        (void)snprintf(ret_escaped, 16, "\\x%02x", (unsigned)(unsigned char)*text);
        return 1;
    }
    if (code_point == '"' || code_point == '\\') {
        (void)snprintf(ret_escaped, 16, "\\%c", (int)code_point);
    } else if (code_point == '\n' || code_point == '\t' || code_point == '\r') {
        (void)snprintf(ret_escaped, 16, "\\%c", code_point == '\n' ? 'n' : code_point == '\t' ? 't' : 'r');
    } else if (code_point < 0x20 || code_point == 0x7f) {
        (void)snprintf(ret_escaped, 16, "\\x%02x", (unsigned)code_point);
    } else if (is_deceptive(code_point)) {
        (void)snprintf(ret_escaped, 16, "\\u{%x}", (unsigned)code_point);
    } else {
        memcpy(ret_escaped, text, n);
        ret_escaped[n] = '\0';
    }
    return n;
}

static void put_quoted(struct line *line, const char *value) {
    size_t len = strlen(value);
    size_t end;

    if (line->len + 3 >= line->size) {
        return;
    }
    (void)put_text(line, "\"");
    end = line->len + VALUE_MAX_OCTETS;
    while (len > 0) {
        char escaped[16];
        size_t n = escape_one(value, len, escaped);
        size_t more = strlen(escaped);

        /* Room is kept for the mark of the cut and the closing quote. */
        if (line->len + more > end || line->len + more + 5 >= line->size) {
            (void)put_text(line, "…");
            break;
        }
        (void)log_put(line, escaped, more);
        value += n;
        len -= n;
    }
    (void)put_text(line, "\"");
}

static void put_string(struct line *line, const char *value) {
    if (value == NULL) {
        (void)put_text(line, "-");
    } else if (is_plain(value) && strlen(value) <= VALUE_MAX_OCTETS && line->len + strlen(value) < line->size) {
        (void)put_text(line, value);
    } else {
        put_quoted(line, value);
    }
}

static void put_pair(struct line *line, const struct log_pair *pair) {
    char number[32];

    if (line->len + strlen(pair->key) + 8 >= line->size) {
        return;
    }
    (void)put_text(line, " ");
    (void)put_text(line, pair->key);
    (void)put_text(line, "=");
    switch (pair->kind) {
        case LOG_KIND_STRING: put_string(line, pair->value.s); break;
        case LOG_KIND_INT:
            (void)snprintf(number, sizeof(number), "%" PRId64, pair->value.i);
            (void)put_text(line, number);
            break;
        case LOG_KIND_UINT:
            (void)snprintf(number, sizeof(number), "%" PRIu64, pair->value.u);
            (void)put_text(line, number);
            break;
        case LOG_KIND_ERR:
            (void)put_text(line, err_name((int)pair->value.i));
            (void)put_text(line, " reason=");
            put_string(line, err_text((int)pair->value.i));
            break;
    }
}

static void put_time(struct line *line, int64_t utc_ms) {
    time_t seconds = (time_t)(utc_ms / 1000);
    struct tm parts;
    char text[40];
    size_t n;

    if (utc_ms < 0 || gmtime_r(&seconds, &parts) == NULL) {
        return;
    }
    n = strftime(text, sizeof(text), "%Y-%m-%dT%H:%M:%S", &parts);
    (void)log_put(line, text, n);
    (void)snprintf(text, sizeof(text), ".%03dZ ", (int)(utc_ms % 1000));
    (void)put_text(line, text);
}

size_t log_format(char *out, size_t size, int64_t utc_ms, enum log_level level, const char *module,
                  const struct log_pair *pairs, size_t count) {
    struct line line = {.out = out, .size = size};

    if (size == 0) {
        return 0;
    }
    put_time(&line, utc_ms);
    (void)put_text(&line, log_level_name(level));
    (void)put_text(&line, " ");
    (void)put_text(&line, module);
    for (size_t i = 0; i < count; i++) {
        put_pair(&line, &pairs[i]);
    }
    out[line.len] = '\0';
    return line.len;
}

static int64_t now_ms(void) {
    struct timespec now;

    if (s.options.utc_ms != NULL) {
        return s.options.utc_ms(s.options.ctx);
    }
    (void)clock_gettime(CLOCK_REALTIME, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

void log_write(enum log_level level, const char *module, const struct log_pair *pairs, size_t count) {
    static const int priorities[] = {LOG_ERR, LOG_WARNING, LOG_INFO, LOG_DEBUG};
    char text[LINE_MAX_OCTETS + 1];
    size_t len;
    ssize_t written;

    if ((int)level > atomic_load(&s.level)) {
        return;
    }
    len = log_format(text, LINE_MAX_OCTETS, s.options.use_syslog ? -1 : now_ms(), level, module, pairs, count);
    if (s.options.use_syslog) {
        syslog(priorities[level], "%s", text);
        return;
    }
    text[len++] = '\n';
    written = write(s.options.fd, text, len);
    (void)written; /* a log that cannot be written has nobody to tell */
}
