#include "core/door/door.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

#include "core/accounts/accounts.h"
#include "core/base/audit.h"
#include "core/base/core.h"
#include "core/door/journal.h"
#include "core/door/line.h"
#include "core/door/menu_desk.h"
#include "core/door/portal.h"
#include "core/door/portrait.h"
#include "core/door/wiegand.h"
#include "core/events/log.h"
#include "core/settings/settings.h"
#include "core/time/clock.h"
#include "hal/hal.h"
#include "setting_hooks.h"
#include "store/door/door.h"
#include "store/store.h"
#include "util/cleanup.h"
#include "util/json_out.h"
#include "util/log.h"

#define RATIONED_KEPT 64 /* commands from the console, for the ration */
#define MINUTE_MS 60000
#define ASK_MS 1000 /* how often a driver that does not answer, or a relay that is stuck, is asked again */
#define FRAMES_MOST 8 /* of the Wiegand input that are passed over in one go: a driver keeps no more */
#define FRAME_MS 50 /* how often a frame is tried that the line had no time for */
#define NAMES_MAX 400 /* bytes of a line's detail: account and reason */

/* A command that opened the door or released it. */
struct door_rationed {
    uint32_t person;
    enum door_command command;
    int64_t at_ms; /* monotonic; 0: none */
};

struct door {
    /* The terminal's own. */
    struct portal portal;
    bool told[HAL_DOOR_OUTPUTS]; /* what the outputs were told */
    bool is_told; /* false: the driver knows nothing of it */
    enum door_mode mode;
    int64_t mode_since;
    struct wiegand_frame frame; /* waits for the line; count 0: none */
    struct line line;
    uint32_t bad_frames;
    int64_t started;

    struct journal *journal; /* guards itself */
    struct menu_desk *menu_desk; /* and so do these */
    struct portrait *portrait;

    pthread_mutex_t mutex; /* guards what follows; held for a few instructions */
    struct door_view view;
    uint32_t revision; /* of `view` */
    void (*changed)(void *ctx);
    void *changed_ctx;
    bool locked_down; /* as it is stored */
    bool open_asked, silence_asked;
    struct door_rationed rationed[RATIONED_KEPT];
    unsigned rationed_at; /* the next place, round */

    pthread_mutex_t commanding; /* one command after the other, store included; taken before `mutex` */
};

int door_new(struct store *store, struct door **ret_door) {
    bool locked_down = false;
    int r = store_door_locked_down(store, &locked_down);
    if (r < 0) {
        return r;
    }
    struct door *door = calloc(1, sizeof(*door));
    if (door == NULL) {
        return E_NOMEM;
    }
    r = journal_new(&door->journal);
    if (r == 0) {
        r = menu_desk_new(&door->menu_desk);
    }
    if (r == 0) {
        r = portrait_new(&door->portrait);
    }
    if (r < 0) {
        menu_desk_free(door->menu_desk);
        journal_free(door->journal);
        free(door);
        return r;
    }
    door->locked_down = locked_down;
    door->view.mode = locked_down ? DOOR_LOCKED_DOWN : DOOR_NORMAL;
    portal_init(&door->portal, locked_down);
    (void)pthread_mutex_init(&door->mutex, NULL);
    (void)pthread_mutex_init(&door->commanding, NULL);
    *ret_door = door;
    return 0;
}

void door_free(struct door *door) {
    if (door != NULL) {
        (void)pthread_mutex_destroy(&door->commanding);
        (void)pthread_mutex_destroy(&door->mutex);
        portrait_free(door->portrait);
        menu_desk_free(door->menu_desk);
        journal_free(door->journal);
        free(door);
    }
}

/* Wakes the terminal's thread, which then looks. */
static void door_wake(const struct core *core) {
    const struct hal_input *input = &core->shared->hal->input;
    input->wake(input->ctx);
}

