#include "core/door/portal.h"

#include <assert.h>
#include <string.h>

#include "util/log.h"

#define SECOND_MS INT64_C(1000)
#define SOON_OF_FIVE 4 /* fifths of the time after which it is soon too long */

#define LINES_OF_A_PERSON 2 /* the door opens and closes */

/* Alarms that are heard at the door. */
#define LOUD (1U << DOOR_ALARM_FORCED | 1U << DOOR_ALARM_HELD | 1U << DOOR_ALARM_TAMPER)

void portal_init(struct portal *portal, bool locked_down) {
    memset(portal, 0, sizeof(*portal));
    portal->online = true;
    portal->locked_down = locked_down;
    portal->noted_mode = portal_mode(portal);
}

static bool has_alarm(const struct portal *portal, enum door_alarm alarm) {
    return (portal->alarms >> alarm & 1U) != 0;
}

static void put_event(struct portal *portal, const struct portal_event *event) {
    assert(portal->event_count < PORTAL_EVENTS_MAX);
    portal->events[portal->event_count++] = *event;
}

/* A contact moved: a line, unless it moves too often. True if it is written. */
static bool put_movement(struct portal *portal, enum record_kind kind, enum door_contact contact, int64_t now_ms) {
    if (!quota_take(&portal->quotas[contact], now_ms)) {
        return false;
    }
    put_event(portal, &(struct portal_event){.kind = kind, .contact = contact});
    return true;
}

/* What the log calls the beginning of an alarm. */
static enum record_kind kind_of(enum door_alarm alarm) {
    static const enum record_kind kinds[DOOR_ALARM_COUNT] = {
        [DOOR_ALARM_FORCED] = RECORD_KIND_FORCED, [DOOR_ALARM_HELD_SOON] = RECORD_KIND_HELD_SOON,
        [DOOR_ALARM_HELD] = RECORD_KIND_HELD,     [DOOR_ALARM_TAMPER] = RECORD_KIND_TAMPER,
        [DOOR_ALARM_FIRE] = RECORD_KIND_FIRE,     [DOOR_ALARM_SUPPLY] = RECORD_KIND_SUPPLY,
        [DOOR_ALARM_RELAY] = RECORD_KIND_MODULE,  [DOOR_ALARM_OFFLINE] = RECORD_KIND_MODULE,
    };
    return kinds[alarm];
}

/* The contact that an alarm is about. */
static enum door_contact contact_of(enum door_alarm alarm) {
    static const enum door_contact contacts[DOOR_ALARM_COUNT] = {
        [DOOR_ALARM_FORCED] = DOOR_CONTACT_LEAF, [DOOR_ALARM_HELD_SOON] = DOOR_CONTACT_LEAF,
        [DOOR_ALARM_HELD] = DOOR_CONTACT_LEAF,   [DOOR_ALARM_TAMPER] = DOOR_CONTACT_CASE,
        [DOOR_ALARM_FIRE] = DOOR_CONTACT_FIRE,   [DOOR_ALARM_SUPPLY] = DOOR_CONTACT_SUPPLY,
        [DOOR_ALARM_RELAY] = DOOR_CONTACT_RELAY, [DOOR_ALARM_OFFLINE] = DOOR_CONTACT_DRIVER,
    };
    return contacts[alarm];
}

/* The beginning or the end of an alarm is always written. */
static void switch_alarm(struct portal *portal, enum door_alarm alarm, bool on, int64_t now_ms) {
    enum record_kind kind = kind_of(alarm);
    portal->alarms ^= 1U << alarm;
    portal->ending &= ~(1U << alarm);
    portal->alarm_since_ms[alarm] = on ? now_ms : 0;
    quota_charge(&portal->quotas[contact_of(alarm)], now_ms);
    put_event(portal, &(struct portal_event){
                          .kind = on || kind == RECORD_KIND_MODULE ? kind : RECORD_KIND_RESTORED,
                          .alarm = alarm,
                          .on = on,
                          .contact = contact_of(alarm),
                      });
    if (on && (1U << alarm & LOUD) != 0) {
        portal->silenced = false;
    }
}

