/* Gives every second user of a state folder a finger, as an enrolment would leave it in the store: drawing 50,000 fingers
 * three times each over the bench socket takes an hour.
 *
 *     fingers STATE COUNT      user 2 N has the right index finger of the seed 2 N, for N from 1 to COUNT
 *
 * STATE is a folder that posternd filled and nobody has open. The module is filled from it at the next start. */
#include <stdio.h>
#include <stdlib.h>

#include "core.h"
#include "core/base/actor.h"
#include "core/base/core.h"
#include "core/users/credentials.h"
#include "hal/sim/sim_fingertip.h"
#include "store/store.h"

#define SLICE 1000 /* of a transaction */
#define QUALITY 95
#define INDEX 1 /* right index finger */

static _Noreturn void fail(const char *why) {
    (void)fprintf(stderr, "fingers: %s\n", why);
    exit(1);
}

static void give(struct core *core, uint32_t number, const struct actor *by) {
    uint8_t template[MINUTIAE_TEMPLATE_MAX];
    struct fingertip_press press;
    uint32_t userid = 2 * number;
    fingertip_press(userid, 0, QUALITY, &press);
    size_t len = minutiae_encode(&press.seen, template);
    struct credential credential = {.userid = userid,
                                    .factor = FACTOR_FINGER,
                                    .index = INDEX,
                                    .quality = QUALITY,
                                    .enrolled_s = core_utc_ms(core) / 1000,
                                    .slot = number - 1};
    if (credentials_keep(core, by, &credential, true, template, len) < 0) {
        fail("a finger was refused");
    }
}

static void give_all(struct core *core, uint32_t count) {
    struct actor by = actor_nobody("-", "regfp");
    for (uint32_t first = 1; first <= count; first += SLICE) {
        if (store_begin(core->store) < 0) {
            fail("the store is held");
        }
        for (uint32_t number = first; number < first + SLICE && number <= count; number++) {
            give(core, number, &by);
        }
        if (store_commit(core->store) < 0) {
            fail("the store took nothing");
        }
    }
}

int main(int argc, char **argv) {
    if (argc != 3) {
        fail("usage: fingers STATE COUNT");
    }
    struct core *core = bench_core_start(argv[1]);
    give_all(core, (uint32_t)strtoul(argv[2], NULL, 10));
    bench_core_stop();
    return 0;
}
