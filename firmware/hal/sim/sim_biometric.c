/* See sim_biometric.h. */
#include "hal/sim/sim_biometric.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>

#include "hal/sim/sim_slots.h"
#include "util/err.h"
#include "util/text.h"

#define DUPLICATE_PRECISION 2 /* least precision of the duplicate check */

const char *const biometric_faults[] = {
    [BIOMETRIC_FAULT_OFFLINE] = "offline", [BIOMETRIC_FAULT_BUSY] = "busy",
    [BIOMETRIC_FAULT_FULL] = "full",       [BIOMETRIC_FAULT_SLOW] = "slow",
    [BIOMETRIC_FAULT_GARBAGE] = "garbage", [BIOMETRIC_FAULT_LOST_IN_ENROLMENT] = "lostInEnrolment",
    [BIOMETRIC_FAULT_SWAPPED] = "swapped", NULL};

static bool has_fault(const struct sim *sim, const struct biometric *bio, enum biometric_fault fault) {
    return sim_has_fault(sim, bio->kind->module, (unsigned)fault);
}

static struct biometric_slots *sim_slots_of(const struct biometric *bio) {
    return bio->bodies[bio->body];
}

static bool is_full(const struct sim *sim, const struct biometric *bio) {
    return has_fault(sim, bio, BIOMETRIC_FAULT_FULL) || sim_slots_count(sim_slots_of(bio)) == bio->kind->capacity;
}

static bool is_enrolling(const struct biometric *bio) {
    enum hal_enrol_step step = bio->enrol.step;
    return step == HAL_ENROL_PRESENT || step == HAL_ENROL_LIFT || step == HAL_ENROL_WORKING;
}

static bool is_fitted(const struct sim *sim, const struct biometric *bio) {
    enum hal_credential_kind credential = bio->kind->credential;
    return sim_has_device(sim, credential == HAL_CREDENTIAL_FINGER ? DEVICE_FINGER
                               : credential == HAL_CREDENTIAL_FACE ? DEVICE_FACE
                                                                   : DEVICE_IRIS);
}

bool biometric_online(const struct sim *sim, const struct biometric *bio) {
    return is_fitted(sim, bio) && !has_fault(sim, bio, BIOMETRIC_FAULT_OFFLINE) &&
           !has_fault(sim, bio, BIOMETRIC_FAULT_GARBAGE) && bio->lost_until_ms == 0 &&
           (bio->kind->connected == NULL || bio->kind->connected(sim));
}

/* --- Enrolment ---------------------------------------------------------------------------------------------------- */

/* The samples are biometric data: wipes them when the enrolment is over. */
static void enrol_end(struct biometric *bio, enum hal_enrol_step step, enum hal_enrol_note note) {
    bio->enrol.step = step;
    bio->enrol.note = note;
    bio->enrol_until_ms = SIM_NEVER;
    explicit_bzero(bio->samples, BIOMETRIC_PRESSES_MAX * sizeof(bio->samples[0]));
}

/* Waits for the next press: first for the end of this one. */
static void enrol_wait(const struct sim *sim, struct biometric *bio) {
    bio->enrol.step = bio->present ? HAL_ENROL_LIFT : HAL_ENROL_PRESENT;
    bio->enrol_until_ms = sim_mono_ms(sim) + BIOMETRIC_ENROL_WAIT_MS;
}

/* Merges the samples into a template and stores it, unless somebody is enrolled with it. */
static void enrol_store(const struct sim *sim, struct biometric *bio) {
    const struct biometric_kind *kind = bio->kind;
    uint8_t data[HAL_BIOMETRIC_TEMPLATE_MAX];
    size_t len = kind->merge(bio->samples, bio->enrol.presses, data);
    unsigned quality = 0;
    for (unsigned i = 0; i < bio->enrol.presses; i++) {
        quality += bio->samples[i].quality;
    }
    bio->enrol.quality = quality / (bio->enrol.presses != 0 ? bio->enrol.presses : 1);
    unsigned score = 0;
    uint32_t same = sim_slots_search(sim_slots_of(bio), data, &score);
    /* Good presses of the same finger are very similar; a lenient setting must not prevent strangers from enrolling. */
    unsigned precision = bio->precisions[bio->body];
    if (score >= kind->thresholds[precision > DUPLICATE_PRECISION ? precision : DUPLICATE_PRECISION]) {
        bio->enrol.duplicate = same;
        enrol_end(bio, HAL_ENROL_FAILED, HAL_ENROL_NOTE_DUPLICATE);
    } else if (is_full(sim, bio) || sim_slots_put(sim_slots_of(bio), bio->enrol.slot, data, len) < 0) {
        enrol_end(bio, HAL_ENROL_FAILED, HAL_ENROL_NOTE_FULL);
    } else {
        enrol_end(bio, HAL_ENROL_DONE, HAL_ENROL_NOTE_NONE);
    }
    explicit_bzero(data, sizeof(data));
}