int effect_door(struct core *core, const struct settings *before, const struct settings *after) {
    (void)before;
    (void)after;
    door_wake(core);
    return 0;
}

void door_begin(struct core *core) {
    const struct hal_door *hal = &core->shared->hal->door;
    struct door *door = core->shared->door;
    door->is_told = true;
    door->mode_since = core_utc_ms(core);
    door->started = door->mode_since;
    for (unsigned i = 0; i < HAL_DOOR_OUTPUTS; i++) {
        door->told[i] = false;
        if (hal->output(hal->ctx, (enum hal_door_output)i, false) < 0) {
            door->is_told = false;
        }
    }
}

/* Tells the driver what the outputs are to be, where it does not know it. */
static void write_outputs(struct core *core, struct door *door) {
    const struct hal_door *hal = &core->shared->hal->door;
    const bool wanted[HAL_DOOR_OUTPUTS] = {
        [HAL_DOOR_RELAY] = door->portal.relay,
        [HAL_DOOR_BELL] = door->portal.bell,
        [HAL_DOOR_SUPPLY] = door->portal.supplies,
    };
    bool is_told = true;
    for (unsigned i = 0; i < HAL_DOOR_OUTPUTS; i++) {
        if (door->is_told && door->told[i] == wanted[i]) {
            continue;
        }
        door->told[i] = wanted[i];
        if (hal->output(hal->ctx, (enum hal_door_output)i, wanted[i]) < 0) {
            is_told = false;
        }
    }
    door->is_told = is_told;
}

/* The terminal's sound before the alarm: the sounder is for the alarm itself. */
static void warn_of_held(const struct core *core) {
    const struct hal_sound *sound = &core->shared->hal->sound;
    if (sound->play(sound->ctx, HAL_SOUND_NEXT) < 0) {
        log_warn("door", "loudspeaker does not answer");
    }
}

/* `text` has room for it where it is made. */
static const char *detail_of(const struct portal *portal, const struct portal_event *event, char *text) {
    static const char *const hours[] = {"normal", "alwaysOpen", "alwaysClosed"};
    switch ((int)event->kind) {
        case RECORD_KIND_RESTORED: return door_alarm_words.words[event->alarm];
        case RECORD_KIND_SCHEDULE: return hours[portal->schedule];
        case RECORD_KIND_MODULE:
            return event->alarm == DOOR_ALARM_RELAY ? (event->on ? "relay stuck" : "relay follows")
                                                    : (event->on ? "door offline" : "door online");
        case RECORD_KIND_UNSTEADY:
            (void)snprintf(text, JOURNAL_DETAIL_MAX, "%s %u", door_contact_words.words[event->contact],
                           (unsigned)event->left_out);
            return text;
        default: return "";
    }
}

/* Puts what happened on its way into the log. */
static void take_events(const struct core *core, struct door *door) {
    for (unsigned i = 0; i < door->portal.event_count; i++) {
        const struct portal_event *event = &door->portal.events[i];
        if (event->kind == RECORD_KIND_HELD_SOON) {
            warn_of_held(core);
        }
        char text[JOURNAL_DETAIL_MAX];
        struct record record = {
            .kind = event->kind, .detail = detail_of(&door->portal, event, text), .time = core_utc_ms(core)};
        journal_event(door->journal, &record);
    }
    door->portal.event_count = 0;
}

static enum door_leaf leaf_of(const struct portal *portal, const struct setting_access_control *set) {
    if (set->sensor == DOOR_SENSOR_NONE || !portal->online || !portal->has_started) {
        return DOOR_LEAF_UNKNOWN;
    }
    return portal->leaf.is ? DOOR_LEAF_OPEN : DOOR_LEAF_CLOSED;
}

/* Whether both are the same to who looks on. When an alarm began is reckoned again each time, and may differ by rounding. */
static bool view_equal(const struct door_view *a, const struct door_view *b) {
    return a->mode == b->mode && a->since == b->since && a->relay_mode == b->relay_mode && a->relay == b->relay &&
           a->leaf == b->leaf && a->alarms == b->alarms && a->sounds == b->sounds && a->supply == b->supply;
}

