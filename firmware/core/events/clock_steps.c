#include "core/events/clock_steps.h"

#include "core/events/log.h"
#include "core/time/clock.h"
#include "util/log.h"

int64_t clock_steps_due_ms(struct core *core) {
    return clock_note_due_ms(core);
}

void clock_steps_upkeep(struct core *core) {
    char detail[CLOCK_NOTE_MAX];
    if (!clock_note_take(core, detail)) {
        return;
    }
    struct record record = {.kind = RECORD_KIND_CLOCK, .username = "", .detail = detail};
    int r = log_append(core, &record, NULL);
    if (r < 0) {
        log_error("clock", "a step is not in the access log, it is tried again", log_str("detail", detail),
                  log_errno(r));
        clock_note_again(core, detail);
    }
}
