/* Who has work at a time of its own. A row: name, when it is due, what it does (app/upkeep.h). */
#include "app/prove.h"
#include "app/upkeep.h"

#include "core/accounts/rest_keys.h"
#include "core/backup/copies.h"
#include "core/backup/restore.h"
#include "core/bulk/bulk.h"
#include "core/devices/bluetooth.h"
#include "core/devices/display.h"
#include "core/devices/matching.h"
#include "core/devices/modules.h"
#include "core/devices/slips.h"
#include "core/door/door.h"
#include "core/engineer/production.h"
#include "core/events/alarms.h"
#include "core/events/clock_steps.h"
#include "core/machine/menu_jobs.h"
#include "core/machine/storage.h"
#include "core/network/certificate.h"
#include "core/network/links.h"
#include "core/network/network.h"
#include "core/network/wifi.h"
#include "core/records/record_photos.h"
#include "core/settings/provisional.h"
#include "core/upgrade/upgrade.h"
#include "core/users/enrol.h"

const struct upkeep_task upkeep_table[] = {
    {"provisional", provisional_due_ms, provisional_expire},
    {"display", display_due_ms, display_upkeep},
    {"wifi", wifi_due_ms, wifi_upkeep},
    {"network", network_due_ms, network_upkeep},
    {"certificate", certificate_due_ms, certificate_upkeep},
    {"links", links_due_ms, links_upkeep},
    {"bluetooth", bluetooth_due_ms, bluetooth_upkeep},
    {"matching", matching_due_ms, matching_upkeep},
    {"modules", modules_due_ms, modules_upkeep},
    {"enrol", enrol_due_ms, enrol_upkeep},
    {"printer", slips_due_ms, slips_upkeep},
    {"door", door_due_ms, door_upkeep},
    {"portrait", door_portrait_due_ms, door_portrait_upkeep},
    {"menu", menu_jobs_due_ms, menu_jobs_upkeep},
    {"storage", storage_due_ms, storage_upkeep},
    {"clock", clock_steps_due_ms, clock_steps_upkeep},
    {"alarms", alarms_due_ms, alarms_upkeep},
    {"photos", record_photos_due_ms, record_photos_upkeep},
    {"bulk", bulk_due_ms, bulk_upkeep},
    {"restore", restore_due_ms, restore_upkeep},
    {"prove", prove_due_ms, prove_run},
    {"upgrade", upgrade_due_ms, upgrade_upkeep},
    {"production", production_due_ms, production_upkeep},
    {"rest keys", rest_keys_due_ms, rest_keys_write},
    {NULL, NULL, NULL},
};

const struct upkeep_task upkeep_recovery[] = {
    {"network", network_due_ms, network_upkeep},
    {"certificate", certificate_due_ms, certificate_upkeep},
    {"upgrade", upgrade_due_ms, upgrade_upkeep},
    {NULL, NULL, NULL},
};

const struct upkeep_task upkeep_apart[] = {
    {"copies", copies_due_ms, copies_upkeep},
    {NULL, NULL, NULL},
};
