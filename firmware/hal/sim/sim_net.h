/* What the simulated interfaces have in common, and how the internet sees them. With the mutex held. */
#ifndef POSTERN_HAL_SIM_SIM_NET_H
#define POSTERN_HAL_SIM_SIM_NET_H

#include "hal/sim/sim.h"
#include "hal/sim/sim_lease.h"

/* Ethernet. Command {"do":"ethernet","offer":{"address":"192.168.1.50","mask":"255.255.255.0","gateway":"192.168.1.1",
 * "dns1":"…","dns2":"…"}}: what the DHCP server offers from now on; parts that are left out stay. */
int sim_ethernet_configure(struct sim *sim, const struct hal_net_config *config);
void sim_ethernet_read(struct sim *sim, struct hal_net_state *ret_state);

/* The interface of the radio. */
int sim_wifi_configure(struct sim *sim, const struct hal_net_config *config);
void sim_wifi_read(struct sim *sim, struct hal_net_state *ret_state);

/* Takes "address", "mask", "gateway", "dns1" and "dns2" of an object over into what is offered. Returns NULL, or the
 * text of the refusal; then nothing was taken. */
const char *sim_net_offer(const cJSON *object, struct sim_lease_world *world);

/* True if there is a way out and the gateway passes on what comes. */
bool sim_net_out(struct sim *sim);

/* The members that every interface shows. */
void sim_net_show(cJSON *json, const struct hal_net_state *state);

#endif
