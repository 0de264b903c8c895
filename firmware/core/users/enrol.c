#include "core/users/enrol.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/accounts/accounts.h"
#include "core/base/about.h"
#include "core/base/audit.h"
#include "core/base/core.h"
#include "core/base/rights.h"
#include "core/settings/settings.h"
#include "core/users/credentials.h"
#include "core/users/init_card.h"
#include "core/users/users_impl.h"
#include "hal/hal.h"
#include "picture/picture.h"
#include "store/person.h"
#include "util/arena.h"
#include "util/buf.h"
#include "util/cleanup.h"
#include "util/crypto.h"
#include "util/log.h"

#define OBJECT_MAX 24
#define NAME_ARENA_MAX 4096 /* room for one name */
#define CHANGE_MAX 64
#define CARD_LOOK_MS 200 /* interval of checking for a card from the terminal's thread */
#define MODULE_LOOK_MS 250 /* and of checking the module */
#define NO_FACTOR FACTOR_COUNT
#define RANDOM_CARD UINT64_MAX /* for a card whose number changes each time */

struct enrol {
    pthread_mutex_t mutex; /* guards the members below except the atomic ones; held while the store is written */
    bool active;
    struct actor by;
    struct enrol_view view;
    enum factor factor;
    uint32_t slot; /* of the module, if needed */
    bool replaces; /* the user's previous template is removed from the module meanwhile */
    int64_t most_ms; /* monotonic time of its latest end */
    struct hal_display_enrol shown; /* on the display */
    int64_t identity; /* of the user being enrolled (store/person.h) */
    char username[HAL_MENU_NAME_MAX]; /* name of that user */
    /* Read by others without the mutex. */
    atomic_int module; /* enum factor of the module in use; NO_FACTOR: none */
    atomic_llong until_ms; /* monotonic time of its end; 0: not running */
    atomic_bool awaits_card;
    atomic_ullong card; /* that was presented; 0: none */
    atomic_llong looked_ms; /* monotonic time of the last check of the module */
};

int enrol_new(struct enrol **ret_enrol) {
    struct enrol *enrol = calloc(1, sizeof(*enrol));
    if (enrol == NULL) {
        return E_NOMEM;
    }
    pthread_mutex_init(&enrol->mutex, NULL);
    atomic_store(&enrol->module, NO_FACTOR);
    *ret_enrol = enrol;
    return 0;
}

void enrol_free(struct enrol *enrol) {
    if (enrol != NULL) {
        pthread_mutex_destroy(&enrol->mutex);
        free(enrol);
    }
}

static enum factor factor_of(enum enrol_factor factor) {
    switch (factor) {
        case ENROL_FACTOR_FINGER: return FACTOR_FINGER;
        case ENROL_FACTOR_FACE: return FACTOR_FACE;
        case ENROL_FACTOR_IRIS: return FACTOR_IRIS;
        case ENROL_FACTOR_CARD: break;
    }
    return FACTOR_CARD;
}

static unsigned places_of(enum enrol_factor factor) {
    switch (factor) {
        case ENROL_FACTOR_FINGER: return 10;
        case ENROL_FACTOR_IRIS: return 2;
        case ENROL_FACTOR_FACE:
        case ENROL_FACTOR_CARD: break;
    }
    return 1;
}

bool enrol_has_module(const struct core *core, enum factor factor) {
    return atomic_load(&core->shared->enrol->module) == (int)factor;
}

bool enrol_goes_on(const struct core *core) {
    return atomic_load(&core->shared->enrol->until_ms) != 0;
}

bool enrol_awaits_card(const struct core *core) {
    return atomic_load(&core->shared->enrol->awaits_card);
}

bool enrol_takes_card(struct core *core, uint64_t card, bool is_random) {
    struct enrol *enrol = core->shared->enrol;
    if (!atomic_load(&enrol->awaits_card)) {
        return false;
    }
    atomic_store(&enrol->card, is_random ? RANDOM_CARD : card);
    return true;
}

/* The only way to change the step; `by` (for the log): the cause. The caller holds the mutex. */
static void enrol_enter(struct enrol *enrol, enum enrol_step step, const char *by) {
    static const struct log_machine machine = {"enrolment", enrol_step_text, ENROL_STEP_COUNT};
    log_transition("enrol", &machine, enrol->view.step, step, by);
    enrol->view.step = step;
}

