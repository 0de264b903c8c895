#include "core/time/clock.h"

#include <inttypes.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/audit.h"
#include "core/base/core.h"
#include "core/settings/settings.h"
#include "core/time/confirm.h"
#include "core/time/local_dst.h"
#include "core/time/local_places.h"
#include "hal/hal.h"
#include "setting_hooks.h"
#include "util/buf.h"
#include "util/err.h"
#include "util/json_out.h"
#include "util/log.h"

struct clock {
    const struct hal_clock *hal;
    const struct hal_input *input; /* constant */
    int64_t built_ms; /* constant */
    int64_t repaired_ms; /* constant */
    atomic_ullong generation; /* see clock_generation() */
    atomic_ullong ntp_generation; /* see clock_ntp_generation() */
    pthread_mutex_t mutex; /* guards all below, and one move of the calendar at a time */
    enum ntp_state ntp;
    char server[CLOCK_HOST_MAX];
    int64_t at_s;
    int32_t shift_ms;
    struct confirm confirm;
    bool note_is_owed; /* a large step that the log does not have yet */
    int64_t note_not_before_ms; /* monotonic */
    char note[CLOCK_NOTE_MAX];
    struct clock_news news;
    int64_t news_not_before_ms; /* monotonic */
};

/* Steps the calendar. With the mutex held. */
static int clock_step(struct clock *clock, int64_t utc_ms) {
    int r = clock->hal->set(clock->hal->ctx, utc_ms);
    if (r == 0) {
        (void)atomic_fetch_add(&clock->generation, 1);
        clock->input->wake(clock->input->ctx); /* other hours may be in force at the door now */
    }
    return r;
}

int clock_new(const struct hal *hal, int64_t built_s, struct clock **ret_clock) {
    struct clock *clock = calloc(1, sizeof(*clock));
    if (clock == NULL) {
        return E_NOMEM;
    }
    clock->hal = &hal->clock;
    clock->input = &hal->input;
    clock->built_ms = built_s * 1000;
    clock->ntp = NTP_STATE_OFF;
    atomic_init(&clock->generation, 1);
    atomic_init(&clock->ntp_generation, 1);
    pthread_mutex_init(&clock->mutex, NULL);
    int64_t behind_ms = clock->built_ms - clock->hal->utc_ms(clock->hal->ctx);
    if (behind_ms > 0) {
        (void)clock_step(clock, clock->built_ms); /* one that does not answer is seen in the self-test */
        clock->repaired_ms = behind_ms;
        clock->news.is_lost = true;
    }
    confirm_init(&clock->confirm, clock->repaired_ms == 0, clock->hal->mono_ms(clock->hal->ctx));
    *ret_clock = clock;
    return 0;
}

void clock_free(struct clock *clock) {
    if (clock != NULL) {
        pthread_mutex_destroy(&clock->mutex);
        free(clock);
    }
}

int64_t clock_repaired_ms(const struct core_shared *shared) {
    return shared->clock->repaired_ms;
}

/* {"time":1234567890} */
static int time_object(struct buf *json, int64_t utc_s) {
    json_out_object_begin(json);
    json_out_key(json, "time");
    json_out_int(json, utc_s);
    json_out_object_end(json);
    return buf_failed(json) ? E_NOMEM : 0;
}

/* Adds the audit row of a clock that is set. Inside a transaction. */
static int note_set(struct core *core, const struct actor *by, int64_t before_s, int64_t after_s) {
    _cleanup_(buf_donep) struct buf before = {0}, after = {0};
    int r = time_object(&before, before_s);
    if (r == 0) {
        r = time_object(&after, after_s);
    }
    struct audit_change change = {.object = "clock", .before = buf_text(&before), .after = buf_text(&after)};
    return r < 0 ? r : audit_add(core, by, &change);
}

/* How the clock stood before it was set, to take that back. */
struct reading {
    int64_t utc_ms, mono_ms;
    uint64_t generation; /* once it was set */
};

static int set_and_note(struct core *core, const struct actor *by, int64_t utc_s, struct reading *ret_before) {
    struct clock *clock = core->shared->clock;
    pthread_mutex_lock(&clock->mutex);
    ret_before->utc_ms = clock->hal->utc_ms(clock->hal->ctx);
    ret_before->mono_ms = core_mono_ms(core);
    int r = note_set(core, by, ret_before->utc_ms / 1000, utc_s);
    if (r == 0) {
        r = clock_step(clock, utc_s * 1000);
    }
    ret_before->generation = atomic_load(&clock->generation);
    pthread_mutex_unlock(&clock->mutex);
    return r;
}

