#include "util/log.h"

#include <fcntl.h>
#include <inttypes.h>
#include <limits.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <syslog.h>
#include <time.h>
#include <unistd.h>

#include "util/err.h"
#include "util/utf8.h"

#define LINE_MAX_OCTETS 1024
#define VALUE_MAX_OCTETS 256

static const char *const level_names[] = {"error", "warn", "info", "debug"};

#define LEVEL_COUNT (sizeof(level_names) / sizeof(level_names[0]))

static const char *const modules[LOG_MODULES] = {
    "alarms", "app",    "backup",  "bulk",       "clock",    "core",    "display", "door",   "engineer", "enrol",
    "events", "hal",    "http",    "initialise", "keeper",   "modules", "network", "photos", "rules",    "settings",
    "sntp",   "sqlite", "storage", "store",      "terminal", "upgrade", "upkeep",  "users",  "wifi",
};

/* The stored log. */
static struct {
    pthread_mutex_t mutex; /* guards all of it */
    int fd; /* of LOG_FILE_NOW; -1: not stored */
    size_t octets; /* its size */
    char now[PATH_MAX], old[PATH_MAX]; /* their paths */
} kept = {.mutex = PTHREAD_MUTEX_INITIALIZER, .fd = -1};

/* Written only at start, except the levels. */
static struct {
    struct log_options options;
    atomic_int level; /* of modules not in the list */
    atomic_int levels[LOG_MODULES];
} s = {.options = {.fd = STDERR_FILENO}, .level = LOG_LEVEL_INFO, .levels = {[0 ... LOG_MODULES - 1] = LOG_LEVEL_INFO}};

/* A line being composed; leaves out what does not fit. */
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
    for (unsigned i = 0; i < LOG_MODULES; i++) {
        atomic_store(&s.levels[i], (int)level);
    }
}

/* Returns the number of a module; LOG_MODULES: unknown. */
static unsigned module_of(const char *name) {
    unsigned i = 0;
    while (i < LOG_MODULES && strcmp(modules[i], name) != 0) {
        i++;
    }
    return i;
}

const char *log_module_name(unsigned number) {
    return modules[number];
}

enum log_level log_module_level(unsigned number) {
    return (enum log_level)atomic_load(&s.levels[number]);
}

bool log_set_module_level(const char *module, enum log_level level) {
    unsigned number = module_of(module);
    if (number < LOG_MODULES) {
        atomic_store(&s.levels[number], (int)level);
    }
    return number < LOG_MODULES;
}

/* Opens the file for appending. The caller holds the mutex. */
static void kept_open(void) {
    struct stat info;
    kept.fd = open(kept.now, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC | O_NOFOLLOW, 0600);
    kept.octets = kept.fd >= 0 && fstat(kept.fd, &info) == 0 ? (size_t)info.st_size : 0;
}

void log_keep(const char *dir) {
    (void)pthread_mutex_lock(&kept.mutex);
    if (kept.fd >= 0) {
        (void)close(kept.fd);
        kept.fd = -1;
    }
    if (snprintf(kept.now, sizeof(kept.now), "%s/" LOG_FILE_NOW, dir) < PATH_MAX &&
        snprintf(kept.old, sizeof(kept.old), "%s/" LOG_FILE_OLD, dir) < PATH_MAX) {
        kept_open();
    }
    (void)pthread_mutex_unlock(&kept.mutex);
}

static void kept_write(const char *text, size_t len) {
    (void)pthread_mutex_lock(&kept.mutex);
    if (kept.fd >= 0 && kept.octets + len > LOG_KEPT_OCTETS) {
        (void)close(kept.fd);
        (void)rename(kept.now, kept.old);
        kept_open();
    }
    ssize_t written = kept.fd >= 0 ? write(kept.fd, text, len) : 0;
    kept.octets += written > 0 ? (size_t)written : 0;
    (void)pthread_mutex_unlock(&kept.mutex);
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

/* Returns whether the character changes the text direction or is invisible: a line with it could look different from
 * its content. */
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

/* Escapes one character, or one invalid byte, for a quoted value. Returns the bytes consumed from `text`. */
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

        /* Reserves room for the truncation mark and the closing quote. */
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

static void put_key(struct line *line, const char *key) {
    (void)put_text(line, " ");
    (void)put_text(line, key);
    (void)put_text(line, "=");
}

static void put_cause(struct line *line, const struct cause *cause) {
    char text[VALUE_MAX_OCTETS], where[64];
    if (cause->error == 0) {
        return;
    }
    (void)snprintf(text, sizeof(text), "%.48s%s%s", cause->site.function, cause->text[0] != '\0' ? ": " : "",
                   cause->text);
    (void)snprintf(where, sizeof(where), "%s:%d", cause->site.file, cause->site.line);
    put_key(line, "cause");
    put_string(line, text);
    put_key(line, "where");
    put_string(line, where);
}

static void put_error(struct line *line, const char *key, int err) {
    put_key(line, key);
    (void)put_text(line, err_name(err));
    (void)put_text(line, " reason=");
    put_string(line, err_text(err));
    if (cause_get()->error == err) {
        put_cause(line, cause_get());
    }
}

static void put_pair(struct line *line, const struct log_pair *pair) {
    char number[32];

    if (line->len + strlen(pair->key) + 8 >= line->size) {
        return;
    }
    switch (pair->kind) {
        case LOG_KIND_STRING:
            put_key(line, pair->key);
            put_string(line, pair->value.s);
            break;
        case LOG_KIND_INT:
            put_key(line, pair->key);
            (void)snprintf(number, sizeof(number), "%" PRId64, pair->value.i);
            (void)put_text(line, number);
            break;
        case LOG_KIND_UINT:
            put_key(line, pair->key);
            (void)snprintf(number, sizeof(number), "%" PRIu64, pair->value.u);
            (void)put_text(line, number);
            break;
        case LOG_KIND_ERR: put_error(line, pair->key, (int)pair->value.i); break;
        case LOG_KIND_CAUSE: put_cause(line, pair->value.cause); break;
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
    unsigned number = module_of(module);
    if ((int)level > (number < LOG_MODULES ? atomic_load(&s.levels[number]) : atomic_load(&s.level))) {
        return;
    }
    size_t len = log_format(text, LINE_MAX_OCTETS, now_ms(), level, module, pairs, count);
    text[len++] = '\n';
    kept_write(text, len);
    if (s.options.use_syslog) { /* adds its own time */
        len = log_format(text, LINE_MAX_OCTETS, -1, level, module, pairs, count);
        syslog(priorities[level], "%s", text);
        return;
    }
    ssize_t written = write(s.options.fd, text, len);
    (void)written; /* nowhere to report a failure of the log */
}

static const char *state_text_of(const struct log_machine *machine, unsigned state) {
    return state < machine->count ? machine->states[state] : "unknown";
}

void log_transition(const char *module, const struct log_machine *machine, unsigned from, unsigned to, const char *by) {
    if (from == to) {
        return;
    }
    log_debug(module, "state changed", log_str("machine", machine->name), log_str("from", state_text_of(machine, from)),
              log_str("to", state_text_of(machine, to)), log_str("by", by));
}