/* Returns the source of the events. */
static const char *source_of(const struct enrol *enrol) {
    return enrol->factor == FACTOR_CARD ? "card" : "module";
}

/* Ends it. The caller holds the mutex. */
static void end_with(struct core *core, struct enrol *enrol, enum enrol_step step, enum enrol_note note) {
    enrol->active = false;
    enrol_enter(enrol, step, note == ENROL_NOTE_NONE ? source_of(enrol) : enrol_note_text_of(note));
    enrol->view.note = note;
    atomic_store(&enrol->awaits_card, false);
    atomic_store(&enrol->card, 0);
    atomic_store(&enrol->module, NO_FACTOR);
    atomic_store(&enrol->until_ms, 0);
    /* Restores the template that was to be replaced, or removes the new one from the module. */
    if (enrol->replaces || step == ENROL_STEP_FAILED) {
        credentials_changed(core);
    }
    log_info("enrol", "ended", log_uint("userid", enrol->view.wish.userid),
             log_str("factor", enrol_factor_text_of(enrol->view.wish.factor)),
             log_str("step", enrol_step_text_of(step)), log_str("note", enrol_note_text_of(note)));
}

static void end_failed(struct core *core, struct enrol *enrol, enum enrol_note note) {
    if (enrol->factor != FACTOR_CARD) {
        const struct hal_biometric *module = credentials_module(core, enrol->factor);
        module->cancel_enrol(module->ctx);
    }
    end_with(core, enrol, ENROL_STEP_FAILED, note);
}

static void restart_time(struct core *core, struct enrol *enrol) {
    int64_t until_ms = core_mono_ms(core) + ENROL_LIMIT_MS;
    atomic_store(&enrol->until_ms, until_ms < enrol->most_ms ? until_ms : enrol->most_ms);
}

/* Checks that the account that started it still may: the password was fresh then, or is needed now because the user has
 * become an administrator since. */
static int check_still(struct core *core, const struct enrol *enrol, uint8_t *ret_level) {
    bool is_another = false;
    if (!rights_may(&settings_get(core)->rights, &enrol->by, FUNCTION_GROUP_USER, RIGHT_WRITE)) {
        return E_SESSION_ENDED;
    }
    /* What a leaver laid on the sensor is not enrolled for a newcomer with the same ID. */
    int r = store_person_is_another(core->store, enrol->view.wish.userid, enrol->identity, &is_another);
    if (r < 0 || is_another) {
        return r < 0 ? r : E_USER_UNKNOWN;
    }
    return credentials_may_change(core, &enrol->by, enrol->view.wish.userid, /* gives= */ true, ret_level);
}

static enum enrol_note note_of(enum hal_enrol_note note) {
    switch (note) {
        case HAL_ENROL_NOTE_NONE: return ENROL_NOTE_NONE;
        case HAL_ENROL_NOTE_POOR: return ENROL_NOTE_POOR;
        case HAL_ENROL_NOTE_NOT_SAME: return ENROL_NOTE_NOT_SAME;
        case HAL_ENROL_NOTE_NOT_LIVE: return ENROL_NOTE_NOT_LIVE;
        case HAL_ENROL_NOTE_SEVERAL: return ENROL_NOTE_SEVERAL;
        case HAL_ENROL_NOTE_DUPLICATE: return ENROL_NOTE_DUPLICATE;
        case HAL_ENROL_NOTE_FULL: return ENROL_NOTE_FULL;
        case HAL_ENROL_NOTE_TIMEOUT: return ENROL_NOTE_TIMEOUT;
        case HAL_ENROL_NOTE_LOST: return ENROL_NOTE_LOST;
        case HAL_ENROL_NOTE_CANCELLED: return ENROL_NOTE_CANCELLED;
        case HAL_ENROL_NOTE_NO_FACE: return ENROL_NOTE_NO_FACE;
    }
    return ENROL_NOTE_NONE;
}