/* With the mutex held. */
static void publish_view(const struct core *core, struct door *door, const struct portal_facts *facts) {
    const struct portal *portal = &door->portal;
    int64_t utc_ms = core_utc_ms(core);
    enum door_mode mode = portal_mode(portal);
    if (mode != door->mode) {
        door->mode = mode;
        door->mode_since = utc_ms;
    }
    const struct door_view before = door->view;
    door->view = (struct door_view){
        .mode = mode,
        .since = door->mode_since,
        .relay_mode = facts->set->relay,
        .relay = facts->contacts.relay,
        .leaf = leaf_of(portal, facts->set),
        .online = portal->online,
        .alarms = portal->alarms,
        .sounds = portal->bell,
        .supply = facts->contacts.supply,
        .bad_frames = door->bad_frames,
        .started = door->started,
    };
    for (unsigned i = 0; i < DOOR_ALARM_COUNT; i++) {
        door->view.alarm_since[i] = utc_ms - (facts->now_ms - portal->alarm_since_ms[i]);
    }
    if (!view_equal(&before, &door->view)) {
        door->revision++;
        if (door->changed != NULL) {
            door->changed(door->changed_ctx);
        }
    }
}

/* What was left for it by other threads. */
static void take_commands(struct core *core, struct door *door) {
    const struct setting_access_control *set = &settings_get(core)->values.access_control;
    pthread_mutex_lock(&door->mutex);
    bool opens = door->open_asked, silences = door->silence_asked;
    bool locked_down = door->locked_down;
    door->open_asked = door->silence_asked = false;
    pthread_mutex_unlock(&door->mutex);
    if (locked_down != door->portal.locked_down) {
        portal_lock_down(&door->portal, locked_down);
    }
    if (opens) {
        (void)portal_release(&door->portal, set, false, core_mono_ms(core));
    }
    if (silences) {
        portal_silence(&door->portal);
    }
}

/* Sends the frame that waits. True when the line had no time for it. */
static bool send_frame(struct core *core, struct door *door) {
    const struct hal_door *hal = &core->shared->hal->door;
    if (door->frame.count == 0) {
        return false;
    }
    int r = hal->send(hal->ctx, &door->frame);
    if (r == E_BUSY) {
        return true;
    }
    door->frame.count = 0;
    if (r < 0) {
        log_warn("door", "the Wiegand line does not answer", log_errno(r));
    }
    return false;
}

static enum rules_door schedule_at(struct core *core, const struct rules_moment *now) {
    enum rules_door door = rules_door_at(rules_get(core), now).door;
    bool begins = door != RULES_DOOR_OPEN || clock_is_confirmed(core->shared);
    return begins ? door : RULES_DOOR_NORMAL; /* no forged time opens the door */
}

static enum rules_door schedule_now(struct core *core) {
    struct rules_moment now = rules_moment_at(core, core_utc_ms(core));
    return schedule_at(core, &now);
}

static struct portal_facts read_facts(struct core *core) {
    const struct hal_door *hal = &core->shared->hal->door;
    struct portal_facts facts = {
        .set = &settings_get(core)->values.access_control,
        .schedule = schedule_now(core),
        .now_ms = core_mono_ms(core),
    };
    hal->read(hal->ctx, &facts.contacts);
    return facts;
}

static int64_t sooner_of(int64_t a_ms, int64_t b_ms) {
    return a_ms < b_ms ? a_ms : b_ms;
}

