#include "core/door/pass.h"

#include <assert.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/core.h"
#include "core/devices/bluetooth.h"
#include "core/door/door.h"
#include "core/door/facts.h"
#include "core/door/identify.h"
#include "core/door/journal.h"
#include "core/door/show.h"
#include "core/events/log.h"
#include "core/settings/settings.h"
#include "core/time/clock.h"
#include "core/time/status.h"
#include "store/person.h"
#include "util/err.h"
#include "util/log.h"

#define SECOND_MS INT64_C(1000)
#define CARD_DIGITS_MAX 20 /* of 64 bits */
#define HOUR_MIN 60U
#define HOURS_TEXT_MAX 48

/* Adds a word to what stands there. */
static void add_detail(char detail[JOURNAL_DETAIL_MAX], const char *word) {
    size_t len = strlen(detail);
    if (word[0] != '\0') {
        (void)snprintf(detail + len, JOURNAL_DETAIL_MAX - len, "%s%s", len > 0 ? " " : "", word);
    }
}

/* A card that nobody has: "card:208953"; "card:134529 random". */
static void add_card(char detail[JOURNAL_DETAIL_MAX], const struct pass_line *line) {
    char card[sizeof(LOG_CARD) + CARD_DIGITS_MAX];
    if (line->card == 0) {
        return;
    }
    (void)snprintf(card, sizeof(card), LOG_CARD "%" PRIu64, line->card);
    add_detail(detail, card);
    add_detail(detail, line->is_random ? LOG_CARD_RANDOM : "");
}

/* The hours that the moment was outside of: "hours:08:00-17:00 early:3", "hours:08:00-17:00 late:12". */
static void add_hours(char detail[JOURNAL_DETAIL_MAX], const struct rules_nearest *nearest) {
    char hours[HOURS_TEXT_MAX];
    if (nearest->late_min == 0) {
        return;
    }
    (void)snprintf(hours, sizeof(hours), LOG_HOURS "%02u:%02u-%02u:%02u %s:%d", nearest->start / HOUR_MIN,
                   nearest->start % HOUR_MIN, nearest->end / HOUR_MIN, nearest->end % HOUR_MIN,
                   nearest->late_min < 0 ? "early" : "late", abs(nearest->late_min));
    add_detail(detail, hours);
}

/* A frame that fits no format: "frame:110101…", bit by bit. */
static void add_frame(char detail[JOURNAL_DETAIL_MAX], const struct wiegand_frame *frame) {
    char word[sizeof(LOG_FRAME) + WIEGAND_BITS_MAX] = LOG_FRAME;
    if (frame->count > 0) {
        wiegand_print(frame, word + sizeof(LOG_FRAME) - 1);
        add_detail(detail, word);
    }
}

/* Writes the detail of a record: the number of the deciding rule and the mark of anti-passback ("3", "3 antiPassback"), or how
 * many records it stands for ("+17"); the missed hours; the unknown card or frame; the device, unless it is an own reader. */
static void write_detail(const struct pass_line *line, char ret_detail[JOURNAL_DETAIL_MAX]) {
    char device[ASKER_TEXT_MAX];
    ret_detail[0] = '\0';
    if (line->left_out > 0) {
        (void)snprintf(ret_detail, JOURNAL_DETAIL_MAX, "+%u", line->left_out);
    } else if (line->number != 0) {
        (void)snprintf(ret_detail, JOURNAL_DETAIL_MAX, "%u", (unsigned)line->number);
    }
    if (line->is_marked && line->left_out == 0) {
        add_detail(ret_detail, record_reason_text[RECORD_REASON_ANTI_PASSBACK]);
    }
    if (line->left_out == 0) {
        add_hours(ret_detail, &line->nearest);
    }
    add_card(ret_detail, line);
    add_frame(ret_detail, &line->frame);
    asker_write(&line->asker, device);
    add_detail(ret_detail, device);
}