/* As if it had not been set. A time from the network that came meanwhile stays. */
static void take_back(const struct core *core, const struct reading *before) {
    struct clock *clock = core->shared->clock;
    pthread_mutex_lock(&clock->mutex);
    int r = 0;
    if (clock_generation(core->shared) == before->generation) {
        r = clock_step(clock, before->utc_ms + core_mono_ms(core) - before->mono_ms);
    }
    pthread_mutex_unlock(&clock->mutex);
    if (r < 0) {
        log_error("clock", "cannot be set back", log_errno(r));
    }
}

/* It is right from now on. With the mutex held. */
static void owe_news(struct clock *clock, int64_t shift_ms) {
    clock->news.is_right = true;
    clock->news.shift_ms += shift_ms;
    clock->news_not_before_ms = 0;
    clock->input->wake(clock->input->ctx);
}

static void believe_person(struct core *core, const struct reading *before, int64_t utc_s) {
    struct clock *clock = core->shared->clock;
    pthread_mutex_lock(&clock->mutex);
    confirm_by_person(&clock->confirm, core_mono_ms(core));
    owe_news(clock, utc_s * 1000 - before->utc_ms);
    pthread_mutex_unlock(&clock->mutex);
}

int clock_set(struct core *core, const struct actor *by, int64_t utc_s) {
    if (utc_s * 1000 < core->shared->clock->built_ms) {
        return E_CLOCK_TOO_OLD;
    }
    int r = store_begin(core->store);
    if (r < 0) {
        return r;
    }
    _cleanup_(store_abortp) struct store *txn = core->store;
    struct reading before;
    r = set_and_note(core, by, utc_s, &before);
    if (r < 0) {
        return r;
    }
    r = store_commit(txn);
    if (r < 0) {
        take_back(core, &before);
        return r;
    }
    believe_person(core, &before, utc_s);
    return 0;
}

void clock_read(struct core *core, struct clock_state *ret_state) {
    struct clock *clock = core->shared->clock;
    const struct settings *settings = settings_get(core);
    struct local_rule rule = clock_rule(settings);
    *ret_state = (struct clock_state){.utc_ms = core_utc_ms(core)};
    ret_state->offset_min = local_offset(&rule, ret_state->utc_ms / 1000, &ret_state->dst);
    pthread_mutex_lock(&clock->mutex);
    ret_state->ntp = clock->ntp;
    ret_state->ntp_at_s = clock->at_s;
    ret_state->ntp_shift_ms = clock->shift_ms;
    (void)snprintf(ret_state->ntp_server, sizeof(ret_state->ntp_server), "%s", clock->server);
    pthread_mutex_unlock(&clock->mutex);
}

uint64_t clock_generation(const struct core_shared *shared) {
    return atomic_load(&shared->clock->generation);
}

uint64_t clock_ntp_generation(const struct core_shared *shared) {
    return atomic_load(&shared->clock->ntp_generation);
}

int clock_time_service(const struct core *core, uint32_t address, char ret_url[HAL_TIME_SERVICE_MAX]) {
    const struct hal_clock *clock = &core->shared->hal->clock;
    return clock->time_service(clock->ctx, address, ret_url);
}

void clock_ntp_trying(struct core_shared *shared) {
    struct clock *clock = shared->clock;
    pthread_mutex_lock(&clock->mutex);
    if (clock->ntp != NTP_STATE_GOOD) {
        clock->ntp = NTP_STATE_TRYING;
    }
    pthread_mutex_unlock(&clock->mutex);
}

void clock_ntp_failed(struct core_shared *shared, enum ntp_state how) {
    struct clock *clock = shared->clock;
    pthread_mutex_lock(&clock->mutex);
    clock->ntp = how;
    pthread_mutex_unlock(&clock->mutex);
}

static int32_t clock_cut(int64_t ms) {
    return ms > INT32_MAX ? INT32_MAX : ms < INT32_MIN ? INT32_MIN : (int32_t)ms;
}

/* Moves the calendar to a server's time. With the mutex held. */
static int move_to(struct clock *clock, int64_t utc_ms, struct clock_move *ret_move) {
    ret_move->stepped = ret_move->shift_ms >= CLOCK_SLEW_MAX_MS || ret_move->shift_ms <= -CLOCK_SLEW_MAX_MS;
    return ret_move->stepped ? clock_step(clock, utc_ms)
                             : clock->hal->slew(clock->hal->ctx, (int32_t)ret_move->shift_ms);
}