/* Begins or ends an alarm; each is told once. That of an unsteady contact goes on until it is steady. */
static void set_alarm(struct portal *portal, enum door_alarm alarm, bool on, int64_t now_ms) {
    struct quota *quota = &portal->quotas[contact_of(alarm)];
    bool is_ending = (portal->ending >> alarm & 1U) != 0;
    if (has_alarm(portal, alarm) == on) {
        if (is_ending) {
            portal->ending &= ~(1U << alarm);
            quota_leave_out(quota, 2, now_ms); /* that it was over, and began again */
        }
    } else if (!on && quota->is_unsteady) {
        portal->ending |= 1U << alarm;
    } else {
        switch_alarm(portal, alarm, on, now_ms);
    }
}

/* Contacts that are steady again: how many lines were left out, and the ends of their alarms. */
static void look_at_quotas(struct portal *portal, int64_t now_ms) {
    uint32_t left_out = 0;
    for (unsigned i = 0; i < DOOR_CONTACT_COUNT; i++) {
        if (!quota_is_over(&portal->quotas[i], now_ms, &left_out)) {
            continue;
        }
        put_event(portal, &(struct portal_event){
                              .kind = RECORD_KIND_UNSTEADY, .contact = (enum door_contact)i, .left_out = left_out});
        for (unsigned alarm = 0; alarm < DOOR_ALARM_COUNT; alarm++) {
            if (contact_of((enum door_alarm)alarm) == i && (portal->ending >> alarm & 1U) != 0) {
                switch_alarm(portal, (enum door_alarm)alarm, false, now_ms);
            }
        }
    }
}

/* Takes what a contact reads. True when it counts as another than before. */
static bool contact_take(struct portal_contact *contact, bool raw, int64_t now_ms) {
    if (raw != contact->raw) {
        contact->raw = raw;
        contact->since_ms = now_ms;
    }
    if (contact->raw == contact->is || now_ms < contact->since_ms + PORTAL_DEBOUNCE_MS) {
        return false;
    }
    contact->is = contact->raw;
    return true;
}

/* Takes it as it is, as nothing is known of before. */
static void contact_start(struct portal_contact *contact, bool raw, int64_t now_ms) {
    *contact = (struct portal_contact){.is = raw, .raw = raw, .since_ms = now_ms};
}

static bool leaf_of(const struct portal_facts *facts) {
    return facts->set->sensor != DOOR_SENSOR_NONE &&
           facts->contacts.sensor == (facts->set->sensor == DOOR_SENSOR_NORMALLY_OPEN);
}

static bool drives_lock(const struct portal_facts *facts) {
    return facts->set->relay == RELAY_MODE_DOOR;
}

enum door_mode portal_mode(const struct portal *portal) {
    if (portal->fire.is) {
        return DOOR_FIRE;
    }
    if (portal->locked_down) {
        return DOOR_LOCKED_DOWN;
    }
    return portal->schedule == RULES_DOOR_CLOSED ? DOOR_ALWAYS_CLOSED
           : portal->schedule == RULES_DOOR_OPEN ? DOOR_ALWAYS_OPEN
                                                 : DOOR_NORMAL;
}

enum portal_state portal_state(const struct portal *portal) {
    if (!portal->has_started || !portal->online) {
        return PORTAL_UNKNOWN;
    }
    if (!portal->leaf.is) {
        return portal->relay ? PORTAL_RELEASED : PORTAL_CLOSED;
    }
    return has_alarm(portal, DOOR_ALARM_FORCED)      ? PORTAL_FORCED
           : has_alarm(portal, DOOR_ALARM_HELD)      ? PORTAL_HELD
           : has_alarm(portal, DOOR_ALARM_HELD_SOON) ? PORTAL_HELD_SOON
                                                     : PORTAL_OPEN;
}

