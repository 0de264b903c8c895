#include "hal/sim/sim_menu.h"

#include <cjson/cJSON.h>

static const char *const menu_notes[] = {[HAL_MENU_NOTHING] = "",
                                         [HAL_MENU_REFUSED] = "refused",
                                         [HAL_MENU_WAIT] = "wait",
                                         [HAL_MENU_DONE] = "done",
                                         [HAL_MENU_FAILED] = "failed",
                                         [HAL_MENU_INVALID] = "invalid",
                                         [HAL_MENU_FORBIDDEN] = "forbidden",
                                         [HAL_MENU_BUSY] = "busy",
                                         [HAL_MENU_OFFLINE] = "offline",
                                         [HAL_MENU_FULL] = "full",
                                         [HAL_MENU_PENDING] = "pending",
                                         [HAL_MENU_UNDONE] = "undone"};

static const char *const menu_whats[] = {[HAL_MENU_END_WAITS] = "endWaits",
                                         [HAL_MENU_LEAVE] = "leave",
                                         [HAL_MENU_ENROL] = "enrol",
                                         [HAL_MENU_SHOW_NETWORK] = "network",
                                         [HAL_MENU_TEST] = "selfTest",
                                         [HAL_MENU_ASK_RESTART] = "restart",
                                         [HAL_MENU_BACK] = "back",
                                         [HAL_MENU_FINGER] = "finger",
                                         [HAL_MENU_FACE] = "face",
                                         [HAL_MENU_CARD] = "card",
                                         [HAL_MENU_CANCEL] = "cancel",
                                         [HAL_MENU_RIGHT_HAND] = "rightHand",
                                         [HAL_MENU_LEFT_HAND] = "leftHand",
                                         [HAL_MENU_THUMB] = "thumb",
                                         [HAL_MENU_FOREFINGER] = "forefinger",
                                         [HAL_MENU_MIDDLE] = "middle",
                                         [HAL_MENU_RING] = "ring",
                                         [HAL_MENU_LITTLE] = "little",
                                         [HAL_MENU_DHCP] = "dhcp",
                                         [HAL_MENU_FIXED] = "fixed",
                                         [HAL_MENU_YES] = "yes",
                                         [HAL_MENU_NO] = "no"};

static const char *const menu_parts[HAL_PARTS] = {
    [HAL_PART_DISPLAY] = "display", [HAL_PART_KEYPAD] = "keypad", [HAL_PART_SOUND] = "sound",
    [HAL_PART_READER] = "reader",   [HAL_PART_FINGER] = "finger", [HAL_PART_FACE] = "face",
    [HAL_PART_IRIS] = "iris",       [HAL_PART_CAMERA] = "camera", [HAL_PART_RELAY] = "relay",
    [HAL_PART_SENSOR] = "sensor",   [HAL_PART_SUPPLY] = "supply", [HAL_PART_STORAGE] = "storage",
    [HAL_PART_CLOCK] = "clock"};

static const char *const menu_results[] = {[HAL_CHECK_NONE] = "none",
                                           [HAL_CHECK_GOOD] = "good",
                                           [HAL_CHECK_WARNING] = "warning",
                                           [HAL_CHECK_FAILED] = "failed"};

static void add_entries(cJSON *json, const struct hal_display_menu *menu) {
    cJSON *entries = cJSON_AddArrayToObject(json, "entries");
    for (size_t i = 0; i < menu->entry_count; i++) {
        cJSON *entry = cJSON_CreateObject();
        cJSON_AddStringToObject(entry, "key", (char[]){menu->entries[i].key, '\0'});
        cJSON_AddStringToObject(entry, "what", menu_whats[menu->entries[i].what]);
        cJSON_AddItemToArray(entries, entry);
    }
}

/* Adds the user being enrolled, or null on other pages. */
static void add_person(cJSON *json, const struct hal_display_menu *menu) {
    if (menu->userid == 0) {
        cJSON_AddNullToObject(json, "person");
        return;
    }
    cJSON *person = cJSON_AddObjectToObject(json, "person");
    cJSON_AddNumberToObject(person, "userid", menu->userid);
    cJSON_AddStringToObject(person, "name", menu->name);
    cJSON_AddBoolToObject(person, "isNew", menu->is_new);
}

static void add_links(cJSON *json, const struct hal_display_menu *menu) {
    cJSON *links = cJSON_AddArrayToObject(json, "links");
    for (size_t i = 0; i < menu->link_count; i++) {
        cJSON *link = cJSON_CreateObject();
        cJSON_AddStringToObject(link, "interface", wan_mode_text_of(menu->links[i].interface));
        cJSON_AddStringToObject(link, "lease", lease_state_text_of(menu->links[i].lease));
        cJSON_AddStringToObject(link, "address", menu->links[i].address);
        cJSON_AddItemToArray(links, link);
    }
}

static void add_checks(cJSON *json, const struct hal_display_menu *menu) {
    cJSON *checks = cJSON_AddArrayToObject(json, "checks");
    for (size_t i = 0; i < HAL_PARTS && menu->page == HAL_MENU_SELF_TEST; i++) {
        cJSON *check = cJSON_CreateObject();
        cJSON_AddStringToObject(check, "part", menu_parts[i]);
        cJSON_AddStringToObject(check, "result", menu_results[menu->checks[i]]);
        cJSON_AddItemToArray(checks, check);
    }
}

char *sim_menu_line(const struct hal_display_menu *menu) {
    cJSON *json = cJSON_CreateObject();
    cJSON_AddStringToObject(json, "event", "menu");
    cJSON_AddStringToObject(json, "page", hal_menu_page_text[menu->page]);
    cJSON_AddStringToObject(json, "note", menu_notes[menu->note]);
    cJSON_AddNumberToObject(json, "wait", menu->wait_s);
    add_entries(json, menu);
    add_person(json, menu);
    cJSON_AddStringToObject(json, "holder", menu->holder);
    cJSON_AddStringToObject(json, "address", menu->address);
    cJSON_AddStringToObject(json, "mask", menu->mask);
    cJSON_AddStringToObject(json, "gateway", menu->gateway);
    add_links(json, menu);
    add_checks(json, menu);
    char *text = cJSON_PrintUnformatted(json);
    cJSON_Delete(json);
    return text;
}
