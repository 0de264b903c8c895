/* The states of the door: relay, leaf, alarms. Pure but for its lines of the log: contacts, settings, schedule and time
 * come in, what the outputs are to be and what happened come out. docs/rules.md, "The door", has each rule with its example. */
#ifndef POSTERN_CORE_PORTAL_H
#define POSTERN_CORE_PORTAL_H

#include <stdbool.h>
#include <stdint.h>

#include "core/door/door.h"
#include "core/door/quota.h"
#include "core/rules/rules.h"
#include "hal/door.h"
#include "setting_values.h"
#include "values.h"

#define PORTAL_DEBOUNCE_MS 50 /* a contact counts when it has been so for so long */
#define PORTAL_PULSE_MS 500 /* the release of a delay of 0 */
#define PORTAL_GRACE_MS 500 /* after the release: who pushes just then has a right to */
#define PORTAL_STUCK_MS 500 /* a relay that does not follow for so long does not work */
#define PORTAL_EVENTS_MAX 64 /* of two looks */
#define PORTAL_NEVER INT64_MAX

/* A contact that bounces: it is what it has been for PORTAL_DEBOUNCE_MS. */
struct portal_contact {
    bool is; /* as it counts */
    bool raw; /* as it was seen last */
    int64_t since_ms; /* first seen so */
};

struct portal_event {
    enum record_kind kind;
    enum door_alarm alarm; /* of RECORD_KIND_RESTORED: what is over; of RECORD_KIND_MODULE: what about it */
    bool on; /* of RECORD_KIND_MODULE: it came; false: it went */
    enum door_contact contact; /* whose line it is */
    uint32_t left_out; /* of RECORD_KIND_UNSTEADY: lines */
};

/* What comes in. */
struct portal_facts {
    const struct setting_access_control *set;
    struct hal_door_contacts contacts;
    enum rules_door schedule;
    int64_t now_ms; /* monotonic */
};

/* What there is to see of the door; the later beats the earlier. */
enum portal_state {
    PORTAL_UNKNOWN, /* the driver does not answer, or has not yet */
    PORTAL_CLOSED,
    PORTAL_RELEASED, /* closed, and the relay is on */
    PORTAL_OPEN,
    PORTAL_HELD_SOON, /* open for four fifths of the time */
    PORTAL_HELD,
    PORTAL_FORCED, /* open, and the lock held when it opened */
    PORTAL_STATES
};

struct portal {
    bool has_started; /* it has seen the contacts once */
    struct portal_contact leaf, button, tamper, fire, supply, relay_wrong; /* leaf: open */
    bool online;
    enum door_sensor sensor; /* that the leaf was read with */
    bool locked_down;
    enum rules_door schedule;
    int64_t release_until_ms; /* the lock is released for somebody until then; 0: for nobody */
    int64_t right_until_ms; /* who opens until then has a right to */
    int64_t open_since_ms; /* the time that it may stand open runs from here; 0: it is closed, or may */
    uint32_t alarms; /* bits 1 << enum door_alarm */
    int64_t alarm_since_ms[DOOR_ALARM_COUNT];
    uint32_t ending; /* of them: those that are over when their contact is steady again */
    struct quota quotas[DOOR_CONTACT_COUNT]; /* lines of the log */
    bool silenced; /* of the alarms there are */
    bool relay, bell, supplies; /* what the outputs are to be */
    struct portal_event events[PORTAL_EVENTS_MAX];
    unsigned event_count; /* since they were taken; whoever takes them sets it to 0 */
    enum portal_state noted; /* in the log */
    enum door_mode noted_mode;
};

/* A terminal that starts: everything off, nobody has a right, and locked down if it was. */
void portal_init(struct portal *portal, bool locked_down);

/* Goes on to what the facts say. Returns when to look again though no contact changes, or PORTAL_NEVER. */
int64_t portal_look(struct portal *portal, const struct portal_facts *facts);

/* Somebody is let in, or the exit button was pressed (`from_inside`), which works whatever the door is under. Look after it.
 * True if the lock is released for it. */
bool portal_release(struct portal *portal, const struct setting_access_control *set, bool from_inside, int64_t now_ms);

/* Locks down: who was let in before is not any more; or ends it. Look after it. */
void portal_lock_down(struct portal *portal, bool on);

/* Ends the sound of the alarms there are; a new one sounds again. Look after it. */
void portal_silence(struct portal *portal);

/* What the door is under. */
enum door_mode portal_mode(const struct portal *portal);

/* What there is to see of it. */
enum portal_state portal_state(const struct portal *portal);

#endif
