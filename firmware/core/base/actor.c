#include "core/base/actor.h"

#include <stdio.h>
#include <string.h>

struct actor actor_nobody(const char *peer, const char *call) {
    struct actor actor = {.account = "-", .userid = ACTOR_USERID_NOBODY, .call = call};
    (void)snprintf(actor.peer, sizeof(actor.peer), "%s", peer);
    return actor;
}

bool actor_is_person(const struct actor *actor) {
    return actor->userid < ACTOR_USERID_ENGINEER;
}

uint32_t actor_person(const struct actor *actor) {
    return actor->key_id != 0 ? actor->maker : actor->userid;
}

uint32_t actor_sponsor(const struct actor *actor) {
    return actor->sponsor != 0 ? actor->sponsor : actor_person(actor);
}

unsigned actor_reach(const struct actor *actor) {
    return actor->key_id != 0 ? 0 : actor->level;
}

void actor_become(struct actor *actor, const struct actor *account) {
    char peer[ACTOR_PEER_MAX];
    const char *call = actor->call;
    enum audit_importance importance = actor->importance;
    memcpy(peer, actor->peer, sizeof(peer));
    *actor = *account;
    memcpy(actor->peer, peer, sizeof(peer));
    actor->call = call;
    actor->importance = importance;
}
