#include "hal/sim/sim_lease.h"

#include "hal/sim/sim.h"

static void drop_address(struct sim_lease *lease) {
    lease->address = lease->mask = lease->gateway = 0;
    lease->dns[0] = lease->dns[1] = 0;
    lease->until_ms = 0;
}

/* Starts again with the configuration. */
static void lease_begin(struct sim_lease *lease, int64_t now_ms) {
    drop_address(lease);
    if (!lease->up || !lease->configured) {
        lease->state = LEASE_STATE_NONE;
        return;
    }
    lease->state = LEASE_STATE_ASKING;
    lease->asked_ms = now_ms;
    lease->at_ms = now_ms + (lease->config.dhcp ? SIM_LEASE_BIND_MS : SIM_LEASE_CHECK_MS);
}

void sim_lease_configure(struct sim_lease *lease, const struct hal_net_config *config, int64_t now_ms) {
    lease->configured = true;
    lease->config = *config;
    lease_begin(lease, now_ms);
}

void sim_lease_link(struct sim_lease *lease, bool up, int64_t now_ms) {
    if (lease->up != up) {
        lease->up = up;
        lease_begin(lease, now_ms);
    }
}

static void bind_offer(struct sim_lease *lease, const struct sim_lease_world *world) {
    lease->state = LEASE_STATE_BOUND;
    lease->address = world->address;
    lease->mask = world->mask;
    lease->gateway = world->gateway;
    lease->dns[0] = world->dns[0];
    lease->dns[1] = world->dns[1];
    lease->until_ms = lease->at_ms + INT64_C(1000) * SIM_LEASE_S;
    lease->at_ms += INT64_C(500) * SIM_LEASE_S;
}

/* Performs the result of a request at the time `at_ms`. */
static void ask_server(struct sim_lease *lease, const struct sim_lease_world *world) {
    if (!world->silent && !world->nonsense) {
        bind_offer(lease, world);
    } else if (world->nonsense) {
        lease->state = LEASE_STATE_BAD_OFFER;
        lease->at_ms += SIM_LEASE_AGAIN_MS;
    } else if (lease->at_ms < lease->asked_ms + SIM_LEASE_PATIENCE_MS) {
        lease->at_ms = lease->asked_ms + SIM_LEASE_PATIENCE_MS;
    } else {
        lease->state = LEASE_STATE_NO_SERVER;
        lease->at_ms += SIM_LEASE_AGAIN_MS;
    }
}

static void check_address(struct sim_lease *lease, const struct sim_lease_world *world) {
    drop_address(lease);
    if (world->conflict) {
        lease->state = LEASE_STATE_CONFLICT;
    } else {
        lease->state = LEASE_STATE_FIXED;
        lease->address = lease->config.address;
        lease->mask = lease->config.mask;
        lease->gateway = lease->config.gateway;
    }
    lease->at_ms += SIM_LEASE_AGAIN_MS;
}

static void lease_renew(struct sim_lease *lease, const struct sim_lease_world *world) {
    if (!world->silent && !world->nonsense) {
        bind_offer(lease, world);
    } else if (lease->at_ms >= lease->until_ms) {
        drop_address(lease);
        lease->state = world->nonsense ? LEASE_STATE_BAD_OFFER : LEASE_STATE_NO_SERVER;
        lease->at_ms += SIM_LEASE_AGAIN_MS;
    } else {
        int64_t again_ms = lease->at_ms + INT64_C(100) * SIM_LEASE_S;
        lease->at_ms = again_ms < lease->until_ms ? again_ms : lease->until_ms;
    }
}

static void step_once(struct sim_lease *lease, const struct sim_lease_world *world) {
    if (lease->state == LEASE_STATE_BOUND) {
        lease_renew(lease, world);
    } else if (lease->config.dhcp) {
        ask_server(lease, world);
    } else {
        check_address(lease, world);
    }
}

/* Skips steps that are long past: after a leap of years it does not repeat every retry. */
static void lease_skip(struct sim_lease *lease, int64_t now_ms) {
    if (lease->state != LEASE_STATE_BOUND && now_ms - lease->at_ms > 4 * SIM_LEASE_AGAIN_MS) {
        lease->at_ms = now_ms - SIM_LEASE_AGAIN_MS;
    } else if (lease->state == LEASE_STATE_BOUND && now_ms - lease->at_ms > INT64_C(10000) * SIM_LEASE_S) {
        lease->at_ms = now_ms;
    }
}

int64_t sim_lease_step(struct sim_lease *lease, const struct sim_lease_world *world, int64_t now_ms) {
    while (lease->state != LEASE_STATE_NONE && now_ms >= lease->at_ms) {
        lease_skip(lease, now_ms);
        step_once(lease, world);
    }
    return lease->state == LEASE_STATE_NONE ? SIM_NEVER : lease->at_ms;
}

void sim_lease_read(const struct sim_lease *lease, int64_t now_ms, int64_t utc_ms, struct hal_net_state *ret_state) {
    ret_state->lease = lease->state;
    ret_state->address = lease->address;
    ret_state->mask = lease->mask;
    ret_state->gateway = lease->gateway;
    ret_state->dns[0] = lease->dns[0];
    ret_state->dns[1] = lease->dns[1];
    ret_state->lease_until_s = lease->state == LEASE_STATE_BOUND ? (utc_ms + lease->until_ms - now_ms) / 1000 : 0;
}

const char *sim_lease_word(enum lease_state lease) {
    switch (lease) {
        case LEASE_STATE_NONE: return "none";
        case LEASE_STATE_ASKING: return "asking";
        case LEASE_STATE_BOUND: return "bound";
        case LEASE_STATE_FIXED: return "fixed";
        case LEASE_STATE_NO_SERVER: return "noServer";
        case LEASE_STATE_BAD_OFFER: return "badOffer";
        case LEASE_STATE_CONFLICT: return "conflict";
    }
    return "none";
}
