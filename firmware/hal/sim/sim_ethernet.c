/* The simulated Ethernet interface: a cable that can be pulled and a network with a DHCP server. See sim_net.h for its
 * command. */
#include <string.h>

#include "hal/sim/sim_devices.h"
#include "hal/sim/sim_net.h"
#include "util/err.h"

#define LINK_MS 1500 /* from plugging the cable to link up */
#define SPEED 100 /* Mbit/s */

enum fault { CABLE_OUT, DHCP_SILENT, DHCP_NONSENSE, ADDRESS_CONFLICT, OFFLINE };

static const char *const faults[] = {"cableOut", "dhcpSilent", "dhcpNonsense", "addressConflict", "offline", NULL};

static const uint8_t mac[HAL_MAC_LEN] = {0x02, 0x50, 0x53, 0x54, 0x00, 0x01}; /* locally administered */

struct ethernet {
    struct sim_lease lease;
    struct sim_lease_world world;
    int64_t plugged_ms; /* when the cable was plugged; INT64_MAX: unplugged */
};

static void ethernet_start(struct sim *sim) {
    struct ethernet *ethernet = sim_state(sim, &sim_ethernet);
    ethernet->world = (struct sim_lease_world){
        .address = 0xC0A80132, .mask = 0xFFFFFF00, .gateway = 0xC0A80101, .dns = {0xC0A80101, 0xC6336435}};
    ethernet->lease.up = true;
}

static int64_t ethernet_step(struct sim *sim, int64_t now_ms) {
    struct ethernet *ethernet = sim_state(sim, &sim_ethernet);
    bool out = sim_has_fault(sim, &sim_ethernet, CABLE_OUT) || sim_has_fault(sim, &sim_ethernet, OFFLINE);
    ethernet->world.silent = sim_has_fault(sim, &sim_ethernet, DHCP_SILENT);
    ethernet->world.nonsense = sim_has_fault(sim, &sim_ethernet, DHCP_NONSENSE);
    ethernet->world.conflict = sim_has_fault(sim, &sim_ethernet, ADDRESS_CONFLICT);
    if (out) {
        ethernet->plugged_ms = SIM_NEVER;
        sim_lease_link(&ethernet->lease, false, now_ms);
        return SIM_NEVER;
    }
    if (ethernet->plugged_ms == SIM_NEVER) {
        ethernet->plugged_ms = now_ms;
    }
    if (!ethernet->lease.up) {
        if (now_ms < ethernet->plugged_ms + LINK_MS) {
            return ethernet->plugged_ms + LINK_MS;
        }
        sim_lease_link(&ethernet->lease, true, ethernet->plugged_ms + LINK_MS);
    }
    return sim_lease_step(&ethernet->lease, &ethernet->world, now_ms);
}

int sim_ethernet_configure(struct sim *sim, const struct hal_net_config *config) {
    struct ethernet *ethernet = sim_state(sim, &sim_ethernet);
    if (sim_has_fault(sim, &sim_ethernet, OFFLINE)) {
        return E_OFFLINE;
    }
    sim_lease_configure(&ethernet->lease, config, sim_mono_ms(sim));
    sim_changed(sim);
    return 0;
}

void sim_ethernet_read(struct sim *sim, struct hal_net_state *ret_state) {
    const struct ethernet *ethernet = sim_state(sim, &sim_ethernet);
    *ret_state = (struct hal_net_state){.link_up = ethernet->lease.up, .speed = ethernet->lease.up ? SPEED : 0};
    memcpy(ret_state->mac, mac, sizeof(mac));
    sim_lease_read(&ethernet->lease, sim_mono_ms(sim), sim_utc_ms(sim), ret_state);
}

static const char *ethernet_command(struct sim *sim, const cJSON *args) {
    struct ethernet *ethernet = sim_state(sim, &sim_ethernet);
    const cJSON *offer = cJSON_GetObjectItemCaseSensitive(args, "offer");
    return cJSON_IsObject(offer) ? sim_net_offer(offer, &ethernet->world) : "ethernet takes an offer";
}

static cJSON *ethernet_state(struct sim *sim) {
    struct hal_net_state now;
    sim_ethernet_read(sim, &now);
    cJSON *json = cJSON_CreateObject();
    sim_net_show(json, &now);
    return json;
}

const struct sim_module sim_ethernet = {
    .name = "ethernet",
    .size = sizeof(struct ethernet),
    .faults = faults,
    .start = ethernet_start,
    .command = ethernet_command,
    .step = ethernet_step,
    .state = ethernet_state,
};