/* A line about being let in or not; who is let in is from then on where the punch leads. */
static void record_line(struct core *core, const struct pass_line *line, enum record_result result,
                        enum record_reason reason) {
    char detail[JOURNAL_DETAIL_MAX];
    write_detail(line, detail);
    struct record record = {
        .time = line->time_ms,
        .kind = RECORD_KIND_ACCESS,
        .result = result,
        .reason = reason,
        .userid = line->userid,
        .username = line->name,
        .factors = line->factors,
        .status = line->kept,
        .duress = line->is_duress,
        .temperature = line->temperature,
        .detail = detail,
    };
    bool moves = result == RECORD_RESULT_GRANTED && line->userid != 0;
    journal_line(core, door_journal(core), &record, line->identity, moves ? line->area : PASSBACK_UNKNOWN);
}

/* A line about a person that is not about being let in. */
static void record_alarm(struct core *core, enum record_kind kind, const struct pass_line *line) {
    struct record record = {
        .time = line->time_ms,
        .kind = kind,
        .userid = line->userid,
        .username = line->name,
        .factors = line->factors,
        .duress = line->is_duress,
    };
    journal_line(core, door_journal(core), &record, line->identity, PASSBACK_UNKNOWN);
}

/* The time for another factor is over, or somebody else came. */
static void end_begun(struct core *core, struct pass *pass) {
    if (pass->wait.userid != 0) {
        record_line(core, &pass->begun, RECORD_RESULT_REFUSED, RECORD_REASON_INCOMPLETE);
    }
    mode_forget(&pass->wait);
}

/* The same for the second person. */
static void end_first(struct core *core, struct pass *pass) {
    if (pass->first.userid != 0) {
        record_line(core, &pass->first, RECORD_RESULT_REFUSED, RECORD_REASON_SECOND_PERSON);
    }
    pass->first.userid = 0;
}

/* The status was used, or its time is over. */
static void forget_status(struct core *core, struct pass *pass) {
    if (pass->chosen_until_ms != 0) {
        pass->chosen_until_ms = 0;
        show_status(core, NULL);
    }
}

/* A line about who was refused; of a flood the rest is told together. */
static void record_refusal(struct core *core, struct pass_refusals *refusals, const struct pass_line *line) {
    if (ration_take(&refusals->ration, core_mono_ms(core))) {
        record_line(core, line, RECORD_RESULT_REFUSED, line->reason);
    } else {
        refusals->last = *line;
    }
}

/* The last of those that were left out, with how many. */
static void tell_left_out(struct core *core, struct pass_refusals *refusals) {
    unsigned left_out = ration_tell(&refusals->ration, core_mono_ms(core));
    if (left_out > 0) {
        refusals->last.left_out = left_out;
        record_line(core, &refusals->last, RECORD_RESULT_REFUSED, refusals->last.reason);
    }
}

/* The modules compare with who is asked for a finger, face or iris, and with nobody when that is over. */
static void tell_modules(struct core *core, struct pass *pass) {
    uint32_t userid = pass->wait.userid;
    uint32_t factors = userid != 0 ? pass->wait.missing : 0;
    if (userid != pass->expected || factors != pass->expected_factors) {
        identify_expect(core, userid, factors, pass->expected_factors);
        pass->expected = userid;
        pass->expected_factors = factors;
    }
}

void pass_tick(struct core *core, struct pass *pass) {
    int64_t now_ms = core_mono_ms(core);
    tell_left_out(core, &pass->strangers);
    tell_left_out(core, &pass->devices);
    tell_left_out(core, &pass->people);
    if (now_ms >= pass->chosen_until_ms) {
        forget_status(core, pass);
    }
    if (now_ms >= pass->wait.until_ms) {
        end_begun(core, pass);
    }
    if (now_ms >= pass->first_until_ms) {
        end_first(core, pass);
    }
    tell_modules(core, pass);
}

void pass_end(struct core *core, struct pass *pass) {
    end_begun(core, pass);
    end_first(core, pass);
    tell_modules(core, pass);
}

static int64_t sooner_of(int64_t left_ms, int64_t due_ms, int64_t now_ms) {
    return due_ms != RATION_NEVER && due_ms - now_ms < left_ms ? due_ms - now_ms : left_ms;
}