int64_t door_look(struct core *core) {
    struct door *door = core->shared->door;
    take_commands(core, door);
    struct portal_facts facts = read_facts(core);
    int64_t due_ms = portal_look(&door->portal, &facts);
    write_outputs(core, door);
    bool waits = send_frame(core, door);
    facts = read_facts(core); /* the relay as it reads back now */
    due_ms = sooner_of(due_ms, portal_look(&door->portal, &facts));
    take_events(core, door);
    pthread_mutex_lock(&door->mutex);
    publish_view(core, door, &facts);
    pthread_mutex_unlock(&door->mutex);
    bool asks = !door->is_told || !door->portal.online || (door->portal.alarms >> DOOR_ALARM_RELAY & 1U) != 0;
    due_ms =
        sooner_of(due_ms, facts.now_ms + MINUTE_MS - core_utc_ms(core) % MINUTE_MS); /* hours begin on the minute */
    due_ms = asks ? sooner_of(due_ms, facts.now_ms + ASK_MS) : due_ms;
    return waits ? sooner_of(due_ms, facts.now_ms + FRAME_MS) : due_ms;
}

bool door_read_line(struct core *core, struct hal_input_event *ret_event) {
    const struct hal_door *hal = &core->shared->hal->door;
    struct door *door = core->shared->door;
    struct wiegand_frame frame;
    for (unsigned i = 0; i < FRAMES_MOST && hal->receive(hal->ctx, &frame) == 0; i++) {
        const struct setting_access_control *set = &settings_get(core)->values.access_control;
        enum line_read read = line_take(&door->line, set, &frame, core_mono_ms(core), ret_event);
        ret_event->time_ms = core_utc_ms(core);
        door->bad_frames += read == LINE_BAD || (read == LINE_EVENT && ret_event->frame.count > 0) ? 1 : 0;
        if (read == LINE_EVENT) {
            return true;
        }
        if (read == LINE_BAD) {
            log_warn("door", "a frame of the Wiegand input is refused", log_uint("bits", frame.count));
        }
    }
    return false;
}

enum door_mode door_mode(struct core *core) {
    return portal_mode(&core->shared->door->portal);
}

void door_let_in(struct core *core, uint32_t userid, uint64_t card) {
    struct door *door = core->shared->door;
    const struct setting_access_control *set = &settings_get(core)->values.access_control;
    (void)portal_release(&door->portal, set, false, core_mono_ms(core));
    int r = wiegand_about(set, userid, card, &door->frame);
    if (r < 0) {
        door->frame.count = 0;
    }
    if (r == E_RANGE) {
        log_warn("door", "nothing is sent on the Wiegand line: the number does not fit into the format",
                 log_uint("userid", userid));
    }
    (void)door_look(core);
}

void door_read(const struct core *core, struct door_view *ret_view) {
    struct door *door = core->shared->door;
    pthread_mutex_lock(&door->mutex);
    *ret_view = door->view;
    pthread_mutex_unlock(&door->mutex);
}

size_t door_schedule(struct core *core, enum rules_door *ret_now, struct rules_door_change *ret_changes) {
    const struct rules *rules = rules_get(core);
    struct local_rule rule = clock_rule(settings_get(core));
    int64_t utc_ms = core_utc_ms(core);
    struct rules_moment now = rules_moment_of(&rule, utc_ms);
    *ret_now = schedule_at(core, &now);
    return rules_door_changes(rules, &rule, utc_ms, ret_changes, DOOR_CHANGES_MAX);
}

uint32_t door_revision(const struct core *core) {
    struct door *door = core->shared->door;
    pthread_mutex_lock(&door->mutex);
    uint32_t revision = door->revision;
    pthread_mutex_unlock(&door->mutex);
    return revision;
}

void door_set_changed(struct core_shared *shared, void (*changed)(void *ctx), void *ctx) {
    struct door *door = shared->door;
    pthread_mutex_lock(&door->mutex);
    door->changed = changed;
    door->changed_ctx = ctx;
    pthread_mutex_unlock(&door->mutex);
}

/* Counts an opening or a release of a person, at most DOOR_OPENS_MAX within DOOR_OPENS_MS: each leaves lines in the log, and
 * nobody is to displace the lines of others there. A lock-down is never refused; there is one for each release. With the
 * accounts that the person answers for. E_THROTTLED. With the mutex held. */