/* Stores the template of the module: in one transaction with its audit entry. */
static int store_template(struct core *core, struct enrol *enrol, const void *template, size_t len) {
    const struct enrol_wish *wish = &enrol->view.wish;
    struct credential credential = {
        .userid = wish->userid,
        .factor = enrol->factor,
        .index = wish->index,
        .duress = wish->duress,
        .quality = (uint8_t)(enrol->view.quality > 100 ? 100 : enrol->view.quality),
        .enrolled_s = core_utc_ms(core) / 1000,
        .slot = enrol->slot,
    };
    uint8_t level = 0;
    int r = store_begin_growth(core->store);
    if (r < 0) {
        return r;
    }
    _cleanup_(store_abortp) struct store *txn = core->store;
    r = check_still(core, enrol, &level);
    if (r == 0) {
        r = credentials_keep(core, &enrol->by, &credential, level > 0, template, len);
    }
    return r < 0 ? r : store_commit(txn);
}

/* The module is done. A template that cannot be stored is erased from the module; if that fails too, or the power fails
 * now, the comparison finds an unowned slot (core/devices/modules.h). */
static void keep_template(struct core *core, struct enrol *enrol) {
    const struct hal_biometric *module = credentials_module(core, enrol->factor);
    uint8_t template[HAL_BIOMETRIC_TEMPLATE_MAX];
    size_t len = 0;
    int r = module->read(module->ctx, enrol->slot, template, &len);
    if (r == 0) {
        r = store_template(core, enrol, template, len);
    }
    crypto_wipe(template, sizeof(template));
    if (r == 0) {
        end_with(core, enrol, ENROL_STEP_DONE, ENROL_NOTE_NONE);
        return;
    }
    log_warn("enrol", "the template is not stored", log_errno(r));
    int erased = module->erase(module->ctx, enrol->slot);
    (void)erased; /* otherwise the comparison does it */
    end_with(core, enrol, ENROL_STEP_FAILED, r == E_OFFLINE ? ENROL_NOTE_LOST : ENROL_NOTE_NOT_STORED);
}

/* Returns the user of the slot with the duplicate. */
static uint32_t user_of_slot(struct core *core, enum factor factor, uint32_t slot) {
    struct credential credential;
    int r = credentials_by_slot(core, factor, slot, &credential);
    return r == 0 ? credential.userid : 0;
}

static void poll_module(struct core *core, struct enrol *enrol) {
    const struct hal_biometric *module = credentials_module(core, enrol->factor);
    struct enrol_view *view = &enrol->view;
    struct hal_enrol_state state;
    module->enrol_state(module->ctx, &state);
    if (state.step == HAL_ENROL_IDLE || state.slot != enrol->slot) {
        end_failed(core, enrol, ENROL_NOTE_LOST); /* the module has lost the enrolment */
        return;
    }
    if (state.presses > view->presses) {
        restart_time(core, enrol);
    }
    view->presses = state.presses;
    view->needed = state.needed;
    view->quality = state.quality;
    view->note = note_of(state.note);
    switch (state.step) {
        case HAL_ENROL_IDLE:
        case HAL_ENROL_PRESENT: enrol_enter(enrol, ENROL_STEP_PRESENT, "module"); break;
        case HAL_ENROL_LIFT: enrol_enter(enrol, ENROL_STEP_LIFT, "module"); break;
        case HAL_ENROL_WORKING: enrol_enter(enrol, ENROL_STEP_WORKING, "module"); break;
        case HAL_ENROL_DONE: keep_template(core, enrol); break;
        case HAL_ENROL_FAILED:
            if (state.note == HAL_ENROL_NOTE_DUPLICATE) {
                view->duplicate = user_of_slot(core, enrol->factor, state.duplicate);
            }
            end_with(core, enrol, ENROL_STEP_FAILED, view->note);
            break;
    }
}

/* Returns whether a card is already assigned: to a user, in *ret_holder, or to the administrator's menu (0). */
static bool is_taken(struct core *core, const struct enrol *enrol, uint64_t card, uint32_t *ret_holder) {
    uint32_t owner = 0;
    *ret_holder = 0;
    if (users_by_card(core, card, ret_holder) == 0) {
        return true;
    }
    return !enrol->view.wish.is_init_card && init_card_find(core, card, &owner) == 0;
}

/* Returns whether no user can have it: longer than the terminal's card length. */
static bool is_too_long(struct core *core, uint64_t card) {
    return card > users_card_max(settings_get(core)->values.access_control.card_length);
}

