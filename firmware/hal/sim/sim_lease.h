/* How a simulated interface gets its address over time: DHCP, and the conflict check of a fixed address. Independent of
 * cable and radio. Changes only the lease it is given. */
#ifndef POSTERN_HAL_SIM_SIM_LEASE_H
#define POSTERN_HAL_SIM_SIM_LEASE_H

#include <stdbool.h>
#include <stdint.h>

#include "hal/net.h"

#define SIM_LEASE_BIND_MS 1200 /* from the request to the address */
#define SIM_LEASE_PATIENCE_MS 8000 /* time without an answer until DHCP counts as silent */
#define SIM_LEASE_AGAIN_MS INT64_C(15000) /* between two attempts after that */
#define SIM_LEASE_CHECK_MS 1000 /* check of a fixed address for a conflict */
#define SIM_LEASE_S 86400 /* lease duration, renewed at half of it */

/* What the network behind the interface answers. */
struct sim_lease_world {
    bool silent; /* no DHCP server answers */
    bool nonsense; /* the offer is unusable */
    bool conflict; /* another device has the fixed address */
    uint32_t address, mask, gateway, dns[2]; /* what is offered */
};

struct sim_lease {
    bool configured;
    bool up; /* the link */
    struct hal_net_config config;
    enum lease_state state;
    uint32_t address, mask, gateway, dns[2]; /* in use */
    int64_t asked_ms; /* when the request started, monotonic */
    int64_t at_ms; /* time of the next step, monotonic; meaningless in states without one */
    int64_t until_ms; /* end of the lease, monotonic */
};

/* Applies a configuration, or a change of the link. */
void sim_lease_configure(struct sim_lease *lease, const struct hal_net_config *config, int64_t now_ms);
void sim_lease_link(struct sim_lease *lease, bool up, int64_t now_ms);

/* Performs the steps that are due. Returns the time of the next one, INT64_MAX: none. */
int64_t sim_lease_step(struct sim_lease *lease, const struct sim_lease_world *world, int64_t now_ms);

/* Writes lease and addresses to a state of hal/net.h. The two clocks convert the end of the lease to calendar time. */
void sim_lease_read(const struct sim_lease *lease, int64_t now_ms, int64_t utc_ms, struct hal_net_state *ret_state);

/* Returns the word for a lease state, for the state events. */
const char *sim_lease_word(enum lease_state lease);

#endif