static int ration_command(const struct core *core, struct door *door, const struct actor *by, enum door_command command,
                          unsigned *ret_wait_s) {
    int64_t now_ms = core_mono_ms(core);
    int64_t oldest_ms = now_ms;
    unsigned count = 0;
    uint32_t person = actor_sponsor(by);
    for (unsigned i = 0; i < RATIONED_KEPT; i++) {
        const struct door_rationed *one = &door->rationed[i];
        bool is_own = one->at_ms != 0 && one->person == person && one->command == command;
        if (is_own && one->at_ms > now_ms - DOOR_OPENS_MS) {
            count++;
            oldest_ms = one->at_ms < oldest_ms ? one->at_ms : oldest_ms;
        }
    }
    if (count >= DOOR_OPENS_MAX) {
        *ret_wait_s = (unsigned)((oldest_ms + DOOR_OPENS_MS - now_ms + 999) / 1000);
        return E_THROTTLED;
    }
    door->rationed[door->rationed_at] = (struct door_rationed){.person = person, .command = command, .at_ms = now_ms};
    door->rationed_at = (door->rationed_at + 1) % RATIONED_KEPT;
    return 0;
}

/* Whether the person may release it, and as often. */
static int check_release(const struct core *core, struct door *door, const struct actor *by, unsigned *ret_wait_s) {
    int r = accounts_check_fresh(by);
    if (r == 0) {
        pthread_mutex_lock(&door->mutex);
        r = ration_command(core, door, by, DOOR_COMMAND_RELEASE, ret_wait_s);
        pthread_mutex_unlock(&door->mutex);
    }
    return r;
}

/* Whether the door can be opened from afar. */
static int check_opening(const struct core *core, struct door *door, const struct actor *by, unsigned *ret_wait_s) {
    int r = 0;
    pthread_mutex_lock(&door->mutex);
    if (door->locked_down) {
        r = E_DOOR_LOCKED_DOWN;
    } else if (door->view.relay_mode != RELAY_MODE_DOOR) {
        r = E_RELAY_NO_LOCK;
    } else if (!door->view.online) {
        r = E_OFFLINE;
    } else {
        r = ration_command(core, door, by, DOOR_COMMAND_OPEN, ret_wait_s);
    }
    pthread_mutex_unlock(&door->mutex);
    return r;
}

/* The row of the audit log, and the lock-down, in one transaction. */
static int store_command(struct core *core, const struct actor *by, enum door_command command, const char *reason) {
    _cleanup_(buf_donep) struct buf after;
    buf_init(&after);
    json_out_object_begin(&after);
    json_out_key(&after, "command");
    json_out_string(&after, door_command_words.words[command]);
    if (reason[0] != '\0') {
        json_out_key(&after, "reason");
        json_out_string(&after, reason);
    }
    json_out_object_end(&after);
    const char *text = buf_text(&after);
    int r = text == NULL ? E_NOMEM : store_begin(core->store);
    if (r < 0) {
        return r;
    }
    _cleanup_(store_abortp) struct store *txn = core->store;
    struct audit_change change = {.object = "door", .after = text};
    r = accounts_check_actor(core, by);
    if (r == 0 && (command == DOOR_COMMAND_LOCK_DOWN || command == DOOR_COMMAND_RELEASE)) {
        r = store_door_lock_down(core->store, command == DOOR_COMMAND_LOCK_DOWN);
    }
    if (r == 0) {
        r = audit_add(core, by, &change);
    }
    return r < 0 ? r : store_commit(txn);
}