/* Makes the change that gives a user the card: in the first field, or in the first one without a card of the user as read. */
static int make_change(struct core *core, const struct enrol_wish *wish, uint64_t card,
                       struct user_change *ret_change) {
    _cleanup_(arena_done) struct arena arena;
    struct user user = {.cardno = 0};
    uint64_t cards[USERS_CARDS_MAX];
    arena_init(&arena, NAME_ARENA_MAX);
    int r = wish->another ? users_get(core, wish->userid, &arena, &user) : 0;
    const size_t place = users_cards(&user, cards);
    if (r < 0 || place == USERS_CARDS_MAX) {
        return r < 0 ? r : E_CARDS_FULL;
    }
    const enum user_field field = users_card_fields[place];
    *ret_change = (struct user_change){.values = {.userid = wish->userid, .revision = user.revision},
                                       .given = VALUE_BIT(USER_USERID) | VALUE_BIT(field)};
    ret_change->given |= wish->another ? VALUE_BIT(USER_REVISION) : 0;
    value_put(&user_rows[field], (int64_t)card, value_in(&user_rows[field], &ret_change->values));
    return 0;
}

static int store_card(struct core *core, struct enrol *enrol, uint64_t card) {
    const struct enrol_wish *wish = &enrol->view.wish;
    struct user_change change;
    struct users_saved saved;
    struct users_refusal refusal = {0};
    if (wish->is_init_card) {
        return init_card_keep(core, &enrol->by, card);
    }
    int r = check_still(core, enrol, NULL);
    r = r < 0 ? r : make_change(core, wish, card, &change);
    return r < 0 ? r : users_edit(core, &enrol->by, &change, &saved, &refusal);
}

/* Reports why a card does not count and waits for another one. */
static void await_another(struct core *core, struct enrol *enrol, enum enrol_note note, uint32_t holder) {
    enrol->view.note = note;
    enrol->view.duplicate = holder;
    restart_time(core, enrol);
}

static void take_card(struct core *core, struct enrol *enrol, uint64_t card) {
    struct enrol_view *view = &enrol->view;
    uint32_t holder = 0;
    if (card == RANDOM_CARD) {
        await_another(core, enrol, ENROL_NOTE_RANDOM, 0);
        return;
    }
    if (is_too_long(core, card)) {
        await_another(core, enrol, ENROL_NOTE_TOO_LONG, 0);
        return;
    }
    if (is_taken(core, enrol, card, &holder)) {
        await_another(core, enrol, ENROL_NOTE_DUPLICATE, holder);
        return;
    }
    int r = store_card(core, enrol, card);
    if (r < 0) {
        log_warn("enrol", "the card is not stored", log_errno(r));
        end_failed(core, enrol, ENROL_NOTE_NOT_STORED);
        return;
    }
    view->presses = 1;
    view->duplicate = 0;
    end_with(core, enrol, ENROL_STEP_DONE, ENROL_NOTE_NONE);
}

/* Handles what happened since the last check. The caller holds the mutex. */
static void poll_progress(struct core *core, struct enrol *enrol) {
    if (!enrol->active) {
        return;
    }
    if (enrol->factor == FACTOR_CARD) {
        uint64_t card = atomic_exchange(&enrol->card, 0);
        if (card != 0) {
            take_card(core, enrol, card);
        }
    } else {
        atomic_store(&enrol->looked_ms, core_mono_ms(core));
        credentials_lock(core);
        poll_module(core, enrol);
        credentials_unlock(core);
    }
    if (enrol->active && core_mono_ms(core) >= atomic_load(&enrol->until_ms)) {
        end_failed(core, enrol, ENROL_NOTE_TIMEOUT);
    }
}

/* Finds a slot that is free in the store and in the module, which may have more: templates of users who were deleted
 * while it was offline. E_MODULE_FULL. */
static int find_slot(struct core *core, enum factor factor, const struct hal_biometric *module, uint32_t capacity,
                     uint32_t *ret_slot) {
    uint32_t slot = 0;
    while (slot < capacity) {
        uint32_t taken = 0;
        size_t count = 0;
        int r = store_credential_free_slot(core->store, factor, slot, &slot);
        if (r == 0) {
            r = module->list(module->ctx, slot, &taken, 1, &count);
        }
        if (r < 0) {
            return r;
        }
        if (slot < capacity && (count == 0 || taken != slot)) {
            *ret_slot = slot;
            return 0;
        }
        slot++;
    }
    return E_MODULE_FULL;
}