/* Returns why a press does not count; NONE if it does. */
static enum hal_enrol_note sample_note(const struct biometric *bio, const struct biometric_sample *sample) {
    const struct biometric_kind *kind = bio->kind;
    if (sample->several) {
        return HAL_ENROL_NOTE_SEVERAL;
    }
    if (sample->nobody) {
        return HAL_ENROL_NOTE_NO_FACE;
    }
    if (!sample->live) {
        return HAL_ENROL_NOTE_NOT_LIVE;
    }
    if (!sample->readable || sample->quality < kind->enrol_quality) {
        return HAL_ENROL_NOTE_POOR;
    }
    for (unsigned i = 0; i < bio->enrol.presses; i++) {
        if (kind->likeness(bio->samples[i].data, sample->data) < kind->thresholds[0]) {
            return HAL_ENROL_NOTE_NOT_SAME;
        }
    }
    return HAL_ENROL_NOTE_NONE;
}

static void enrol_take(const struct sim *sim, struct biometric *bio, const struct biometric_sample *sample) {
    bio->enrol.note = sample_note(bio, sample);
    bio->enrol.quality = sample->quality;
    if (bio->enrol.note == HAL_ENROL_NOTE_NONE) {
        bio->samples[bio->enrol.presses++] = *sample;
        if (has_fault(sim, bio, BIOMETRIC_FAULT_LOST_IN_ENROLMENT)) {
            bio->lost_until_ms = sim_mono_ms(sim) + BIOMETRIC_LOST_MS;
            enrol_end(bio, HAL_ENROL_FAILED, HAL_ENROL_NOTE_LOST);
            return;
        }
    } else if (bio->enrol_picture) {
        enrol_end(bio, HAL_ENROL_FAILED, bio->enrol.note);
        return;
    }
    if (bio->enrol.presses == bio->enrol.needed) {
        enrol_store(sim, bio);
    } else {
        enrol_wait(sim, bio);
    }
}

int biometric_enrol(struct sim *sim, struct biometric *bio, uint32_t slot, bool picture) {
    const struct biometric_kind *kind = bio->kind;
    size_t len = 0;
    if (slot >= kind->capacity) {
        return E_RANGE;
    }
    if (!biometric_online(sim, bio)) {
        return E_OFFLINE;
    }
    if (has_fault(sim, bio, BIOMETRIC_FAULT_BUSY) || is_enrolling(bio) || (picture && bio->sensing != SENSE_IDLE)) {
        return E_BUSY;
    }
    if (sim_slots_at(sim_slots_of(bio), slot, &len) != NULL) {
        return E_EXISTS;
    }
    if (is_full(sim, bio)) {
        return E_CAPACITY;
    }
    bio->enrol = (struct hal_enrol_state){
        .needed = picture ? 1 : kind->needed, .slot = slot, .duplicate = HAL_BIOMETRIC_NO_SLOT};
    bio->enrol_picture = picture;
    if (picture) {
        bio->enrol.step = HAL_ENROL_WORKING;
        bio->enrol_until_ms = SIM_NEVER;
        bio->sensing = SENSE_AWAITED;
        bio->sense_until_ms = sim_mono_ms(sim) + kind->sense_limit_ms;
    } else {
        enrol_wait(sim, bio);
    }
    return 0;
}

/* --- Who is there ------------------------------------------------------------------------------------------------- */

void biometric_lift(struct sim *sim, struct biometric *bio) {
    bio->present = false;
    if (bio->sensing != SENSE_IDLE && !(is_enrolling(bio) && bio->enrol_picture)) {
        /* Left before anything was captured. */
        bio->sensing = SENSE_IDLE;
        if (bio->enrol.step == HAL_ENROL_WORKING) {
            bio->enrol.note = HAL_ENROL_NOTE_POOR;
            enrol_wait(sim, bio);
        }
    } else if (bio->enrol.step == HAL_ENROL_LIFT) {
        enrol_wait(sim, bio);
    }
}