/* Leaves it for the terminal's thread. */
static void hand_over(struct core *core, struct door *door, enum door_command command) {
    pthread_mutex_lock(&door->mutex);
    switch (command) {
        case DOOR_COMMAND_OPEN: door->open_asked = true; break;
        case DOOR_COMMAND_LOCK_DOWN: door->locked_down = true; break;
        case DOOR_COMMAND_RELEASE: door->locked_down = false; break;
        case DOOR_COMMAND_SILENCE: door->silence_asked = true; break;
        default: break;
    }
    pthread_mutex_unlock(&door->mutex);
    door_wake(core);
}

static void record_command(struct core *core, const struct actor *by, enum door_command command, const char *reason) {
    static const enum record_kind kinds[] = {
        [DOOR_COMMAND_OPEN] = RECORD_KIND_REMOTE_OPEN,
        [DOOR_COMMAND_LOCK_DOWN] = RECORD_KIND_LOCK_DOWN,
        [DOOR_COMMAND_RELEASE] = RECORD_KIND_RELEASE,
        [DOOR_COMMAND_SILENCE] = RECORD_KIND_SILENCED,
    };
    char detail[NAMES_MAX + 1];
    (void)snprintf(detail, sizeof(detail), "%s%s%s", by->account, reason[0] == '\0' ? "" : ": ", reason);
    struct record record = {.kind = kinds[command], .username = by->name, .detail = detail};
    record.userid = actor_is_person(by) ? by->userid : 0;
    int r = log_append(core, &record, NULL);
    if (r < 0) {
        log_warn("door", "a command is not in the log of the door; the audit log has it", log_errno(r));
    }
}

static bool is_so_already(struct door *door, enum door_command command) {
    pthread_mutex_lock(&door->mutex);
    bool is_so = (command == DOOR_COMMAND_LOCK_DOWN && door->locked_down) ||
                 (command == DOOR_COMMAND_RELEASE && !door->locked_down) ||
                 (command == DOOR_COMMAND_SILENCE && !door->view.sounds);
    pthread_mutex_unlock(&door->mutex);
    return is_so;
}

/* With `commanding` held. *ret_did: it was not so already. */
static int run_command(struct core *core, const struct actor *by, enum door_command command, const char *reason,
                       unsigned *ret_wait_s, bool *ret_did) {
    struct door *door = core->shared->door;
    int r = 0;
    *ret_did = !is_so_already(door, command);
    if (!*ret_did) {
        return 0;
    }
    if (command == DOOR_COMMAND_OPEN) {
        r = check_opening(core, door, by, ret_wait_s);
    } else if (command == DOOR_COMMAND_RELEASE) {
        r = check_release(core, door, by, ret_wait_s);
    }
    if (r == 0) {
        r = store_command(core, by, command, reason);
    }
    if (r < 0) {
        return r;
    }
    hand_over(core, door, command);
    return 0;
}

int door_command(struct core *core, const struct actor *by, enum door_command command, const char *reason,
                 unsigned *ret_wait_s) {
    struct door *door = core->shared->door;
    const char *text = reason == NULL ? "" : reason;
    pthread_mutex_lock(&door->commanding);
    bool did = false;
    int r = run_command(core, by, command, text, ret_wait_s, &did);
    pthread_mutex_unlock(&door->commanding);
    if (r == 0 && did) {
        record_command(core, by, command, text);
    }
    return r;
}

struct journal *door_journal(const struct core *core) {
    return core->shared->door->journal;
}

struct menu_desk *door_menu_desk(const struct core *core) {
    return core->shared->door->menu_desk;
}

struct portrait *door_portrait(const struct core *core) {
    return core->shared->door->portrait;
}

int64_t door_portrait_due_ms(struct core *core) {
    return portrait_waits(door_portrait(core)) ? 0 : INT64_MAX;
}

void door_portrait_upkeep(struct core *core) {
    portrait_show(core, door_portrait(core));
}

int64_t door_due_ms(struct core *core) {
    return journal_waits(core->shared->door->journal) ? 0 : INT64_MAX;
}

void door_upkeep(struct core *core) {
    (void)journal_write(core, core->shared->door->journal); /* what could not be written is due again */
}