int pass_left_ms(const struct pass *pass, int64_t now_ms, int most) {
    int64_t left = sooner_of(most, ration_due(&pass->strangers.ration), now_ms);
    left = sooner_of(left, ration_due(&pass->devices.ration), now_ms);
    left = sooner_of(left, ration_due(&pass->people.ration), now_ms);
    if (pass->wait.userid != 0 && pass->wait.until_ms - now_ms < left) {
        left = pass->wait.until_ms - now_ms;
    }
    if (pass->first.userid != 0 && pass->first_until_ms - now_ms < left) {
        left = pass->first_until_ms - now_ms;
    }
    if (pass->chosen_until_ms != 0 && pass->chosen_until_ms - now_ms < left) {
        left = pass->chosen_until_ms - now_ms;
    }
    return left > 0 ? (int)left : 0;
}

/* The status of a punch now: the one chosen a moment ago, which is for who stands at the terminal, or the one in force. */
static enum punch_status status_of(struct core *core, const struct pass *pass, enum credential_from from,
                                   int64_t time_ms, int64_t now_ms) {
    if (from == CREDENTIAL_FROM_OWN && now_ms < pass->chosen_until_ms) {
        return pass->chosen;
    }
    return status_of_time(core, time_ms);
}

static void choose_status(struct core *core, struct pass *pass, enum punch_status status) {
    if ((settings_get(core)->values.apply_param.shown & 1U << status) != 0) {
        pass->chosen = status;
        pass->chosen_until_ms = core_mono_ms(core) + PASS_STATUS_MS;
        show_status(core, status_label_of(settings_get(core), status));
    }
}

/* What is shown, where, and by whom. */
struct pass_shown {
    struct asker asker;
    struct asker_right right;
    struct identify_result result;
};

/* How the door is for who comes now. Hours that do not begin yet (clock_is_confirmed()) do not let in either. */
static enum door_mode door_now(struct core *core, enum door_mode by_schedule) {
    enum door_mode mode = door_mode(core);
    if (mode >= DOOR_LOCKED_DOWN) {
        return mode;
    }
    return by_schedule == DOOR_ALWAYS_OPEN && !clock_is_confirmed(core->shared) ? DOOR_NORMAL : by_schedule;
}

/* What counts now: of the person, of the device, and of what the door remembers. */
static void read_facts(struct core *core, const struct pass *pass, const struct pass_shown *shown,
                       struct decide_facts *ret_facts) {
    const struct identify_result *result = &shown->result;
    int64_t now_ms = core_mono_ms(core);
    const struct journal_person who = {result->person.userid, result->person.identity};
    bool goes_on = pass->wait.userid != 0 && pass->wait.userid == result->person.userid;
    facts_read(core, &result->person, result->time_ms,
               status_of(core, pass, shown->asker.from, result->time_ms, now_ms), ret_facts);
    ret_facts->device = asker_device(&shown->asker, &shown->right, result->person.userid, result->person.group);
    (void)journal_area(door_journal(core), &who, &ret_facts->area); /* what is on its way counts */
    ret_facts->door = door_now(core, ret_facts->door);
    ret_facts->shown = result->shown;
    ret_facts->needed = result->person.needed; /* an ID that was typed asks for a code besides */
    ret_facts->have = mode_have(&pass->wait, result->person.userid, result->factor, now_ms);
    ret_facts->duress = result->is_duress;
    ret_facts->duress_before = goes_on && pass->begun.is_duress;
    ret_facts->temperature = result->temperature;
    if (goes_on && pass->begun.temperature > ret_facts->temperature) {
        ret_facts->temperature = pass->begun.temperature;
    }
    ret_facts->first_person = pass->first.userid;
}

static_assert((int)RECORD_STATUS_NONE == (int)PUNCH_STATUS_COUNT,
              "the statuses of a line are those of a punch, and none");

/* Of what is nobody's the log keeps what it was: a card, a finger, digits. */
static uint32_t factor_shown(enum hal_credential_kind kind) {
    static const enum factor factors[] = {
        [HAL_CREDENTIAL_CARD] = FACTOR_CARD,     [HAL_CREDENTIAL_PIN] = FACTOR_PASSWORD,
        [HAL_CREDENTIAL_FINGER] = FACTOR_FINGER, [HAL_CREDENTIAL_FACE] = FACTOR_FACE,
        [HAL_CREDENTIAL_IRIS] = FACTOR_IRIS,
    };
    return 1U << factors[kind];
}

