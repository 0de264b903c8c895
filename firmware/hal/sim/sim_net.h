/* Shared by the simulated interfaces, and their view for the simulated internet. The caller holds the mutex. */
#ifndef POSTERN_HAL_SIM_SIM_NET_H
#define POSTERN_HAL_SIM_SIM_NET_H

#include "hal/sim/sim.h"
#include "hal/sim/sim_lease.h"

/* Ethernet. Command {"do":"ethernet","offer":{"address":"192.168.1.50","mask":"255.255.255.0","gateway":"192.168.1.1",
 * "dns1":"…","dns2":"…"}} sets what the DHCP server offers; omitted members keep their value. */
int sim_ethernet_configure(struct sim *sim, const struct hal_net_config *config);
void sim_ethernet_read(struct sim *sim, struct hal_net_state *ret_state);

/* The interface of the radio. */
int sim_wifi_configure(struct sim *sim, const struct hal_net_config *config);
void sim_wifi_read(struct sim *sim, struct hal_net_state *ret_state);

/* Copies "address", "mask", "gateway", "dns1" and "dns2" of an object into the offer. Returns NULL, or an error text;
 * then nothing was changed. */
const char *sim_net_offer(const cJSON *object, struct sim_lease_world *world);

/* Returns whether there is a default route and the gateway forwards. */
bool sim_net_out(struct sim *sim);

/* Adds the members that every interface shows. */
void sim_net_show(cJSON *json, const struct hal_net_state *state);

#endif
