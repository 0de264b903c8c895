/* Who has work at a time of its own. A row: name, when it is due, what it does (app/upkeep.h). */
#include "app/upkeep.h"

#include "core/accounts/rest_keys.h"
#include "core/devices/bluetooth.h"
#include "core/devices/display.h"
#include "core/devices/matching.h"
#include "core/devices/slips.h"
#include "core/network/links.h"
#include "core/network/network.h"
#include "core/network/wifi.h"
#include "core/settings/provisional.h"

const struct upkeep_task upkeep_table[] = {
    {"provisional", provisional_due_ms, provisional_expire},
    {"display", display_due_ms, display_upkeep},
    {"wifi", wifi_due_ms, wifi_upkeep},
    {"network", network_due_ms, network_upkeep},
    {"links", links_due_ms, links_upkeep},
    {"bluetooth", bluetooth_due_ms, bluetooth_upkeep},
    {"matching", matching_due_ms, matching_upkeep},
    {"printer", slips_due_ms, slips_upkeep},
    {"rest keys", rest_keys_due_ms, rest_keys_write},
    {NULL, NULL, NULL},
};