static struct pass_line line_of(const struct pass_shown *shown, const struct decide_facts *facts,
                                const struct decide_outcome *outcome) {
    const struct identify_result *result = &shown->result;
    struct pass_line line = {
        .userid = result->person.userid,
        .identity = result->person.identity,
        .time_ms = result->time_ms,
        .factors = facts->have != 0 ? facts->have : factor_shown(result->kind),
        .status = facts->status,
        .kept = facts->work == WORK_MODE_ACCESS ? RECORD_STATUS_NONE : (enum record_status)facts->status,
        .is_duress = outcome->is_duress,
        .is_marked = outcome->is_marked,
        .temperature = facts->temperature,
        .reason = outcome->reason,
        .area = outcome->area,
        .asker = shown->asker,
        .card = facts->shown == DECIDE_SHOWN_UNKNOWN ? result->card : 0,
        .is_random = result->is_random,
        .frame = result->frame,
    };
    memcpy(line.name, result->person.name, sizeof(line.name));
    for (size_t i = 0; i < outcome->step_count; i++) {
        const struct decide_step *step = &outcome->steps[i];
        bool is_numbered =
            step->rule == DECIDE_RULE_DOOR || step->rule == DECIDE_RULE_GROUP || step->rule == DECIDE_RULE_SCHEDULE;
        if (is_numbered && step->reason == outcome->reason) {
            line.number = step->number;
            line.nearest = step->nearest;
        }
    }
    return line;
}

/* The first of two is let in with the second, by the rule that let the first through. */
static void keep_first(struct pass *pass, const struct pass_line *line, const struct decide_outcome *outcome,
                       int64_t now_ms) {
    pass->first = *line;
    pass->first.reason = outcome->steps[DECIDE_RULE_GROUP].reason;
    pass->first.number = outcome->steps[DECIDE_RULE_GROUP].number;
    pass->first.area = passback_leads(line->status);
    pass->first_until_ms = now_ms + PASS_SECOND_MS;
}

/* True if the log has a line like it already: codes in one pause, and what a sensor sees by itself. */
static bool is_told(struct pass *pass, const struct identify_result *result, const struct pass_line *line,
                    int64_t now_ms) {
    if (line->reason == RECORD_REASON_KEYPAD_PAUSE && line->userid == 0) {
        bool is_old = now_ms < pass->pause_until_ms;
        pass->pause_until_ms = now_ms + result->wait_s * SECOND_MS;
        return is_old;
    }
    bool is_sensor = result->kind != HAL_CREDENTIAL_CARD && result->kind != HAL_CREDENTIAL_PIN;
    if (!is_sensor || line->userid != 0) {
        return false;
    }
    bool is_old =
        now_ms < pass->strange_until_ms && pass->strange_kind == result->kind && pass->strange_reason == line->reason;
    if (!is_old) {
        pass->strange_kind = result->kind;
        pass->strange_reason = line->reason;
        pass->strange_until_ms = now_ms + PASS_SAME_MS;
    }
    return is_old;
}

/* Somebody has begun at the terminal: what others show through another device does not end it. */
static bool is_anothers_turn(const struct pass *pass, const struct pass_line *line) {
    return line->asker.from != CREDENTIAL_FROM_OWN && pass->wait.userid != 0 && pass->wait.userid != line->userid &&
           pass->begun.asker.from == CREDENTIAL_FROM_OWN;
}

/* What the door remembers from now on of who is asked for more; what was begun by somebody else ends. */
static void remember_wait(struct core *core, struct pass *pass, const struct identify_result *result,
                          const struct pass_line *line, const struct decide_outcome *outcome) {
    bool is_same = result->shown == DECIDE_SHOWN_KNOWN && pass->wait.userid == line->userid;
    if (result->shown == DECIDE_SHOWN_POOR || result->frame.count > 0) {
        return; /* it is shown again, by the same person; or it is noise on the line */
    }
    bool has_turn = !is_anothers_turn(pass, line);
    if (!is_same && has_turn) {
        end_begun(core, pass);
    }
    if (has_turn) {
        mode_forget(&pass->wait);
    }
    if (outcome->missing != 0 && !has_turn) {
        record_line(core, line, RECORD_RESULT_REFUSED, RECORD_REASON_INCOMPLETE);
    } else if (outcome->missing != 0) {
        mode_ask(&pass->wait, line->userid, line->factors, outcome->missing, core_mono_ms(core));
        pass->begun = *line;
    } else if (outcome->verdict == DECIDE_WAITS) {
        keep_first(pass, line, outcome, core_mono_ms(core));
    }
}