/* The slots are locked. First erases the template to be replaced from the module, which would otherwise report a
 * duplicate; the store keeps it until the new one is there. `picture` is NULL for a person at the terminal. */
static int begin_module(struct core *core, struct enrol *enrol, const struct enrol_wish *wish,
                        const struct buf *picture) {
    const struct hal_biometric *module = credentials_module(core, enrol->factor);
    struct hal_biometric_info info;
    struct credential before;
    uint32_t slot = 0;
    module->info(module->ctx, &info);
    if (!info.online) {
        return E_OFFLINE;
    }
    if (!credentials_is_trusted(core, enrol->factor)) {
        return E_BUSY;
    }
    int r = find_slot(core, enrol->factor, module, info.capacity, &slot);
    if (r < 0) {
        return r;
    }
    r = store_credential_get(core->store, wish->userid, enrol->factor, wish->index, &before);
    if (r < 0 && r != E_NOTFOUND) {
        return r;
    }
    enrol->replaces = r == 0;
    if (enrol->replaces) {
        r = module->erase(module->ctx, before.slot);
        if (r < 0 && r != E_NOTFOUND) {
            return r;
        }
    }
    r = picture != NULL ? module->enrol_picture(module->ctx, slot, picture->data, picture->len)
                        : module->enrol(module->ctx, slot);
    if (r < 0) {
        credentials_changed(core); /* restores what was erased */
        return r == E_CAPACITY ? E_MODULE_FULL : r;
    }
    enrol->slot = slot;
    atomic_store(&enrol->module, (int)enrol->factor);
    return 0;
}

/* Updates the display. The caller holds the mutex. */
static void show_progress(struct core *core, struct enrol *enrol) {
    const struct hal_display *display = &core->shared->hal->display;
    const struct enrol_view *view = &enrol->view;
    struct hal_display_enrol now = {.step = view->step,
                                    .note = view->note,
                                    .factor = view->wish.factor,
                                    .presses = view->presses,
                                    .needed = view->needed,
                                    .userid = view->wish.userid};
    (void)snprintf(now.name, sizeof(now.name), "%s", enrol->username);
    if (now.step == enrol->shown.step && now.note == enrol->shown.note && now.factor == enrol->shown.factor &&
        now.presses == enrol->shown.presses && now.needed == enrol->shown.needed && now.userid == enrol->shown.userid) {
        return;
    }
    enrol->shown = now;
    int r = display->enrol(display->ctx, &now);
    if (r < 0) {
        log_warn("enrol", "display does not answer", log_errno(r));
    }
}

static int note_start(struct core *core, const struct actor *by, const struct enrol_wish *wish) {
    char object[OBJECT_MAX], after[CHANGE_MAX];
    (void)snprintf(object, sizeof(object), wish->is_init_card ? "initCard" : "user %u", (unsigned)wish->userid);
    (void)snprintf(after, sizeof(after), "{\"enrols\":\"%s\",\"index\":%u%s}", enrol_factor_text_of(wish->factor),
                   (unsigned)wish->index, wish->picture ? ",\"picture\":true" : "");
    int r = store_begin_growth(core->store);
    if (r < 0) {
        return r;
    }
    _cleanup_(store_abortp) struct store *txn = core->store;
    r = audit_add(core, by, &(struct audit_change){.object = object, .after = after});
    return r < 0 ? r : store_commit(txn);
}

static int enrol_refuse(struct users_refusal *reterr, const char *field, int err) {
    reterr->field = field;
    return err;
}

static int enrol_check_user(struct core *core, const struct actor *by, uint32_t userid, struct users_refusal *reterr) {
    int r = credentials_may_change(core, by, userid, /* gives= */ true, NULL);
    return enrol_refuse(reterr, r == E_USER_UNKNOWN || r == E_ABOVE_LEVEL ? user_rows[USER_USERID].name : NULL, r);
}

/* Stores who the user is, with the name for the display, and checks that there is room for another card. The caller holds the
 * mutex. */
