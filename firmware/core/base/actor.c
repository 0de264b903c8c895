#include "core/base/actor.h"

#include <stdio.h>
#include <string.h>

struct actor actor_nobody(const char *peer, const char *call) {
    struct actor actor = {.account = "-", .userid = ACTOR_USERID_NOBODY, .call = call};
    (void)snprintf(actor.peer, sizeof(actor.peer), "%s", peer);
    return actor;
}

unsigned actor_reach(const struct actor *actor) {
    return actor->key_id != 0 ? 0 : actor->level;
}

void actor_become(struct actor *actor, const struct actor *account) {
    char peer[ACTOR_PEER_MAX];
    const char *call = actor->call;
    memcpy(peer, actor->peer, sizeof(peer));
    *actor = *account;
    memcpy(actor->peer, peer, sizeof(peer));
    actor->call = call;
}
