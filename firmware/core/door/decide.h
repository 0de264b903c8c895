/* Who is let in: one pure function from facts to what is done, for the door and for "why?" alike. docs/rules.md ("Who is
 * let in") has each rule with its example; a test runs them. Asks nothing, keeps nothing; the clock is in the facts. */
#ifndef POSTERN_CORE_DECIDE_H
#define POSTERN_CORE_DECIDE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/door/door.h"
#include "core/door/passback.h"
#include "core/rules/rules.h"
#include "values.h"

/* What became of the credential that was shown. */
enum decide_shown {
    DECIDE_SHOWN_KNOWN, /* it is a user's */
    DECIDE_SHOWN_UNKNOWN, /* it is nobody's */
    DECIDE_SHOWN_POOR, /* the sensor could not read it */
    DECIDE_SHOWN_NOT_LIVE, /* no living finger, face or eye */
    DECIDE_SHOWN_WRONG_CODE, /* a code of nobody, or not the code of the person who is asked for one */
    DECIDE_SHOWN_IN_PAUSE, /* a code while none are looked at */
    DECIDE_SHOWN_FAILED, /* whose it is could not be found out */
};

/* Through what it was shown. */
enum decide_device {
    DECIDE_DEVICE_OWN, /* the terminal's own readers */
    DECIDE_DEVICE_AUTHORIZED, /* another device, on the list and authorized */
    DECIDE_DEVICE_NOT_AUTHORIZED,
    DECIDE_DEVICE_OTHER_GROUP, /* authorized, but not for people of this group */
};

/* What a server said that decides besides. */
enum decide_server {
    DECIDE_SERVER_NOT_ASKED, /* the terminal decides alone; also when the server is silent and the setting says so */
    DECIDE_SERVER_ALLOWED,
    DECIDE_SERVER_REFUSED,
    DECIDE_SERVER_SILENT, /* and without it nobody is let in */
};

/* All that counts. What was not found out about a person counts only with `shown` DECIDE_SHOWN_KNOWN. */
struct decide_facts {
    enum door_mode door;
    uint8_t door_period; /* number of the period group that opens or closes the door by schedule; 0 none */
    enum decide_device device;
    enum decide_shown shown;
    uint32_t userid;
    uint32_t valid_from, valid_to; /* days, yyyymmdd; 0: no first, no last */
    uint32_t today; /* at the terminal, yyyymmdd */
    struct rules_answer group; /* of the person's group, now */
    uint32_t needed; /* factors that must all match, bits 1 << enum factor; 0: any one */
    uint32_t have; /* factors that matched within the time, this one among them */
    bool duress; /* what was shown now is marked */
    bool duress_before; /* so was what the same person showed just before */
    int temperature; /* of the skin, tenths of a degree; 0: not measured */
    int temperature_limit; /* above it nobody is let in; 0: none */
    enum anti_passback passback;
    enum passback_area area; /* where the person is */
    enum punch_status status; /* of the punch */
    bool two_person; /* two people are needed */
    uint32_t first_person; /* who was there just before and waits for another; 0: nobody */
    enum decide_server server;
    enum work_mode work;
};

enum decide_verdict {
    DECIDE_GRANTED,
    DECIDE_REFUSED,
    DECIDE_WAITS, /* for another factor, or for another person; when the time is over: refused with the same reason */
};

/* One rule that was asked, in their order. */
struct decide_step {
    enum decide_rule rule;
    enum decide_finding finding;
    enum record_reason reason; /* what it found; RECORD_REASON_NONE: nothing to say */
    uint32_t number; /* door, group: period group, time zone or holiday; validity: the day; factors: what misses;
                        temperature: tenths; antiPassback: enum passback_area; secondPerson: who waits */
    struct rules_nearest nearest; /* with RECORD_REASON_OUTSIDE_HOURS */
};

struct decide_outcome {
    enum decide_verdict verdict;
    enum record_reason reason;
    bool opens; /* granted, and the terminal opens a door */
    bool is_punch; /* granted, and it counts as attendance */
    bool is_duress; /* for the record: something shown was marked */
    bool is_alarm; /* a silent alarm is raised now */
    bool is_marked; /* granted although anti-passback is against it */
    uint32_t missing; /* with DECIDE_WAITS: factors asked for besides; 0: another person */
    enum passback_area area; /* where the person is from now on; PASSBACK_UNKNOWN: where they were */
    size_t step_count;
    struct decide_step steps[DECIDE_RULE_COUNT];
};

struct decide_outcome decide(const struct decide_facts *facts);

#endif
