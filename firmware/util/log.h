/* Log: one line per event: time, level, module, then key=value. Written to stderr (or any descriptor) or to syslog.
 * Values are sanitized: quoted where needed; control characters, line ends, direction marks and invalid UTF-8 escaped;
 * truncated at 256 bytes. Only http/, app/, background jobs and state machines log; never log PINs, cards, tokens.
 * Thread-safe: a line is one write. */
#ifndef POSTERN_LOG_H
#define POSTERN_LOG_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "util/cause.h"

enum log_level { LOG_LEVEL_ERROR, LOG_LEVEL_WARN, LOG_LEVEL_INFO, LOG_LEVEL_DEBUG };

enum log_kind { LOG_KIND_STRING, LOG_KIND_INT, LOG_KIND_UINT, LOG_KIND_ERR, LOG_KIND_CAUSE };

/* One key=value of a line. Keys are static identifiers. */
struct log_pair {
    const char *key;
    enum log_kind kind;
    union {
        const char *s;
        int64_t i;
        uint64_t u;
        const struct cause *cause;
    } value;
};

static inline struct log_pair log_str(const char *key, const char *value) {
    return (struct log_pair){.key = key, .kind = LOG_KIND_STRING, .value = {.s = value}};
}

static inline struct log_pair log_int(const char *key, int64_t value) {
    return (struct log_pair){.key = key, .kind = LOG_KIND_INT, .value = {.i = value}};
}

static inline struct log_pair log_uint(const char *key, uint64_t value) {
    return (struct log_pair){.key = key, .kind = LOG_KIND_UINT, .value = {.u = value}};
}

/* An E_* value: written as its name and text, followed by the cause of this thread if it explains this error:
 * `cause="open_taken: No space left on device" where=backup.c:246`. */
static inline struct log_pair log_errno(int err) {
    return (struct log_pair){.key = "error", .kind = LOG_KIND_ERR, .value = {.i = err}};
}

/* A stored cause: written as above; nothing if it is empty. */
static inline struct log_pair log_cause(const struct cause *cause) {
    return (struct log_pair){.key = "cause", .kind = LOG_KIND_CAUSE, .value = {.cause = cause}};
}

struct log_options {
    bool use_syslog; /* syslog instead of the descriptor; then lines have no time of their own */
    int fd; /* descriptor for the lines, 2 for stderr; not owned */
    enum log_level level; /* lines above it are dropped */
    int64_t (*utc_ms)(void *ctx); /* clock of the time stamp, since 1970 UTC; NULL: the system's */
    void *ctx;
};

/* Sets up the log; call once at start, before other threads run. Default: stderr, level info, system clock. */
void log_init(const struct log_options *options);

/* Changes the level of all modules at run time; any thread. */
void log_set_level(enum log_level level);

/* Modules that log: `module` of log_write(). A test compares the list with the sources. */
#define LOG_MODULES 29

/* Return the name and level of module `number`, below LOG_MODULES. Any thread. */
const char *log_module_name(unsigned number);
enum log_level log_module_level(unsigned number);

/* Changes the level of one module; false: unknown module. Any thread. */
bool log_set_module_level(const char *module, enum log_level level);

/* The log is also stored in a folder, at least the last LOG_KEPT_OCTETS bytes of it: in `log.now`, and what was before
 * it in `log.old`. It is not synced, to spare the flash: a power cut loses the last seconds. */
#define LOG_KEPT_OCTETS ((size_t)512 * 1024)
#define LOG_FILE_NOW "log.now"
#define LOG_FILE_OLD "log.old"

/* Starts storing; call before other threads run. A folder that is not writable stores nothing, without an error. */
void log_keep(const char *dir);

/* Returns the name of a level ("error"), and parses one: false: unknown name. */
const char *log_level_name(enum log_level level);
bool log_level_parse(const char *name, enum log_level *ret_level);

/* Writes one line. Use the macros below: log_info("http", "listening", log_str("addr", addr), log_uint("port", port)).
 * */
void log_write(enum log_level level, const char *module, const struct log_pair *pairs, size_t count);

/* Formats a line without its end into out, always terminated; returns its length. For tests and other sinks. */
size_t log_format(char *out, size_t size, int64_t utc_ms, enum log_level level, const char *module,
                  const struct log_pair *pairs, size_t count);

/* The states of a state machine, in the order of its enumeration. */
struct log_machine {
    const char *name;
    const char *const *states;
    unsigned count;
};

/* Logs a state change of a state machine and its cause, one line at `debug`; call it from the one function that changes
 * the state. Logs nothing if the state is the same. `by` is a static text. */
void log_transition(const char *module, const struct log_machine *machine, unsigned from, unsigned to, const char *by);

/* The first pair is the event, a short static text, so that an event needs no values. */
#define LOG_PAIRS_(event, ...)                                         \
    (const struct log_pair[]){log_str("event", event), ##__VA_ARGS__}, \
        sizeof((const struct log_pair[]){log_str("event", event), ##__VA_ARGS__}) / sizeof(struct log_pair)

#define log_error(module, ...) log_write(LOG_LEVEL_ERROR, module, LOG_PAIRS_(__VA_ARGS__))
#define log_warn(module, ...) log_write(LOG_LEVEL_WARN, module, LOG_PAIRS_(__VA_ARGS__))
#define log_info(module, ...) log_write(LOG_LEVEL_INFO, module, LOG_PAIRS_(__VA_ARGS__))
#define log_debug(module, ...) log_write(LOG_LEVEL_DEBUG, module, LOG_PAIRS_(__VA_ARGS__))

#endif
