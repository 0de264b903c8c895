/* Text, a line a value:
 *
 *     postern-upgrade 1
 *     phase switched
 *     versions 1.2.0 1.3.0
 *     slot B
 *     at 1763900000
 *     reason 0              enum upgrade_reason, which only grows
 *     device -
 *     lines 0 0
 *     answers display
 *     silent camera */
#include "core/upgrade/history.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "util/buf.h"
#include "util/whole_file.h"

#define FILE_NAME "upgrade"
#define FILE_MAX 4096
#define HEAD "postern-upgrade 1"
#define LINE_MAX 128

static const char *const phases[] = {"none", "switched", "returning", "confirmed", "back"};

#define PHASES (sizeof(phases) / sizeof(phases[0]))

/* Returns the index of a word in a list; `count`: unknown. */
static size_t word_of(const char *word, const char *const *words, size_t count) {
    size_t i = 0;
    while (i < count && strcmp(words[i], word) != 0) {
        i++;
    }
    return i;
}

static bool take_device(const char *line, struct upgrade_history *history, size_t *devices) {
    char word[LINE_MAX], name[HISTORY_DEVICE_MAX];
    if (*devices >= HAL_DRIVERS_MAX || sscanf(line, "%127s %32s", word, name) != 2) {
        return false;
    }
    bool answers = strcmp(word, "answers") == 0;
    if (!answers && strcmp(word, "silent") != 0) {
        return false;
    }
    memcpy(history->drivers[*devices], name, sizeof(name));
    history->answered |= answers ? UINT32_C(1) << *devices : 0;
    (*devices)++;
    return true;
}

static bool take_head(const char *text, struct upgrade_history *history) {
    char phase[LINE_MAX], slot = 0;
    unsigned reason = 0;
    int n = sscanf(text,
                   HEAD " phase %31s versions %32s %32s slot %c at %" SCNd64 " reason %u device %32s lines %" SCNu32
                        " %" SCNu32,
                   phase, history->from, history->to, &slot, &history->at_s, &reason, history->device,
                   &history->lines_taken, &history->lines_left);
    size_t number = n == 9 ? word_of(phase, phases, PHASES) : PHASES;
    if (number == PHASES || (slot != 'A' && slot != 'B') || reason >= UPGRADE_REASON_COUNT) {
        return false;
    }
    history->phase = (enum upgrade_phase)number;
    history->slot = slot == 'A' ? SLOT_A : SLOT_B;
    history->reason = (enum upgrade_reason)reason;
    if (strcmp(history->device, "-") == 0) {
        history->device[0] = '\0';
    }
    return true;
}

int history_read(const char *state_dir, struct upgrade_history *ret_history) {
    char text[FILE_MAX];
    memset(ret_history, 0, sizeof(*ret_history));
    int r = whole_file_read(state_dir, FILE_NAME, text, sizeof(text));
    if (r < 0) {
        return r == E_NOTFOUND || r == E_TOO_LARGE ? 0 : r;
    }
    size_t devices = 0;
    bool is_good = take_head(text, ret_history);
    for (const char *line = strchr(text, '\n'); is_good && line != NULL; line = strchr(line + 1, '\n')) {
        (void)take_device(line + 1, ret_history, &devices);
    }
    if (!is_good) {
        memset(ret_history, 0, sizeof(*ret_history));
    }
    return 0;
}

int history_write(const char *state_dir, const struct upgrade_history *history) {
    _cleanup_(buf_donep) struct buf text = {0};
    buf_printf(&text, HEAD "\nphase %s\nversions %s %s\nslot %s\nat %" PRId64 "\nreason %u\n", phases[history->phase],
               history->from, history->to, slots_name(history->slot), history->at_s, (unsigned)history->reason);
    buf_printf(&text, "device %s\nlines %" PRIu32 " %" PRIu32 "\n", history->device[0] != '\0' ? history->device : "-",
               history->lines_taken, history->lines_left);
    for (size_t i = 0; i < HAL_DRIVERS_MAX && history->drivers[i][0] != '\0'; i++) {
        buf_printf(&text, "%s %s\n", (history->answered >> i & 1U) != 0 ? "answers" : "silent", history->drivers[i]);
    }
    return buf_failed(&text) ? E_NOMEM : whole_file_write(state_dir, FILE_NAME, buf_text(&text));
}
