#include "hal/sim/sim_net.h"

#include "util/err.h"
#include "util/ipv4.h"

const char *sim_net_offer(const cJSON *object, struct sim_lease_world *world) {
    struct sim_lease_world taken = *world;
    const struct {
        const char *name;
        uint32_t *to;
    } parts[] = {{"address", &taken.address},
                 {"mask", &taken.mask},
                 {"gateway", &taken.gateway},
                 {"dns1", &taken.dns[0]},
                 {"dns2", &taken.dns[1]}};
    for (size_t i = 0; i < sizeof(parts) / sizeof(parts[0]); i++) {
        const cJSON *part = cJSON_GetObjectItemCaseSensitive(object, parts[i].name);
        if (part != NULL && (!cJSON_IsString(part) || ipv4_parse(part->valuestring, parts[i].to) < 0)) {
            return "the parts of an offer are addresses";
        }
    }
    *world = taken;
    return NULL;
}

static void show_address(cJSON *json, const char *name, uint32_t address) {
    char text[IPV4_TEXT_MAX];
    ipv4_format(address, true, text);
    cJSON_AddStringToObject(json, name, text);
}

void sim_net_show(cJSON *json, const struct hal_net_state *state) {
    cJSON_AddBoolToObject(json, "linkUp", state->link_up);
    cJSON_AddStringToObject(json, "lease", sim_lease_word(state->lease));
    show_address(json, "address", state->address);
    show_address(json, "mask", state->mask);
    show_address(json, "gateway", state->gateway);
    show_address(json, "dns1", state->dns[0]);
    show_address(json, "dns2", state->dns[1]);
}