/* Writes into the log what the step `by` has made of the door. */
static void note_state(struct portal *portal, const char *by) {
    static const char *const states[PORTAL_STATES] = {
        [PORTAL_UNKNOWN] = "unknown", [PORTAL_CLOSED] = "closed",       [PORTAL_RELEASED] = "released",
        [PORTAL_OPEN] = "open",       [PORTAL_HELD_SOON] = "held soon", [PORTAL_HELD] = "held",
        [PORTAL_FORCED] = "forced",
    };
    static const char *const modes[] = {
        [DOOR_NORMAL] = "normal",
        [DOOR_ALWAYS_OPEN] = "always open",
        [DOOR_ALWAYS_CLOSED] = "always closed",
        [DOOR_LOCKED_DOWN] = "locked down",
        [DOOR_FIRE] = "fire",
    };
    static const struct log_machine door = {"door", states, PORTAL_STATES};
    static const struct log_machine mode = {"mode", modes, sizeof(modes) / sizeof(modes[0])};
    const enum portal_state state_now = portal_state(portal);
    const enum door_mode mode_now = portal_mode(portal);
    log_transition("door", &mode, portal->noted_mode, mode_now, by);
    log_transition("door", &door, portal->noted, state_now, by);
    portal->noted = state_now;
    portal->noted_mode = mode_now;
}

bool portal_release(struct portal *portal, const struct setting_access_control *set, bool from_inside, int64_t now_ms) {
    if (!from_inside) {
        quota_give(&portal->quotas[DOOR_CONTACT_LEAF], LINES_OF_A_PERSON);
    }
    if (set->relay == RELAY_MODE_NONE || (portal->locked_down && !from_inside)) {
        return false;
    }
    int64_t until_ms = now_ms + (set->delay > 0 ? set->delay * SECOND_MS : PORTAL_PULSE_MS);
    portal->release_until_ms = until_ms > portal->release_until_ms ? until_ms : portal->release_until_ms;
    return true;
}

void portal_lock_down(struct portal *portal, bool on) {
    portal->locked_down = on;
    portal->release_until_ms = 0;
    note_state(portal, "command");
}

void portal_silence(struct portal *portal) {
    portal->silenced = true;
}

/* The time that the leaf may stand open runs again: it may do so no longer than from now. */
static void held_restart(struct portal *portal, int64_t now_ms) {
    portal->open_since_ms = portal->leaf.is ? now_ms : 0;
}

static void leaf_opened(struct portal *portal, const struct portal_facts *facts) {
    int64_t at_ms = portal->leaf.since_ms;
    bool may = portal->relay || at_ms <= portal->right_until_ms;
    portal->open_since_ms = at_ms;
    (void)put_movement(portal, RECORD_KIND_OPENED, DOOR_CONTACT_LEAF, facts->now_ms);
    if (drives_lock(facts) && !may) {
        set_alarm(portal, DOOR_ALARM_FORCED, true, facts->now_ms);
    }
}

static void leaf_closed(struct portal *portal, const struct portal_facts *facts) {
    portal->open_since_ms = 0;
    (void)put_movement(portal, RECORD_KIND_CLOSED, DOOR_CONTACT_LEAF, facts->now_ms);
    set_alarm(portal, DOOR_ALARM_FORCED, false, facts->now_ms);
    if (drives_lock(facts) && facts->set->relock_on_close) {
        portal->release_until_ms = 0;
        portal->right_until_ms = 0;
        portal->relay = false; /* what was released for a person has no half a second behind it */
    }
}

/* A sensor that is another one than before says nothing about what happened. */
static void look_at_sensor(struct portal *portal, const struct portal_facts *facts) {
    if (portal->sensor == facts->set->sensor) {
        return;
    }
    portal->sensor = facts->set->sensor;
    contact_start(&portal->leaf, leaf_of(facts), facts->now_ms);
    held_restart(portal, facts->now_ms);
    set_alarm(portal, DOOR_ALARM_FORCED, false, facts->now_ms);
}

static void look_at_leaf(struct portal *portal, const struct portal_facts *facts) {
    look_at_sensor(portal, facts);
    if (contact_take(&portal->leaf, leaf_of(facts), facts->now_ms)) {
        if (portal->leaf.is) {
            leaf_opened(portal, facts);
        } else {
            leaf_closed(portal, facts);
        }
    }
}