static int keep_user(struct core *core, struct enrol *enrol, const struct enrol_wish *wish,
                     struct users_refusal *reterr) {
    _cleanup_(arena_done) struct arena arena;
    struct user user = {.username = ""};
    struct store_person person = {.identity = STORE_PERSON_ANY};
    uint64_t cards[USERS_CARDS_MAX];
    arena_init(&arena, NAME_ARENA_MAX);
    int r = wish->userid != 0 ? users_get(core, wish->userid, &arena, &user) : 0;
    r = r == 0 && wish->userid != 0 ? users_known(store_person_get(core->store, wish->userid, &person)) : r;
    enrol->identity = person.identity;
    (void)snprintf(enrol->username, sizeof(enrol->username), "%s", r == 0 ? user.username : "");
    if (r == 0 && wish->another && users_cards(&user, cards) == USERS_CARDS_MAX) {
        return enrol_refuse(reterr, "another", E_CARDS_FULL);
    }
    return r;
}

/* The caller holds the mutex. */
static int enrol_begin(struct core *core, struct enrol *enrol, const struct actor *by, const struct enrol_wish *wish,
                       const struct buf *picture, struct users_refusal *reterr) {
    enum factor factor = factor_of(wish->factor);
    poll_progress(core, enrol);
    if (enrol->active) {
        return E_ENROL_BUSY;
    }
    int r = wish->is_init_card ? accounts_check_actor(core, by) : enrol_check_user(core, by, wish->userid, reterr);
    r = r < 0 ? r : keep_user(core, enrol, wish, reterr);
    r = r < 0 ? r : note_start(core, by, wish);
    if (r < 0) {
        return r;
    }
    enrol->factor = factor;
    enrol->replaces = false;
    if (factor != FACTOR_CARD) {
        credentials_lock(core);
        r = begin_module(core, enrol, wish, picture);
        credentials_unlock(core);
        if (r < 0) {
            return r;
        }
    }
    enrol->active = true;
    enrol->by = *by;
    enrol->view = (struct enrol_view){.step = enrol->view.step, .wish = *wish, .needed = 1};
    enrol_enter(enrol, picture != NULL ? ENROL_STEP_WORKING : ENROL_STEP_PRESENT, "start");
    (void)snprintf(enrol->view.holder, sizeof(enrol->view.holder), "%s", by->account);
    (void)snprintf(enrol->view.holder_name, sizeof(enrol->view.holder_name), "%s", by->name);
    enrol->most_ms = core_mono_ms(core) + ENROL_MOST_MS;
    restart_time(core, enrol);
    atomic_store(&enrol->card, 0);
    atomic_store(&enrol->awaits_card, factor == FACTOR_CARD);
    return 0;
}

static int enrol_go(struct core *core, const struct actor *by, const struct enrol_wish *wish, const struct buf *picture,
                    struct users_refusal *reterr) {
    struct enrol *enrol = core->shared->enrol;
    pthread_mutex_lock(&enrol->mutex);
    int r = enrol_begin(core, enrol, by, wish, picture, reterr);
    show_progress(core, enrol);
    pthread_mutex_unlock(&enrol->mutex);
    return r;
}

int enrol_start(struct core *core, const struct actor *by, const struct enrol_wish *wish,
                struct users_refusal *reterr) {
    const struct hal_biometric *module = credentials_module(core, factor_of(wish->factor));
    struct hal_biometric_info info = {.fitted = about_has_any(core->shared, 1U << DEVICE_READER)};
    if (wish->index >= places_of(wish->factor)) {
        return enrol_refuse(reterr, "index", E_RANGE);
    }
    if (wish->duress && wish->factor != ENROL_FACTOR_FINGER) {
        return enrol_refuse(reterr, "duress", E_RANGE);
    }
    if (wish->another && wish->factor != ENROL_FACTOR_CARD) {
        return enrol_refuse(reterr, "another", E_RANGE);
    }
    if (module != NULL) {
        module->info(module->ctx, &info);
    }
    if (!info.fitted) {
        return enrol_refuse(reterr, "factor", E_NOT_FITTED);
    }
    return enrol_go(core, by, wish, NULL, reterr);
}