/* Compares only with the expected person, one precision lower. */
static void verify_sample(const struct biometric *bio, const struct biometric_sample *sample, struct hal_match *match) {
    unsigned precision = bio->precisions[bio->body];
    unsigned threshold = bio->kind->thresholds[precision > 0 ? precision - 1 : 0];
    for (size_t i = 0; i < bio->expected_count; i++) {
        size_t len = 0;
        const uint8_t *data = sim_slots_at(sim_slots_of(bio), bio->expected[i], &len);
        unsigned score = data != NULL ? bio->kind->likeness(data, sample->data) : 0;
        if (score >= threshold && (!match->found || score > match->score)) {
            match->found = match->verified = true;
            match->slot = bio->expected[i];
            match->score = score;
        }
    }
}

/* Reports the match as an event. */
static void recognise_sample(struct sim *sim, const struct biometric *bio, const struct biometric_sample *sample) {
    struct hal_input_event event = {
        .what = HAL_INPUT_CREDENTIAL,
        .kind = bio->kind->credential,
        .match = {.slot = HAL_BIOMETRIC_NO_SLOT,
                  .quality = sample->quality,
                  .readable = sample->readable,
                  .live = sample->live},
        .time_ms = sim_utc_ms(sim),
    };
    if (sample->readable) {
        uint32_t slot = sim_slots_search(sim_slots_of(bio), sample->data, &event.match.score);
        event.match.found = event.match.score >= bio->kind->thresholds[bio->precisions[bio->body]];
        event.match.slot = event.match.found ? slot : HAL_BIOMETRIC_NO_SLOT;
        if (!event.match.found) {
            verify_sample(bio, sample, &event.match);
        }
    }
    (void)sim_input_push(sim, &event);
}

/* Uses the capture; the person leaves if requested. */
static void take_sample(struct sim *sim, struct biometric *bio, const struct biometric_sample *sample) {
    bio->sensing = SENSE_IDLE;
    if (bio->enrol.step == HAL_ENROL_WORKING) {
        enrol_take(sim, bio, sample);
    } else {
        recognise_sample(sim, bio, sample);
    }
    if (bio->present && bio->goes) {
        biometric_lift(sim, bio);
    }
}

const char *biometric_press(struct sim *sim, struct biometric *bio, const cJSON *args) {
    if (!biometric_online(sim, bio)) {
        return "the module does not answer";
    }
    if (has_fault(sim, bio, BIOMETRIC_FAULT_BUSY) || bio->sensing != SENSE_IDLE) {
        return "the module is busy";
    }
    if (bio->present) {
        return "somebody is there already: lift";
    }
    if (sim->queue_count == SIM_QUEUE_MAX) {
        return "the terminal takes no more events now";
    }
    bio->present = true;
    bio->instantly = cJSON_IsTrue(cJSON_GetObjectItemCaseSensitive(args, "instantly"));
    bio->goes = cJSON_IsTrue(cJSON_GetObjectItemCaseSensitive(args, "lift"));
    bio->sensing = SENSE_BEGUN;
    int takes_ms = bio->kind->sense_ms * (has_fault(sim, bio, BIOMETRIC_FAULT_SLOW) ? BIOMETRIC_SLOW : 1);
    bio->sense_until_ms = sim_mono_ms(sim) + (bio->instantly ? 0 : takes_ms);
    if (bio->enrol.step == HAL_ENROL_PRESENT) {
        bio->enrol.step = HAL_ENROL_WORKING;
        bio->enrol_until_ms = SIM_NEVER;
    }
    return NULL;
}

void biometric_sensed(struct sim *sim, struct biometric *bio, const struct biometric_sample *sample) {
    if (bio->sensing == SENSE_AWAITED) {
        take_sample(sim, bio, sample);
    }
}

/* --- Time --------------------------------------------------------------------------------------------------------- */

static void body_serial(uint8_t ret_serial[HAL_BIOMETRIC_SERIAL_LEN]) {
    if (getrandom(ret_serial, HAL_BIOMETRIC_SERIAL_LEN, 0) != HAL_BIOMETRIC_SERIAL_LEN) {
        memset(ret_serial, 0x5A, HAL_BIOMETRIC_SERIAL_LEN);
    }
}