/* Leaves a line for the log. One that it has not taken yet is replaced: the newer one counts. With the mutex held. */
static void clock_owe_note(struct clock *clock, const struct clock_answer *answer, const struct clock_move *move) {
    clock->note_is_owed = true;
    clock->note_not_before_ms = 0;
    (void)snprintf(clock->note, sizeof(clock->note), "%s %" PRId64 " %s",
                   move->verdict == CONFIRM_HOLD ? "waits" : "stepped", move->shift_ms / 1000, answer->server);
    clock->input->wake(clock->input->ctx);
}

/* With the mutex held. */
static int take_judged(struct clock *clock, const struct clock_answer *answer, struct clock_move *move) {
    int r = confirm_is_held(move->verdict) ? 0 : move_to(clock, answer->utc_ms, move);
    if (r < 0) {
        return r;
    }
    if (move->verdict == CONFIRM_HOLD || move->verdict == CONFIRM_TAKE_STEP) {
        clock_owe_note(clock, answer, move);
    }
    if (!confirm_is_held(move->verdict)) {
        owe_news(clock, move->shift_ms);
    }
    clock->ntp = move->confirmed ? NTP_STATE_GOOD : NTP_STATE_UNCONFIRMED;
    clock->at_s = answer->utc_ms / 1000;
    clock->shift_ms = clock_cut(move->shift_ms);
    (void)snprintf(clock->server, sizeof(clock->server), "%s", answer->server);
    return 0;
}

int clock_ntp_take(struct core *core, const struct clock_answer *answer, struct clock_move *ret_move) {
    struct clock *clock = core->shared->clock;
    if (answer->utc_ms < clock->built_ms) {
        clock_ntp_failed(core->shared, NTP_STATE_TOO_OLD);
        return E_CLOCK_TOO_OLD;
    }
    pthread_mutex_lock(&clock->mutex);
    struct confirm_answer judged = {.server = answer->address,
                                    .utc_ms = answer->utc_ms,
                                    .clock_ms = clock->hal->utc_ms(clock->hal->ctx),
                                    .mono_ms = core_mono_ms(core)};
    struct confirm before = clock->confirm;
    *ret_move = (struct clock_move){.shift_ms = judged.utc_ms - judged.clock_ms};
    ret_move->verdict = confirm_judge(&clock->confirm, &judged);
    ret_move->confirmed = clock->confirm.is_confirmed && !confirm_is_held(ret_move->verdict);
    int r = take_judged(clock, answer, ret_move);
    if (r < 0) {
        clock->confirm = before; /* the clock was not moved */
    }
    pthread_mutex_unlock(&clock->mutex);
    return r;
}

bool clock_is_confirmed(const struct core_shared *shared) {
    struct clock *clock = shared->clock;
    pthread_mutex_lock(&clock->mutex);
    bool is_confirmed = clock->confirm.is_confirmed;
    pthread_mutex_unlock(&clock->mutex);
    return is_confirmed;
}

int64_t clock_note_due_ms(const struct core *core) {
    struct clock *clock = core->shared->clock;
    pthread_mutex_lock(&clock->mutex);
    int64_t due_ms = clock->note_is_owed ? clock->note_not_before_ms : INT64_MAX;
    pthread_mutex_unlock(&clock->mutex);
    return due_ms;
}

bool clock_note_take(struct core *core, char ret_detail[CLOCK_NOTE_MAX]) {
    struct clock *clock = core->shared->clock;
    pthread_mutex_lock(&clock->mutex);
    bool is_owed = clock->note_is_owed;
    clock->note_is_owed = false;
    (void)snprintf(ret_detail, CLOCK_NOTE_MAX, "%s", is_owed ? clock->note : "");
    pthread_mutex_unlock(&clock->mutex);
    return is_owed;
}

void clock_note_again(struct core *core, const char *detail) {
    struct clock *clock = core->shared->clock;
    pthread_mutex_lock(&clock->mutex);
    if (!clock->note_is_owed) {
        clock->note_is_owed = true;
        clock->note_not_before_ms = core_mono_ms(core) + CLOCK_NOTE_AGAIN_MS;
        (void)snprintf(clock->note, sizeof(clock->note), "%s", detail);
    }
    pthread_mutex_unlock(&clock->mutex);
}

static bool has_news(const struct clock *clock) {
    return clock->news.is_lost || clock->news.is_right;
}

int64_t clock_news_due_ms(const struct core *core) {
    struct clock *clock = core->shared->clock;
    pthread_mutex_lock(&clock->mutex);
    int64_t due_ms = has_news(clock) ? clock->news_not_before_ms : INT64_MAX;
    pthread_mutex_unlock(&clock->mutex);
    return due_ms;
}