static void look_at_button(struct portal *portal, const struct portal_facts *facts) {
    if (!contact_take(&portal->button, facts->contacts.button, facts->now_ms) || !portal->button.is) {
        return;
    }
    bool is_released = portal->release_until_ms > facts->now_ms;
    /* Who plays with it does not fill the log, and gets no room for lines of the leaf by it. */
    if (portal_release(portal, facts->set, true, facts->now_ms) && !is_released &&
        put_movement(portal, RECORD_KIND_EXIT, DOOR_CONTACT_BUTTON, facts->now_ms)) {
        quota_give(&portal->quotas[DOOR_CONTACT_LEAF], LINES_OF_A_PERSON);
    }
}

/* Case, fire and supply: they count for as long as they last. */
static void look_at_inputs(struct portal *portal, const struct portal_facts *facts) {
    const struct hal_door_contacts *contacts = &facts->contacts;
    int64_t now_ms = facts->now_ms;
    bool had_fire = portal->fire.is;
    (void)contact_take(&portal->fire, contacts->fire, now_ms);
    (void)contact_take(&portal->tamper, contacts->tamper && facts->set->tamper_alarm, now_ms);
    portal->supplies = facts->set->supply12v;
    (void)contact_take(&portal->supply, portal->supplies && !contacts->supply, now_ms);
    set_alarm(portal, DOOR_ALARM_FIRE, portal->fire.is, now_ms);
    set_alarm(portal, DOOR_ALARM_TAMPER, portal->tamper.is, now_ms);
    set_alarm(portal, DOOR_ALARM_SUPPLY, portal->supply.is, now_ms);
    if (had_fire && !portal->fire.is) {
        held_restart(portal, now_ms);
    }
}

static void look_at_schedule(struct portal *portal, const struct portal_facts *facts) {
    if (portal->schedule == facts->schedule) {
        return;
    }
    bool was_open = portal->schedule == RULES_DOOR_OPEN;
    portal->schedule = facts->schedule;
    put_event(portal, &(struct portal_event){.kind = RECORD_KIND_SCHEDULE}); /* as often as the rules say */
    if (was_open) {
        held_restart(portal, facts->now_ms);
    }
}

static void look_at_relay(struct portal *portal, const struct portal_facts *facts) {
    enum door_mode mode = portal_mode(portal);
    if (portal->release_until_ms <= facts->now_ms) {
        portal->release_until_ms = 0;
    }
    bool is_released = portal->release_until_ms != 0 && facts->set->relay != RELAY_MODE_NONE;
    bool stands_open = drives_lock(facts) && (mode == DOOR_FIRE || mode == DOOR_ALWAYS_OPEN);
    if (portal->relay || is_released || stands_open) {
        portal->right_until_ms = facts->now_ms + PORTAL_GRACE_MS;
    }
    portal->relay = is_released || stands_open;
}

/* When the leaf has stood open for too long, at four fifths of it or in full. */
static int64_t held_at_ms(const struct portal *portal, const struct portal_facts *facts, int64_t fifths) {
    return portal->open_since_ms + facts->set->held_open * SECOND_MS * fifths / 5;
}

static bool may_stand_open(const struct portal *portal, const struct portal_facts *facts) {
    enum door_mode mode = portal_mode(portal);
    return !portal->leaf.is || facts->set->held_open == 0 || mode == DOOR_FIRE || mode == DOOR_ALWAYS_OPEN;
}

static void look_at_held(struct portal *portal, const struct portal_facts *facts) {
    int64_t now_ms = facts->now_ms;
    bool may = may_stand_open(portal, facts);
    bool too_long = !may && now_ms >= held_at_ms(portal, facts, 5);
    bool soon =
        !may && !too_long && !has_alarm(portal, DOOR_ALARM_HELD) && now_ms >= held_at_ms(portal, facts, SOON_OF_FIVE);
    if (too_long && has_alarm(portal, DOOR_ALARM_HELD_SOON)) {
        portal->alarms &= ~(1U << DOOR_ALARM_HELD_SOON); /* it is over because the other begins: no word of it */
        portal->ending &= ~(1U << DOOR_ALARM_HELD_SOON);
    }
    set_alarm(portal, DOOR_ALARM_HELD_SOON, soon, now_ms);
    set_alarm(portal, DOOR_ALARM_HELD, too_long, now_ms);
}

