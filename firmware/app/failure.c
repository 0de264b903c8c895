#include "app/failure.h"

#include <limits.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "core/engineer/files.h"
#include "util/whole_file.h"

#define FAILED_FILE "failed"
#define HEAD "postern-failed 1\nreason "
#define FILE_MAX 128
#define CRASH_RECENT_S 3600
#define UNKNOWN "start"

/* Words that begin with "tpm", and "key", are written by the init of a board (docs/image.md). */
static const char *const words[] = {"newer", "state", "device", "tpm", "tpm-other", "key", UNKNOWN};

#define WORDS (sizeof(words) / sizeof(words[0]))

/* Returns NULL if the code does not explain why the next start would fail. */
static const char *word_of(enum exit_code code) {
    switch (code) {
        case EXIT_NEWER: return "newer";
        case EXIT_STATE:
        case EXIT_IDENTITY:
        case EXIT_DAMAGED: return "state";
        case EXIT_DEVICE: return "device";
        case EXIT_FAILED:
        case EXIT_ADDRESS: return UNKNOWN;
        case EXIT_CLEAN:
        case EXIT_USAGE:
        case EXIT_LOCKED:
        case EXIT_RESTART: break;
    }
    return NULL;
}

void failure_note(const char *state_dir, enum exit_code code) {
    char text[FILE_MAX];
    const char *word = word_of(code);
    if (word != NULL) {
        (void)snprintf(text, sizeof(text), HEAD "%s\n", word);
        int r = whole_file_write(state_dir, FAILED_FILE, text);
        (void)r; /* the log has it, too */
    }
}

/* Returns whether the crash report is recent; ignores one from the future after the clock was set back. */
static bool has_crashed(const char *state_dir, int64_t now_s) {
    char path[PATH_MAX];
    struct stat info;
    return snprintf(path, sizeof(path), "%s/" ENGINEER_CRASH_FILE, state_dir) < (int)sizeof(path) &&
           stat(path, &info) == 0 && now_s - (int64_t)info.st_mtim.tv_sec < CRASH_RECENT_S;
}

const char *failure_reason(const char *state_dir, int64_t now_s) {
    char text[FILE_MAX];
    int r = whole_file_read(state_dir, FAILED_FILE, text, sizeof(text));
    for (size_t i = 0; i < WORDS && r == 0 && strncmp(text, HEAD, strlen(HEAD)) == 0; i++) {
        const char *value = text + strlen(HEAD);
        size_t len = strlen(words[i]);
        if (strncmp(value, words[i], len) == 0 && value[len] == '\n') {
            return words[i];
        }
    }
    return has_crashed(state_dir, now_s) ? "crash" : UNKNOWN;
}

void failure_forget(const char *state_dir) {
    char path[PATH_MAX];
    if (snprintf(path, sizeof(path), "%s/" FAILED_FILE, state_dir) < (int)sizeof(path)) {
        (void)unlink(path);
    }
}
