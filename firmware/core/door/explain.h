/* "Why?": the decision (decide.h) run again, for a line of the log or for a person, what is shown and a time. Judges by
 * the settings, groups and users of now, and changes nothing. docs/rules.md ("Why?") says what is taken for what the
 * terminal no longer knows. */
#ifndef POSTERN_CORE_EXPLAIN_H
#define POSTERN_CORE_EXPLAIN_H

#include <stdbool.h>
#include <stdint.h>

#include "core/door/asker.h"
#include "core/door/decide.h"
#include "core/door/identify.h"
#include "util/err.h"

struct actor;
struct core;

struct explain_question {
    int64_t seq; /* a line of the log; 0: the rest says what */
    uint32_t userid; /* of a person */
    bool has_factors;
    uint32_t factors; /* that are shown; not said: what is asked for */
    bool has_status;
    enum punch_status status; /* not said: the one in force then */
    int64_t time_ms; /* 0: now */
    struct asker asker; /* through which device */
};

struct explanation {
    struct identify_person person; /* userid 0: nobody known */
    struct asker asker; /* through which device */
    struct decide_facts facts;
    int64_t time_ms;
    int32_t offset; /* local time minus UTC then, in minutes */
    uint32_t lacks; /* factors that are shown and that the person does not have */
    struct decide_outcome outcome;
};

/* Who asks about a person that is known may read users besides: E_FORBIDDEN. E_MISSING: neither line nor person, or a device without
 * its address; E_RANGE: both, more beside a line, or an address of the own readers; E_NOTFOUND: no such line; E_NO_DECISION: nobody asked to be let in there;
 * E_USER_UNKNOWN. *ret_field is then the field, or NULL. */
_must_check_ int explain(struct core *core, const struct actor *by, const struct explain_question *question,
                         struct explanation *ret, const char **ret_field);

/* Name of the period group, time zone or holiday that a step went by, as the rules are now; "": none, it has no name, or who
 * asks may not read it. Lent until this thread asks for the rules again. */
const char *explain_name(struct core *core, const struct actor *by, const struct decide_step *step);

/* Page of the console that sets what a step went by, with the user's number behind it where it ends with '='; "": none. */
const char *explain_page(const struct decide_step *step);

#endif