bool clock_news_take(struct core *core, struct clock_news *ret_news) {
    struct clock *clock = core->shared->clock;
    pthread_mutex_lock(&clock->mutex);
    const bool has = has_news(clock);
    *ret_news = clock->news;
    clock->news = (struct clock_news){.is_lost = false};
    pthread_mutex_unlock(&clock->mutex);
    return has;
}

void clock_news_again(struct core *core, const struct clock_news *news) {
    struct clock *clock = core->shared->clock;
    pthread_mutex_lock(&clock->mutex);
    clock->news.is_lost = clock->news.is_lost || news->is_lost;
    clock->news.is_right = clock->news.is_right || news->is_right;
    clock->news.shift_ms += news->shift_ms;
    clock->news_not_before_ms = core_mono_ms(core) + CLOCK_NOTE_AGAIN_MS;
    pthread_mutex_unlock(&clock->mutex);
}

static struct local_point point_of(uint8_t month, uint8_t day, enum dst_week week, uint8_t weekday, uint8_t hour) {
    return (struct local_point){.month = month, .day = day, .week = week, .weekday = weekday, .hour = hour};
}

struct local_rule clock_rule_of(int32_t zone_min, const struct setting_dst_param *dst, const char *place) {
    return (struct local_rule){
        .zone_min = zone_min,
        .dst = (enum dst_mode)dst->mode,
        .change_min = dst->change,
        .start = point_of(dst->start_month, dst->start_day, dst->start_week, dst->start_weekday, dst->start_hour),
        .end = point_of(dst->end_month, dst->end_day, dst->end_week, dst->end_weekday, dst->end_hour),
        .place = place_find(place),
    };
}

struct local_rule clock_rule(const struct settings *settings) {
    const struct setting_date_time_param *set = &settings->values.date_time_param;
    return clock_rule_of(set->zone, &settings->values.dst_param, set->place);
}

bool clock_ntp_server(struct core *core, unsigned index, char ret_host[CLOCK_HOST_MAX]) {
    const struct setting_date_time_param *set = &settings_get(core)->values.date_time_param;
    const char *host = index == 0 ? set->ntp_server1 : set->ntp_server2;
    if (!set->ntp_on || index >= CLOCK_SERVERS || host[0] == '\0') {
        return false;
    }
    (void)snprintf(ret_host, CLOCK_HOST_MAX, "%s", host);
    return true;
}

int effect_clock(struct core *core, const struct settings *before, const struct settings *after) {
    (void)before;
    (void)after;
    /* Local time is made from the snapshot by who needs it; what shows it is told that it moved. */
    (void)atomic_fetch_add(&core->shared->clock->generation, 1);
    return 0;
}

int effect_ntp(struct core *core, const struct settings *before, const struct settings *after) {
    struct clock *clock = core->shared->clock;
    (void)before;
    pthread_mutex_lock(&clock->mutex);
    clock->ntp = after->values.date_time_param.ntp_on ? NTP_STATE_NEVER : NTP_STATE_OFF;
    pthread_mutex_unlock(&clock->mutex);
    (void)atomic_fetch_add(&clock->ntp_generation, 1);
    return 0;
}

/* Replaces the name of a place by today's. One that was stored stays, also where an older firmware does not know it. */
static int check_place(const struct setting_date_time_param *before, struct setting_date_time_param *values) {
    if (values->place[0] == '\0' || strcmp(before->place, values->place) == 0) {
        return 0;
    }
    const struct place *place = place_find(values->place);
    if (place == NULL) {
        return E_PLACE_UNKNOWN;
    }
    (void)snprintf(values->place, sizeof(values->place), "%s", place->name);
    return 0;
}

int setting_check_date_time_param(const struct settings *before, struct setting_date_time_param *values,
                                  const char **ret_field) {
    if (check_place(&before->values.date_time_param, values) < 0) {
        *ret_field = "place";
        return E_PLACE_UNKNOWN;
    }
    if (values->ntp_on && values->ntp_server1[0] == '\0' && values->ntp_server2[0] == '\0') {
        *ret_field = "ntpServer1";
        return E_MISSING;
    }
    return 0;
}

int setting_check_dst_param(const struct settings *before, struct setting_dst_param *values, const char **ret_field) {
    (void)before;
    struct local_rule rule = clock_rule_of(0, values, "");
    if (local_rule_is_sound(&rule)) {
        return 0;
    }
    *ret_field = "endMonth";
    return E_RANGE;
}

void clock_local(struct core *core, struct local_time *ret_local) {
    struct local_rule rule = clock_rule(settings_get(core));
    *ret_local = local_of(&rule, core_utc_ms(core) / 1000);
}

uint32_t clock_today(struct core *core) {
    struct local_time now;
    clock_local(core, &now);
    return local_day(&now);
}