/* Applies faults that were set or cleared. */
static void follow_faults(const struct sim *sim, struct biometric *bio) {
    unsigned body = has_fault(sim, bio, BIOMETRIC_FAULT_SWAPPED) ? 1 : 0;
    bool lost = !biometric_online(sim, bio);
    if (body != bio->body) {
        lost = true;
        bio->body = body;
        if (body == 1) {
            sim_slots_clear(bio->bodies[1]);
            bio->precisions[1] = 1;
            body_serial(bio->serials[1]);
        }
    }
    if (lost) {
        bio->sensing = SENSE_IDLE;
        if (is_enrolling(bio)) {
            enrol_end(bio, HAL_ENROL_FAILED, HAL_ENROL_NOTE_LOST);
        }
    }
}

int64_t biometric_step(struct sim *sim, struct biometric *bio, int64_t now_ms) {
    if (bio->lost_until_ms != 0 && now_ms >= bio->lost_until_ms) {
        bio->lost_until_ms = 0;
    }
    follow_faults(sim, bio);
    if (bio->sensing == SENSE_BEGUN && now_ms >= bio->sense_until_ms) {
        struct biometric_sample sample = {0};
        bio->sensing = SENSE_AWAITED;
        bio->sense_until_ms = now_ms + bio->kind->sense_limit_ms;
        if (bio->kind->sense(sim, &sample)) {
            take_sample(sim, bio, &sample);
        }
        explicit_bzero(&sample, sizeof(sample));
    }
    if (bio->sensing == SENSE_AWAITED && now_ms >= bio->sense_until_ms) {
        bio->timeouts++;
        take_sample(sim, bio, &(struct biometric_sample){.live = true});
    }
    if (is_enrolling(bio) && now_ms >= bio->enrol_until_ms) {
        enrol_end(bio, HAL_ENROL_FAILED, HAL_ENROL_NOTE_TIMEOUT);
    }
    int64_t next_ms = bio->lost_until_ms != 0 ? bio->lost_until_ms : SIM_NEVER;
    if (bio->sensing != SENSE_IDLE && bio->sense_until_ms < next_ms) {
        next_ms = bio->sense_until_ms;
    }
    return is_enrolling(bio) && bio->enrol_until_ms < next_ms ? bio->enrol_until_ms : next_ms;
}

/* --- The ops ------------------------------------------------------------------------------------------------------ */

/* Returns 0, or why the templates are not accessible now. */
static int check_ready(const struct sim *sim, struct biometric *bio) {
    if (has_fault(sim, bio, BIOMETRIC_FAULT_GARBAGE)) {
        bio->bad_frames++;
    }
    if (!biometric_online(sim, bio)) {
        return E_OFFLINE;
    }
    return has_fault(sim, bio, BIOMETRIC_FAULT_BUSY) || is_enrolling(bio) ? E_BUSY : 0;
}

/* The same for one slot. */
static int check_slot(const struct sim *sim, struct biometric *bio, uint32_t slot) {
    return slot >= bio->kind->capacity ? E_RANGE : check_ready(sim, bio);
}

static void biometric_info(void *ctx, struct hal_biometric_info *ret_info) {
    struct biometric *bio = ctx;
    struct sim *sim = sim_enter(bio->sim);
    *ret_info = (struct hal_biometric_info){
        .fitted = is_fitted(sim, bio),
        .online = biometric_online(sim, bio),
        .capacity = bio->kind->capacity,
        .count = sim_slots_count(sim_slots_of(bio)),
        .precision = bio->precisions[bio->body],
    };
    memcpy(ret_info->serial, bio->serials[bio->body], sizeof(ret_info->serial));
    sim_leave(sim);
}

static int biometric_set_precision(void *ctx, unsigned level) {
    struct biometric *bio = ctx;
    struct sim *sim = sim_enter(bio->sim);
    int r = level > HAL_BIOMETRIC_PRECISION_MAX ? E_RANGE : biometric_online(sim, bio) ? 0 : E_OFFLINE;
    if (r == 0) {
        bio->precisions[bio->body] = level;
        sim_changed(sim);
    }
    sim_leave(sim);
    return r;
}