int enrol_start_picture(struct core *core, const struct actor *by, uint32_t userid, const void *picture, size_t len,
                        struct users_refusal *reterr) {
    _cleanup_(buf_donep) struct buf portrait = {0};
    struct enrol_wish wish = {.userid = userid, .factor = ENROL_FACTOR_FACE, .picture = true};
    const struct hal_biometric *module = credentials_module(core, FACTOR_FACE);
    struct hal_biometric_info info;
    module->info(module->ctx, &info);
    if (!info.fitted || module->enrol_picture == NULL) {
        return E_NOT_FITTED;
    }
    /* Before processing the picture, which takes time; and again at the start. */
    int r = enrol_check_user(core, by, userid, reterr);
    if (r < 0) {
        return r;
    }
    r = picture_portrait(picture, len, &portrait);
    if (r < 0) {
        return r == E_FORMAT ? E_UPLOAD_FORMAT : r == E_TOO_LARGE ? E_UPLOAD_TOO_LARGE : r;
    }
    r = enrol_go(core, by, &wish, &portrait, reterr);
    crypto_wipe(portrait.data, portrait.len);
    return r;
}

static bool is_own(const struct enrol *enrol, const struct actor *by) {
    return strcmp(enrol->by.account, by->account) == 0;
}

int enrol_cancel(struct core *core, const struct actor *by) {
    struct enrol *enrol = core->shared->enrol;
    int r = 0;
    pthread_mutex_lock(&enrol->mutex);
    poll_progress(core, enrol);
    if (enrol->active && !is_own(enrol, by) && by->level < enrol->by.level) {
        r = E_FORBIDDEN;
    } else if (enrol->active) {
        end_failed(core, enrol, ENROL_NOTE_CANCELLED);
    }
    show_progress(core, enrol);
    pthread_mutex_unlock(&enrol->mutex);
    return r;
}

void enrol_cancel_own(struct core *core, uint32_t mark) {
    struct enrol *enrol = core->shared->enrol;
    pthread_mutex_lock(&enrol->mutex);
    poll_progress(core, enrol);
    if (enrol->active && enrol->view.wish.mark == mark) {
        end_failed(core, enrol, ENROL_NOTE_CANCELLED);
    }
    show_progress(core, enrol);
    pthread_mutex_unlock(&enrol->mutex);
}

void enrol_look(struct core *core, const struct actor *by, struct enrol_view *ret_view) {
    struct enrol *enrol = core->shared->enrol;
    pthread_mutex_lock(&enrol->mutex);
    poll_progress(core, enrol);
    show_progress(core, enrol);
    *ret_view = enrol->view;
    ret_view->own = enrol->view.holder[0] != '\0' && is_own(enrol, by);
    int64_t left_ms = enrol->active ? atomic_load(&enrol->until_ms) - core_mono_ms(core) : 0;
    ret_view->seconds_left = left_ms > 0 ? (uint32_t)((left_ms + 999) / 1000) : 0;
    pthread_mutex_unlock(&enrol->mutex);
}

int64_t enrol_due_ms(struct core *core) {
    struct enrol *enrol = core->shared->enrol;
    int64_t until_ms = atomic_load(&enrol->until_ms);
    if (until_ms == 0) {
        return INT64_MAX;
    }
    if (atomic_load(&enrol->awaits_card)) {
        int64_t look_ms = core_mono_ms(core) + CARD_LOOK_MS;
        return atomic_load(&enrol->card) != 0 ? 0 : look_ms < until_ms ? look_ms : until_ms;
    }
    int factor = atomic_load(&enrol->module);
    const struct hal_biometric *module = factor == NO_FACTOR ? NULL : credentials_module(core, (enum factor)factor);
    if (module == NULL) {
        return until_ms;
    }
    struct hal_enrol_state state;
    module->enrol_state(module->ctx, &state);
    bool over = state.step == HAL_ENROL_DONE || state.step == HAL_ENROL_FAILED || state.step == HAL_ENROL_IDLE;
    /* The display shows each press, even without a browser. */
    int64_t look_ms = atomic_load(&enrol->looked_ms) + MODULE_LOOK_MS;
    return over ? 0 : look_ms < until_ms ? look_ms : until_ms;
}

/* No caller: so no enrolment counts as its own. */
void enrol_upkeep(struct core *core) {
    struct actor by = actor_nobody("-", "-");
    struct enrol_view view;
    enrol_look(core, &by, &view);
}
