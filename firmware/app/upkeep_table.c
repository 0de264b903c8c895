/* Scheduled tasks. A row: name, when it is due, what it does, its lane (app/upkeep.h). */
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
#include "core/events/clock_errors.h"
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
#include "core/users/refold.h"

const struct upkeep_task upkeep_table[] = {
    {"provisional", provisional_due_ms, provisional_expire, QUEUE_QUICK},
    {"display", display_due_ms, display_upkeep, QUEUE_QUICK},
    {"wifi", wifi_due_ms, wifi_upkeep, QUEUE_QUICK},
    {"network", network_due_ms, network_upkeep, QUEUE_QUICK},
    {"certificate", certificate_due_ms, certificate_upkeep, QUEUE_QUICK},
    {"links", links_due_ms, links_upkeep, QUEUE_QUICK},
    {"bluetooth", bluetooth_due_ms, bluetooth_upkeep, QUEUE_QUICK},
    {"matching", matching_due_ms, matching_upkeep, QUEUE_QUICK},
    {"modules", modules_due_ms, modules_upkeep, QUEUE_QUICK},
    {"enrol", enrol_due_ms, enrol_upkeep, QUEUE_QUICK},
    {"printer", slips_due_ms, slips_upkeep, QUEUE_QUICK},
    {"door", door_due_ms, door_upkeep, QUEUE_QUICK},
    {"portrait", door_portrait_due_ms, door_portrait_upkeep, QUEUE_QUICK},
    {"menu", menu_jobs_due_ms, menu_jobs_upkeep, QUEUE_QUICK},
    {"storage", storage_due_ms, storage_upkeep, QUEUE_QUICK},
    {"clock", clock_steps_due_ms, clock_steps_upkeep, QUEUE_QUICK},
    {"clock errors", clock_errors_due_ms, clock_errors_upkeep, QUEUE_QUICK},
    {"alarms", alarms_due_ms, alarms_upkeep, QUEUE_QUICK},
    {"photos", record_photos_due_ms, record_photos_upkeep, QUEUE_QUICK},
    {"bulk", bulk_due_ms, bulk_upkeep, QUEUE_SLOW},
    {"restore", restore_due_ms, restore_upkeep, QUEUE_SLOW},
    {"replaced", restore_replaced_due_ms, restore_replaced_upkeep, QUEUE_SLOW},
    {"prove", prove_due_ms, prove_run, QUEUE_QUICK},
    {"upgrade", upgrade_due_ms, upgrade_upkeep, QUEUE_QUICK},
    {"production", production_due_ms, production_upkeep, QUEUE_QUICK},
    {"refold", refold_due_ms, refold_upkeep, QUEUE_SLOW},
    {"rest keys", rest_keys_due_ms, rest_keys_write, QUEUE_QUICK},
    {NULL, NULL, NULL, QUEUE_QUICK},
};

_Static_assert(sizeof(upkeep_table) / sizeof(upkeep_table[0]) - 1 <= UPKEEP_TASKS_MAX, "each task has its slot");

const struct upkeep_task upkeep_recovery[] = {
    {"network", network_due_ms, network_upkeep, QUEUE_QUICK},
    {"certificate", certificate_due_ms, certificate_upkeep, QUEUE_QUICK},
    {"upgrade", upgrade_due_ms, upgrade_upkeep, QUEUE_QUICK},
    {NULL, NULL, NULL, QUEUE_QUICK},
};

const struct upkeep_task upkeep_apart[] = {
    {"copies", copies_due_ms, copies_upkeep, QUEUE_QUICK},
    {NULL, NULL, NULL, QUEUE_QUICK},
};