static void biometric_expect(void *ctx, const uint32_t *slots, size_t count) {
    struct biometric *bio = ctx;
    struct sim *sim = sim_enter(bio->sim);
    bio->expected_count = count < HAL_BIOMETRIC_EXPECTED_MAX ? count : HAL_BIOMETRIC_EXPECTED_MAX;
    for (size_t i = 0; i < bio->expected_count; i++) {
        bio->expected[i] = slots[i];
    }
    sim_leave(sim);
}

static int biometric_enrol_op(void *ctx, uint32_t slot) {
    struct biometric *bio = ctx;
    struct sim *sim = sim_enter(bio->sim);
    int r = biometric_enrol(sim, bio, slot, false);
    if (r == 0) {
        sim_changed(sim);
    }
    sim_leave(sim);
    return r;
}

static void biometric_enrol_state(void *ctx, struct hal_enrol_state *ret_state) {
    struct biometric *bio = ctx;
    struct sim *sim = sim_enter(bio->sim);
    *ret_state = bio->enrol;
    sim_leave(sim);
}

void biometric_cancel(struct biometric *bio) {
    bio->sensing = bio->enrol_picture ? SENSE_IDLE : bio->sensing;
    enrol_end(bio, HAL_ENROL_FAILED, HAL_ENROL_NOTE_CANCELLED);
}

static void biometric_cancel_enrol(void *ctx) {
    struct biometric *bio = ctx;
    struct sim *sim = sim_enter(bio->sim);
    if (is_enrolling(bio)) {
        biometric_cancel(bio);
        sim_changed(sim);
    }
    sim_leave(sim);
}

static int biometric_read(void *ctx, uint32_t slot, void *buf, size_t *ret_len) {
    struct biometric *bio = ctx;
    struct sim *sim = sim_enter(bio->sim);
    int r = check_slot(sim, bio, slot);
    const uint8_t *data = r == 0 ? sim_slots_at(sim_slots_of(bio), slot, ret_len) : NULL;
    if (data != NULL) {
        memcpy(buf, data, *ret_len);
    } else if (r == 0) {
        r = E_NOTFOUND;
    }
    sim_leave(sim);
    return r;
}

static int biometric_write(void *ctx, uint32_t slot, const void *data, size_t len) {
    struct biometric *bio = ctx;
    struct sim *sim = sim_enter(bio->sim);
    size_t taken_len = 0;
    int r = check_slot(sim, bio, slot);
    if (r == 0) {
        r = bio->kind->check(data, len);
    }
    if (r == 0 && sim_slots_at(sim_slots_of(bio), slot, &taken_len) == NULL && is_full(sim, bio)) {
        r = E_CAPACITY;
    }
    if (r == 0) {
        r = sim_slots_put(sim_slots_of(bio), slot, data, len);
        sim_changed(sim);
    }
    sim_leave(sim);
    return r;
}

static int biometric_erase(void *ctx, uint32_t slot) {
    struct biometric *bio = ctx;
    struct sim *sim = sim_enter(bio->sim);
    size_t len = 0;
    int r = check_slot(sim, bio, slot);
    if (r == 0 && sim_slots_at(sim_slots_of(bio), slot, &len) == NULL) {
        r = E_NOTFOUND;
    }
    if (r == 0) {
        sim_slots_erase(sim_slots_of(bio), slot);
        sim_changed(sim);
    }
    sim_leave(sim);
    return r;
}

static int biometric_clear(void *ctx) {
    struct biometric *bio = ctx;
    struct sim *sim = sim_enter(bio->sim);
    int r = check_ready(sim, bio);
    if (r == 0) {
        sim_slots_clear(sim_slots_of(bio));
        sim_changed(sim);
    }
    sim_leave(sim);
    return r;
}

static int biometric_list(void *ctx, uint32_t from, uint32_t *ret_slots, size_t max, size_t *ret_count) {
    struct biometric *bio = ctx;
    struct sim *sim = sim_enter(bio->sim);
    int r = biometric_online(sim, bio) ? 0 : E_OFFLINE;
    size_t len = 0;
    size_t count = 0;
    for (uint32_t slot = from; r == 0 && slot < bio->kind->capacity && count < max; slot++) {
        if (sim_slots_at(sim_slots_of(bio), slot, &len) != NULL) {
            ret_slots[count++] = slot;
        }
    }
    *ret_count = count;
    sim_leave(sim);
    return r;
}

