#include "core/door/show.h"

#include "core/base/core.h"
#include "core/devices/slips.h"
#include "core/door/door.h"
#include "core/door/portrait.h"
#include "core/settings/settings.h"
#include "core/time/status.h"
#include "hal/hal.h"
#include "util/err.h"
#include "util/log.h"

/* Whatever is wrong with a person or a credential is one word. Only what holds for everybody has another, and what comes
 * after all that is asked of the credential: who hears it would have been let in by it. */
static const enum hal_display_word words[RECORD_REASON_COUNT] = {
    [RECORD_REASON_NONE] = HAL_WORD_CANNOT,
    [RECORD_REASON_ANY_TIME] = HAL_WORD_WELCOME,
    [RECORD_REASON_TIME_ZONE] = HAL_WORD_WELCOME,
    [RECORD_REASON_PERIOD] = HAL_WORD_WELCOME,
    [RECORD_REASON_DOOR_OPEN] = HAL_WORD_OPEN,
    [RECORD_REASON_ATTENDANCE] = HAL_WORD_RECORDED,
    [RECORD_REASON_UNKNOWN] = HAL_WORD_NO_ACCESS,
    [RECORD_REASON_POOR_READING] = HAL_WORD_AGAIN,
    [RECORD_REASON_NOT_LIVE] = HAL_WORD_AGAIN,
    [RECORD_REASON_WRONG_CODE] = HAL_WORD_NO_ACCESS,
    [RECORD_REASON_KEYPAD_PAUSE] = HAL_WORD_PAUSE,
    [RECORD_REASON_NOT_YET] = HAL_WORD_NO_ACCESS,
    [RECORD_REASON_EXPIRED] = HAL_WORD_NO_ACCESS,
    [RECORD_REASON_NEVER] = HAL_WORD_NO_ACCESS,
    [RECORD_REASON_OUTSIDE_HOURS] = HAL_WORD_NO_ACCESS,
    [RECORD_REASON_HOLIDAY] = HAL_WORD_NO_ACCESS,
    [RECORD_REASON_ALWAYS_CLOSED] = HAL_WORD_CLOSED,
    [RECORD_REASON_LOCKED_DOWN] = HAL_WORD_CLOSED,
    [RECORD_REASON_FIRE] = HAL_WORD_OPEN,
    [RECORD_REASON_ANTI_PASSBACK] = HAL_WORD_TWICE,
    [RECORD_REASON_SECOND_PERSON] = HAL_WORD_MORE,
    [RECORD_REASON_INCOMPLETE] = HAL_WORD_MORE,
    [RECORD_REASON_NOT_AUTHORIZED] = HAL_WORD_NO_ACCESS,
    [RECORD_REASON_DEVICE_GROUP] = HAL_WORD_NO_ACCESS,
    [RECORD_REASON_SERVER_REFUSED] = HAL_WORD_NO_ACCESS,
    [RECORD_REASON_SERVER_SILENT] = HAL_WORD_CANNOT,
    [RECORD_REASON_TEMPERATURE] = HAL_WORD_TEMPERATURE,
    [RECORD_REASON_ERROR] = HAL_WORD_CANNOT,
};

enum hal_display_word show_word(enum record_reason reason) {
    return words[reason];
}

/* A pause that begins with a wrong code is said with it. */
static enum hal_display_word word_of(const struct identify_result *result, const struct decide_outcome *outcome,
                                     enum show_record record) {
    if (record == SHOW_NOT_RECORDED) {
        return HAL_WORD_NOT_RECORDED;
    }
    bool pauses = outcome->verdict == DECIDE_REFUSED && result->wait_s > 0;
    return pauses ? HAL_WORD_PAUSE : show_word(outcome->reason);
}

/* Who typed an ID and nothing else sees neither name nor photo: anybody may type one. */
static bool is_more_than_id(uint32_t have) {
    return (have & ~(1U << FACTOR_ID)) != 0;
}

static const char *shown_name(const struct identify_result *result, uint32_t have) {
    return is_more_than_id(have) ? result->person.name : "";
}

/* Label of the status that the punch gets; NULL where the terminal keeps no attendance. */
static const char *status_shown(struct core *core, const struct decide_facts *facts) {
    return facts->work != WORK_MODE_ACCESS ? status_label_of(settings_get(core), facts->status) : NULL;
}

static void show_display(struct core *core, const struct identify_result *result, const struct decide_outcome *outcome,
                         const struct decide_facts *facts, enum show_record record) {
    const struct hal_display *display = &core->shared->hal->display;
    bool is_known = result->shown == DECIDE_SHOWN_KNOWN;
    struct hal_display_result shown = {
        .kind = result->kind,
        .credential = result->masked,
        .known = is_known,
        .granted = outcome->verdict == DECIDE_GRANTED,
        .missing = outcome->missing,
        .second_person = outcome->reason == RECORD_REASON_SECOND_PERSON,
        .repeated = record == SHOW_REPEATED,
        .wait_s = result->wait_s,
        .userid = is_known ? result->person.userid : 0,
        .name = is_known && outcome->verdict == DECIDE_GRANTED ? shown_name(result, facts->have) : NULL,
        .word = word_of(result, outcome, record),
        .time_ms = result->time_ms,
        .status = status_shown(core, facts),
    };
    int r = display->show_result(display->ctx, &shown);
    if (r < 0) {
        log_warn("terminal", "display does not answer", log_errno(r));
    }
}

/* Who came for nothing but the record hears that there is none. */
static void show_sound(struct core *core, const struct decide_outcome *outcome, enum show_record record) {
    static const enum hal_sound_kind kinds[] = {
        [DECIDE_GRANTED] = HAL_SOUND_GRANTED, [DECIDE_REFUSED] = HAL_SOUND_DENIED, [DECIDE_WAITS] = HAL_SOUND_NEXT};
    const struct hal_sound *sound = &core->shared->hal->sound;
    bool is_in_vain = record == SHOW_NOT_RECORDED && !outcome->opens;
    int r = sound->play(sound->ctx, is_in_vain ? HAL_SOUND_DENIED : kinds[outcome->verdict]);
    if (r < 0) {
        log_warn("terminal", "loudspeaker does not answer", log_errno(r));
    }
}

/* Hands a slip to the printer, which prints it in its own time. */
static void show_slip(struct core *core, const struct identify_result *result, uint32_t have, const char *status) {
    struct slips_punch punch = {.userid = result->person.userid,
                                .name = shown_name(result, have),
                                .kind = result->kind,
                                .time_ms = result->time_ms,
                                .status = status};
    int r = slips_print(core, &punch);
    if (r < 0) {
        log_warn("terminal", "the slip is not printed", log_errno(r));
    }
}

void show_outcome(struct core *core, const struct identify_result *result, const struct decide_outcome *outcome,
                  const struct decide_facts *facts, enum show_record record) {
    show_display(core, result, outcome, facts, record);
    show_sound(core, outcome, record);
    bool is_known = result->shown == DECIDE_SHOWN_KNOWN && is_more_than_id(facts->have);
    if (outcome->verdict == DECIDE_GRANTED && is_known) {
        portrait_ask(core, door_portrait(core), result->person.userid);
    }
    if (outcome->is_punch && record == SHOW_RECORDED) {
        show_slip(core, result, facts->have, status_shown(core, facts));
    }
}

void show_status(struct core *core, const char *label) {
    const struct hal_display *display = &core->shared->hal->display;
    int r = display->chosen(display->ctx, label);
    if (r < 0) {
        log_warn("terminal", "display does not answer", log_errno(r));
    }
}