/* Keeps where a person is whose punch is not recorded again. */
static void move_person(struct core *core, const struct pass_line *line) {
    if (line->userid != 0 && line->area != PASSBACK_UNKNOWN) {
        journal_move(core, door_journal(core), &(struct journal_person){line->userid, line->identity}, line->area,
                     line->time_ms);
    }
}

/* A punch that is still on its way to the log counts. */
static bool is_repeat_of(struct core *core, const struct pass_line *line) {
    int64_t last_ms = 0;
    if (line->userid == 0) {
        return false;
    }
    const struct journal_person who = {line->userid, line->identity};
    bool is_waiting = journal_punch(door_journal(core), &who, &last_ms);
    return (is_waiting && log_repeats(core, last_ms, line->time_ms)) ||
           log_is_repeat(core, line->userid, line->time_ms);
}

/* The second person has come: the first is let in as well. */
static void record_first(struct core *core, struct pass *pass, const struct pass_line *second) {
    enum record_reason reason =
        second->reason == RECORD_REASON_ATTENDANCE ? RECORD_REASON_ATTENDANCE : pass->first.reason;
    if (!is_repeat_of(core, &pass->first)) {
        record_line(core, &pass->first, RECORD_RESULT_GRANTED, reason);
    } else {
        move_person(core, &pass->first);
    }
    pass->first.userid = 0;
}

static void record_granted(struct core *core, struct pass *pass, const struct pass_line *line,
                           const struct decide_facts *facts, bool is_repeat) {
    bool asks_two = facts->two_person && facts->door != DOOR_FIRE && facts->door != DOOR_ALWAYS_OPEN;
    if (asks_two && pass->first.userid != 0) {
        record_first(core, pass, line);
    }
    if (!is_repeat) {
        record_line(core, line, RECORD_RESULT_GRANTED, line->reason);
    } else {
        move_person(core, line);
    }
    if (line->asker.from == CREDENTIAL_FROM_OWN) {
        forget_status(core, pass);
    }
}

/* Nobody hides lines of the door behind what comes over the air. */
static struct pass_refusals *refusals_of(struct pass *pass, const struct pass_line *line) {
    if (line->asker.from == CREDENTIAL_FROM_BLUETOOTH) {
        return &pass->devices;
    }
    return line->userid == 0 ? &pass->strangers : &pass->people;
}

static void record_outcome(struct core *core, struct pass *pass, const struct identify_result *result,
                           const struct pass_line *line, const struct decide_outcome *outcome) {
    if (outcome->verdict == DECIDE_REFUSED && !is_told(pass, result, line, core_mono_ms(core))) {
        record_refusal(core, refusals_of(pass, line), line);
    }
    if (outcome->is_alarm) {
        record_alarm(core, RECORD_KIND_DURESS, line);
    }
    if (result->is_guessing) {
        record_alarm(core, RECORD_KIND_KEYPAD, line);
    }
}

/* Whether the person of a line was deleted since; the ID may be somebody else's by now. */
static bool is_gone(struct core *core, const struct pass_line *line) {
    struct store_person person;
    int r = store_person_get(core->store, line->userid, &person);
    return r == E_NOTFOUND || (r == 0 && person.identity != line->identity);
}

/* Ends what waits for a person whose user was deleted meanwhile. */
static void look_at_waiting(struct core *core, struct pass *pass) {
    if (pass->first.userid != 0 && is_gone(core, &pass->first)) {
        end_first(core, pass);
    }
    if (pass->wait.userid != 0 && is_gone(core, &pass->begun)) {
        end_begun(core, pass);
    }
}