/* The first look after a start: nothing is known of what was before it. */
static void look_first(struct portal *portal, const struct portal_facts *facts) {
    const struct hal_door_contacts *contacts = &facts->contacts;
    portal->has_started = true;
    portal->sensor = facts->set->sensor;
    contact_start(&portal->leaf, leaf_of(facts), facts->now_ms);
    contact_start(&portal->button, contacts->button, facts->now_ms);
    contact_start(&portal->tamper, contacts->tamper && facts->set->tamper_alarm, facts->now_ms);
    contact_start(&portal->fire, contacts->fire, facts->now_ms);
    held_restart(portal, facts->now_ms);
}

static int64_t contact_due(const struct portal_contact *contact) {
    return contact->raw == contact->is ? PORTAL_NEVER : contact->since_ms + PORTAL_DEBOUNCE_MS;
}

static int64_t sooner_of(int64_t a_ms, int64_t b_ms) {
    return a_ms < b_ms ? a_ms : b_ms;
}

static int64_t portal_due(const struct portal *portal, const struct portal_facts *facts) {
    int64_t due_ms = portal->release_until_ms != 0 ? portal->release_until_ms : PORTAL_NEVER;
    due_ms = sooner_of(due_ms, contact_due(&portal->leaf));
    due_ms = sooner_of(due_ms, contact_due(&portal->button));
    due_ms = sooner_of(due_ms, contact_due(&portal->tamper));
    due_ms = sooner_of(due_ms, contact_due(&portal->fire));
    due_ms = sooner_of(due_ms, contact_due(&portal->supply));
    for (unsigned i = 0; i < DOOR_CONTACT_COUNT; i++) {
        due_ms = sooner_of(due_ms, quota_due(&portal->quotas[i]));
    }
    if (portal->relay_wrong.raw != portal->relay_wrong.is) {
        due_ms = sooner_of(due_ms, portal->relay_wrong.since_ms + PORTAL_STUCK_MS);
    }
    if (!may_stand_open(portal, facts) && !has_alarm(portal, DOOR_ALARM_HELD)) {
        bool told = has_alarm(portal, DOOR_ALARM_HELD_SOON);
        due_ms = sooner_of(due_ms, held_at_ms(portal, facts, told ? 5 : SOON_OF_FIVE));
    }
    return due_ms;
}

/* A relay that is not what it was told, for longer than it needs to move. */
static void look_at_readback(struct portal *portal, const struct portal_facts *facts) {
    struct portal_contact *wrong = &portal->relay_wrong;
    bool raw = facts->contacts.relay != portal->relay;
    if (raw != wrong->raw) {
        wrong->raw = raw;
        wrong->since_ms = facts->now_ms;
    }
    if (!raw || facts->now_ms >= wrong->since_ms + PORTAL_STUCK_MS) {
        wrong->is = raw;
    }
    set_alarm(portal, DOOR_ALARM_RELAY, wrong->is, facts->now_ms);
}

int64_t portal_look(struct portal *portal, const struct portal_facts *facts) {
    if (facts->contacts.online && !portal->has_started) {
        look_first(portal, facts);
        note_state(portal, "start");
    }
    portal->online = facts->contacts.online;
    set_alarm(portal, DOOR_ALARM_OFFLINE, !portal->online, facts->now_ms);
    note_state(portal, "driver");
    look_at_schedule(portal, facts);
    note_state(portal, "schedule");
    if (portal->online) {
        look_at_inputs(portal, facts);
        note_state(portal, "input");
        look_at_button(portal, facts);
        look_at_leaf(portal, facts);
        note_state(portal, "leaf");
    }
    look_at_relay(portal, facts);
    note_state(portal, "relay");
    look_at_held(portal, facts);
    note_state(portal, "time");
    if (portal->online) {
        look_at_readback(portal, facts);
    }
    look_at_quotas(portal, facts->now_ms);
    portal->bell = (portal->alarms & LOUD) != 0 && !portal->silenced;
    return portal_due(portal, facts);
}