void biometric_start(struct sim *sim, struct biometric *bio, const struct biometric_kind *kind,
                     struct hal_biometric *ret_ops) {
    *ret_ops = (struct hal_biometric){.ctx = bio,
                                      .info = biometric_info,
                                      .set_precision = biometric_set_precision,
                                      .expect = biometric_expect,
                                      .enrol = biometric_enrol_op,
                                      .enrol_state = biometric_enrol_state,
                                      .cancel_enrol = biometric_cancel_enrol,
                                      .read = biometric_read,
                                      .write = biometric_write,
                                      .erase = biometric_erase,
                                      .clear = biometric_clear,
                                      .list = biometric_list};
    bio->sim = sim;
    bio->kind = kind;
    bio->enrol = (struct hal_enrol_state){
        .needed = kind->needed, .slot = HAL_BIOMETRIC_NO_SLOT, .duplicate = HAL_BIOMETRIC_NO_SLOT};
    bio->enrol_until_ms = SIM_NEVER;
    bio->samples = calloc(BIOMETRIC_PRESSES_MAX, sizeof(*bio->samples));
    for (int i = 0; i < 2; i++) {
        body_serial(bio->serials[i]);
        bio->precisions[i] = 1;
        bio->bodies[i] = sim_slots_new(kind);
    }
    if (bio->samples == NULL || bio->bodies[0] == NULL || bio->bodies[1] == NULL) {
        sim->out_of_memory = true;
    }
}

void biometric_stop(struct biometric *bio) {
    sim_slots_free(bio->bodies[0]);
    sim_slots_free(bio->bodies[1]);
    free(bio->samples);
}

cJSON *biometric_state(const struct sim *sim, const struct biometric *bio) {
    if (!is_fitted(sim, bio)) {
        return NULL;
    }
    static const char *const steps[] = {
        [HAL_ENROL_IDLE] = "idle",       [HAL_ENROL_PRESENT] = "present", [HAL_ENROL_LIFT] = "lift",
        [HAL_ENROL_WORKING] = "working", [HAL_ENROL_DONE] = "done",       [HAL_ENROL_FAILED] = "failed"};
    static const char *const notes[] = {
        [HAL_ENROL_NOTE_NONE] = "",
        [HAL_ENROL_NOTE_POOR] = "poor",
        [HAL_ENROL_NOTE_NOT_SAME] = "notSame",
        [HAL_ENROL_NOTE_NOT_LIVE] = "notLive",
        [HAL_ENROL_NOTE_SEVERAL] = "several",
        [HAL_ENROL_NOTE_NO_FACE] = "noFace",
        [HAL_ENROL_NOTE_DUPLICATE] = "duplicate",
        [HAL_ENROL_NOTE_FULL] = "full",
        [HAL_ENROL_NOTE_TIMEOUT] = "timeout",
        [HAL_ENROL_NOTE_LOST] = "lost",
        [HAL_ENROL_NOTE_CANCELLED] = "cancelled",
    };
    char serial[2 * HAL_BIOMETRIC_SERIAL_LEN + 1];
    text_hex(bio->serials[bio->body], HAL_BIOMETRIC_SERIAL_LEN, serial);
    cJSON *json = cJSON_CreateObject();
    cJSON_AddNumberToObject(json, "precision", bio->precisions[bio->body]);
    cJSON_AddBoolToObject(json, "online", biometric_online(sim, bio));
    cJSON_AddNumberToObject(json, "count", sim_slots_count(sim_slots_of(bio)));
    cJSON_AddNumberToObject(json, "capacity", bio->kind->capacity);
    cJSON_AddBoolToObject(json, "present", bio->present);
    cJSON_AddBoolToObject(json, "working", bio->sensing != SENSE_IDLE);
    cJSON_AddStringToObject(json, "serial", serial);
    cJSON_AddNumberToObject(json, "badFrames", (double)bio->bad_frames);
    cJSON_AddNumberToObject(json, "timeouts", bio->timeouts);
    cJSON *enrol = cJSON_AddObjectToObject(json, "enrolment");
    cJSON_AddStringToObject(enrol, "step", steps[bio->enrol.step]);
    cJSON_AddStringToObject(enrol, "note", notes[bio->enrol.note]);
    cJSON_AddNumberToObject(enrol, "presses", bio->enrol.presses);
    cJSON_AddNumberToObject(enrol, "needed", bio->enrol.needed);
    cJSON_AddNumberToObject(enrol, "quality", bio->enrol.quality);
    return json;
}
