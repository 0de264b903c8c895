/* Changes of period groups and of which are in force, each in one transaction with its audit entry. */
#ifndef POSTERN_CORE_PERIODS_H
#define POSTERN_CORE_PERIODS_H

#include <stdbool.h>
#include <stdint.h>

#include "core/rules/hours.h"
#include "store/rules/periods.h"
#include "util/err.h"

struct actor;
struct core;

/* A new or changed period group. `group.number` 0: the next free one. */
struct periods_change {
    struct store_period_group group; /* with its intervals as received, and no revision */
    bool has_revision;
    uint32_t revision;
};

/* The group after the change. */
struct periods_saved {
    struct rules_saved saved;
    bool merged; /* some intervals were merged or removed */
    size_t count;
    struct store_period periods[STORE_PERIODS_MAX];
};

/* Adds a period group, or replaces the one with its number. 0; E_CHANGED_MEANWHILE; E_CAPACITY (no number is free);
 * E_PERIOD_IN_USE (the kind would change while it is in force); an error of the store. *ret_field is the field of a
 * failure (static text), or NULL. */
_must_check_ int periods_save(struct core *core, const struct actor *by, const struct periods_change *change,
                              struct periods_saved *ret_saved, const char **ret_field);

/* Deletes those of the mask that exist, all or none. 0; E_PERIOD_IN_USE while one is in force and the caller is not
 * `sure`, with its number in *ret_wrong; an error of the store. */
_must_check_ int periods_delete(struct core *core, const struct actor *by, uint32_t mask, bool sure,
                                uint32_t *ret_deleted, uint8_t *ret_wrong);

/* Changes what is in force: each given part replaces the previous one. */
struct in_force_change {
    bool has_working, has_open, has_closed, has_revision;
    uint32_t working[STORE_GROUPS]; /* masks of period groups, by group */
    uint32_t open, closed; /* for the door */
    uint32_t revision;
};

/* The rejected part of a change. */
struct in_force_refusal {
    enum { IN_FORCE_WORKING, IN_FORCE_OPEN, IN_FORCE_CLOSED, IN_FORCE_REVISION_OLD } part;
    uint8_t group; /* of part WORKING */
    uint8_t period; /* number of the period group; 0: the group itself is rejected */
};

/* Stores what is in force. 0; E_CHANGED_MEANWHILE; E_GROUP_UNDEFINED, E_PERIOD_UNDEFINED, E_RANGE (a period group of
 * another kind), with *reterr filled; an error of the store. */
_must_check_ int periods_put_in_force(struct core *core, const struct actor *by, const struct in_force_change *change,
                                      uint32_t *ret_revision, struct in_force_refusal *reterr);

#endif
