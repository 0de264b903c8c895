/* How a simulated interface gets its address: DHCP and the check of a fixed address, in time. Knows neither cable nor
 * radio. Pure but for the lease it is given. */
#ifndef POSTERN_HAL_SIM_SIM_LEASE_H
#define POSTERN_HAL_SIM_SIM_LEASE_H

#include <stdbool.h>
#include <stdint.h>

#include "hal/net.h"

#define SIM_LEASE_BIND_MS 1200 /* from asking to the address */
#define SIM_LEASE_PATIENCE_MS 8000 /* of asking before it is said that nobody answers */
#define SIM_LEASE_AGAIN_MS INT64_C(15000) /* between two attempts after that */
#define SIM_LEASE_CHECK_MS 1000 /* check of a fixed address for a conflict */
#define SIM_LEASE_S 86400 /* a lease, renewed at its half */

/* What answers in the network behind the interface. */
struct sim_lease_world {
    bool silent; /* no DHCP server answers */
    bool nonsense; /* it offers what cannot be used */
    bool conflict; /* another device has the fixed address */
    uint32_t address, mask, gateway, dns[2]; /* what is offered */
};

struct sim_lease {
    bool configured;
    bool up; /* the link */
    struct hal_net_config config;
    enum lease_state state;
    uint32_t address, mask, gateway, dns[2]; /* in use */
    int64_t asked_ms; /* when it began to ask, on the monotonic clock */
    int64_t at_ms; /* when the next step is due, on the monotonic clock; meaningless in states without one */
    int64_t until_ms; /* end of the lease, on the monotonic clock */
};

/* Takes over a configuration, or a link that came or went. */
void sim_lease_configure(struct sim_lease *lease, const struct hal_net_config *config, int64_t now_ms);
void sim_lease_link(struct sim_lease *lease, bool up, int64_t now_ms);

/* Does what is due until now. Returns the next moment, INT64_MAX for none. */
int64_t sim_lease_step(struct sim_lease *lease, const struct sim_lease_world *world, int64_t now_ms);

/* Writes lease and addresses to a state of hal/net.h. The two clocks turn the end into a time of the calendar. */
void sim_lease_read(const struct sim_lease *lease, int64_t now_ms, int64_t utc_ms, struct hal_net_state *ret_state);

/* Word of a lease state, for the state events. */
const char *sim_lease_word(enum lease_state lease);

#endif
