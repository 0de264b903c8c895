/* The snapshot of the rules: read completely after a change by the first caller, shared by all threads. */
#include "core/rules/rules.h"

#include <pthread.h>
#include <stdlib.h>

#include "core/base/core.h"
#include "core/rules/rules_impl.h"
#include "core/time/clock_rules.h"
#include "store/store.h"
#include "util/log.h"

#define ARENA_MAX ((size_t)128 * 1024) /* names of 144 rules, 1,792 intervals, twice that for the blocks */

struct rules_room {
    atomic_ullong generation; /* number of changes */
    pthread_mutex_t mutex; /* guards `newest`; held while the rules are read */
    struct rules *newest; /* one reference */
};

static int rules_load(struct store *store, unsigned long long generation, struct rules **ret_rules) {
    struct rules *rules = calloc(1, sizeof(*rules));
    if (rules == NULL) {
        return E_NOMEM;
    }
    atomic_init(&rules->references, 1);
    rules->generation = generation;
    arena_init(&rules->arena, ARENA_MAX);
    int r = store_rules_read(store, &rules->arena, &rules->set);
    if (r < 0) {
        rules_unref(rules);
        return r;
    }
    *ret_rules = rules;
    return 0;
}

int rules_new(struct store *store, struct rules_room **ret_room) {
    struct rules_room *room = calloc(1, sizeof(*room));
    if (room == NULL) {
        return E_NOMEM;
    }
    int r = rules_load(store, 0, &room->newest);
    if (r < 0) {
        free(room);
        return r;
    }
    pthread_mutex_init(&room->mutex, NULL);
    *ret_room = room;
    return 0;
}

void rules_free(struct rules_room *room) {
    if (room == NULL) {
        return;
    }
    rules_unref(room->newest);
    pthread_mutex_destroy(&room->mutex);
    free(room);
}

void rules_unref(struct rules *rules) {
    if (rules != NULL && atomic_fetch_sub(&rules->references, 1) == 1) {
        arena_done(&rules->arena);
        free(rules);
    }
}

/* Reads the rules if they have changed. The caller holds the mutex. */
static void bring_up_to_date(struct core *core, struct rules_room *room, unsigned long long generation) {
    struct rules *rules = NULL;
    if (room->newest->generation == generation) {
        return;
    }
    int r = rules_load(core->store, generation, &rules);
    if (r < 0) {
        log_error("rules", "the rules cannot be read; those before stay in force", log_errno(r));
        return;
    }
    rules_unref(room->newest);
    room->newest = rules;
}

const struct rules *rules_get(struct core *core) {
    struct rules_room *room = core->shared->rules;
    /* Before reading the store: a later change has another number. */
    unsigned long long generation = atomic_load(&room->generation);
    if (core->rules != NULL && core->rules->generation == generation) {
        return core->rules;
    }
    pthread_mutex_lock(&room->mutex);
    bring_up_to_date(core, room, generation);
    struct rules *newest = room->newest;
    (void)atomic_fetch_add(&newest->references, 1);
    pthread_mutex_unlock(&room->mutex);
    rules_unref(core->rules);
    core->rules = newest;
    return newest;
}

const struct store_rules *rules_all(const struct rules *rules) {
    return &rules->set;
}

void rules_changed(struct core *core) {
    const struct hal_input *input = &core->shared->hal->input;
    (void)atomic_fetch_add(&core->shared->rules->generation, 1);
    input->wake(input->ctx); /* hours of the door apply at once */
}

struct rules_moment rules_moment_at(struct core *core, int64_t utc_ms) {
    const struct local_rule rule = clock_rule_at(core, utc_ms / 1000);
    return rules_moment_of(&rule, utc_ms);
}