/* Finds whose it is, once the device may ask: whose credential one shows that may not is not looked at. */
static int identify_shown(struct core *core, struct pass *pass, const struct hal_input_event *event,
                          struct pass_shown *ret) {
    struct identify_result *result = &ret->result;
    ret->asker.from = event->from;
    memcpy(ret->asker.mac, event->device.mac, sizeof(ret->asker.mac));
    *result = (struct identify_result){.kind = event->kind, .time_ms = event->time_ms, .shown = DECIDE_SHOWN_FAILED};
    int r = asker_look(core, &ret->asker, &ret->right);
    if (r < 0 || !ret->right.is_authorized) {
        return r;
    }
    result->wait_s = asker_pause_s(&pass->counts, &ret->asker, core_mono_ms(core));
    if (result->wait_s > 0) {
        result->shown = DECIDE_SHOWN_IN_PAUSE;
        return 0;
    }
    r = identify_credential(core, &pass->wait, event, result);
    if (result->shown == DECIDE_SHOWN_UNKNOWN) {
        asker_count_stranger(&pass->counts, &ret->asker, core_mono_ms(core));
    }
    return r;
}

/* Whether what a device shows is not looked at: it is not authorized, or has shown too many cards of nobody. */
static bool is_unheard(const struct decide_facts *facts) {
    return facts->device == DECIDE_DEVICE_NOT_AUTHORIZED ||
           (facts->device != DECIDE_DEVICE_OWN && facts->shown == DECIDE_SHOWN_IN_PAUSE);
}

/* It leaves nothing but its line: neither display nor sound, and nobody's turn ends. */
static void pass_device(struct core *core, struct pass *pass, const struct hal_input_event *event,
                        const struct pass_line *line, const struct decide_outcome *outcome, bool is_known) {
    if (!is_known && event->from == CREDENTIAL_FROM_BLUETOOTH) {
        bluetooth_met(core, &event->device);
    }
    if (outcome->verdict == DECIDE_REFUSED) {
        record_refusal(core, &pass->devices, line);
    }
}

static void pass_credential(struct core *core, struct pass *pass, const struct hal_input_event *event) {
    struct pass_shown shown = {.asker.from = CREDENTIAL_FROM_OWN};
    struct decide_facts facts;
    look_at_waiting(core, pass);
    int r = identify_shown(core, pass, event, &shown);
    const struct identify_result *result = &shown.result;
    if (r < 0) {
        log_error("terminal", "identification failed", log_errno(r));
    }
    read_facts(core, pass, &shown, &facts);
    struct decide_outcome outcome = decide(&facts);
    struct pass_line line = line_of(&shown, &facts, &outcome);
    if (is_unheard(&facts)) {
        line.reason = r < 0 && line.reason == RECORD_REASON_NOT_AUTHORIZED ? RECORD_REASON_ERROR : line.reason;
        pass_device(core, pass, event, &line, &outcome, r < 0 || shown.right.is_known);
        return;
    }
    bool is_granted = outcome.verdict == DECIDE_GRANTED;
    if (outcome.opens) {
        door_let_in(core, line.userid, result->person.card);
    }
    bool is_repeat = is_granted && is_repeat_of(core, &line);
    bool is_lost = is_granted && !is_repeat && log_is_closed(core);
    log_info("terminal", "credential presented", log_str("known", result->shown == DECIDE_SHOWN_KNOWN ? "yes" : "no"),
             log_str("granted", is_granted ? "yes" : "no"), log_str("reason", record_reason_text_of(outcome.reason)),
             log_uint("userid", line.userid), log_str("recorded", is_lost ? "no, the log is full" : "yes"));
    remember_wait(core, pass, result, &line, &outcome);
    if (is_granted) {
        record_granted(core, pass, &line, &facts, is_repeat);
    }
    record_outcome(core, pass, result, &line, &outcome);
    tell_modules(core, pass); /* who reads that a finger is asked for may lay it at once */
    enum show_record record = is_lost ? SHOW_NOT_RECORDED : is_repeat ? SHOW_REPEATED : SHOW_RECORDED;
    show_outcome(core, result, &outcome, &facts, record);
}

void pass_take(struct core *core, struct pass *pass, const struct hal_input_event *event) {
    pass_tick(core, pass);
    if (event->what == HAL_INPUT_STATUS) {
        choose_status(core, pass, event->status);
        return;
    }
    if (event->kind == HAL_CREDENTIAL_PIN && settings_get(core)->values.time_param.keyboard_lock) {
        log_info("terminal", "the keypad is locked");
        return;
    }
    pass_credential(core, pass, event);
}
