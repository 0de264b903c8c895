#include "hal/none.h"

#include "hal/hal.h"
#include "util/err.h"

/* --- Display, sound: show or play nothing --- */

static int none_show(void *ctx, const struct hal_display_content *content) {
    (void)ctx;
    (void)content;
    return 0;
}

static int none_show_result(void *ctx, const struct hal_display_result *result) {
    (void)ctx;
    (void)result;
    return 0;
}

static int none_photo(void *ctx, const struct hal_display_photo *photo) {
    (void)ctx;
    (void)photo;
    return 0;
}

static int none_menu(void *ctx, const struct hal_display_menu *menu) {
    (void)ctx;
    (void)menu;
    return 0;
}

static int none_enrol_shown(void *ctx, const struct hal_display_enrol *enrol) {
    (void)ctx;
    (void)enrol;
    return 0;
}

static int none_chosen(void *ctx, const char *label) {
    (void)ctx;
    (void)label;
    return 0;
}

static int none_display_restart(void *ctx) {
    (void)ctx;
    return 0;
}

static int none_style(void *ctx, const struct hal_display_style *style) {
    (void)ctx;
    (void)style;
    return 0;
}

static void none_display_state(void *ctx, struct hal_display_state *ret_state) {
    (void)ctx;
    *ret_state = (struct hal_display_state){.online = false};
}

static int none_volume(void *ctx, unsigned volume) {
    (void)ctx;
    (void)volume;
    return E_NOT_FITTED;
}

static int none_play(void *ctx, enum hal_sound_kind kind) {
    (void)ctx;
    (void)kind;
    return 0;
}

/* --- Camera --- */

static int none_light(void *ctx, enum camera_light light) {
    (void)ctx;
    (void)light;
    return E_NOT_FITTED;
}

static int none_still(void *ctx, void *buf, size_t max, size_t *ret_len) {
    (void)ctx;
    (void)buf;
    (void)max;
    (void)ret_len;
    return E_NOT_FITTED;
}

/* --- Modules that recognize people --- */

static void none_info(void *ctx, struct hal_biometric_info *ret_info) {
    (void)ctx;
    *ret_info = (struct hal_biometric_info){.fitted = false};
}

static int none_precision(void *ctx, unsigned level) {
    (void)ctx;
    (void)level;
    return E_NOT_FITTED;
}

static int none_enrol(void *ctx, uint32_t slot) {
    (void)ctx;
    (void)slot;
    return E_NOT_FITTED;
}

static void none_enrol_state(void *ctx, struct hal_enrol_state *ret_state) {
    (void)ctx;
    *ret_state = (struct hal_enrol_state){.step = HAL_ENROL_IDLE, .duplicate = HAL_BIOMETRIC_NO_SLOT};
}

static void none_cancel(void *ctx) {
    (void)ctx;
}

static int none_template_read(void *ctx, uint32_t slot, void *buf, size_t *ret_len) {
    (void)ctx;
    (void)slot;
    (void)buf;
    (void)ret_len;
    return E_NOT_FITTED;
}

static int none_template_write(void *ctx, uint32_t slot, const void *data, size_t len) {
    (void)ctx;
    (void)slot;
    (void)data;
    (void)len;
    return E_NOT_FITTED;
}

static int none_erase(void *ctx, uint32_t slot) {
    (void)ctx;
    (void)slot;
    return E_NOT_FITTED;
}

static int none_clear(void *ctx) {
    (void)ctx;
    return E_NOT_FITTED;
}

static int none_list(void *ctx, uint32_t from, uint32_t *ret_slots, size_t max, size_t *ret_count) {
    (void)ctx;
    (void)from;
    (void)ret_slots;
    (void)max;
    (void)ret_count;
    return E_NOT_FITTED;
}

/* --- Bluetooth --- */

static int none_bluetooth_apply(void *ctx, const struct hal_bluetooth_config *config) {
    (void)ctx;
    return config->server || config->client ? E_NOT_FITTED : 0;
}

static void none_bluetooth_read(void *ctx, struct hal_bluetooth_state *ret_state) {
    (void)ctx;
    *ret_state = (struct hal_bluetooth_state){.server = false};
}

static int none_bluetooth_search(void *ctx) {
    (void)ctx;
    return E_NOT_FITTED;
}

static size_t none_bluetooth_devices(void *ctx, struct hal_bluetooth_device *ret_devices, size_t max) {
    (void)ctx;
    (void)ret_devices;
    (void)max;
    return 0;
}

static int none_bluetooth_peer(void *ctx, const char *mac) {
    (void)ctx;
    (void)mac;
    return E_NOT_FITTED;
}

static int none_bluetooth_event(void *ctx, struct hal_bluetooth_event *ret_event) {
    (void)ctx;
    (void)ret_event;
    return E_NOTFOUND;
}

static void none_bluetooth_event_done(void *ctx, uint64_t number) {
    (void)ctx;
    (void)number;
}

/* --- Wiegand bus --- */

static int none_bus_call(void *ctx) {
    (void)ctx;
    return E_NOT_FITTED;
}

static size_t none_bus_answers(void *ctx, struct hal_wiegand_answer *ret_answers, size_t max) {
    (void)ctx;
    (void)ret_answers;
    (void)max;
    return 0;
}

/* --- Printer: reports that it is off --- */

static int none_printer_configure(void *ctx, bool on, uint32_t baud) {
    (void)ctx;
    (void)baud;
    return on ? E_NOT_FITTED : 0;
}

static int none_print(void *ctx, const void *data, size_t len) {
    (void)ctx;
    (void)data;
    (void)len;
    return E_NOT_FITTED;
}

static void none_printer_status(void *ctx, struct hal_printer_status *ret_status) {
    (void)ctx;
    *ret_status = (struct hal_printer_status){.condition = PRINTER_STATE_OFF};
}

/* --- Door: without one the terminal only records punches; core/settings then has no relay --- */

static int none_output(void *ctx, enum hal_door_output output, bool on) {
    (void)ctx;
    (void)output;
    return on ? E_NOT_FITTED : 0;
}

static void none_contacts(void *ctx, struct hal_door_contacts *ret_contacts) {
    (void)ctx;
    *ret_contacts = (struct hal_door_contacts){.online = true};
}

static int none_send(void *ctx, const struct wiegand_frame *frame) {
    (void)ctx;
    (void)frame;
    return E_NOT_FITTED;
}

static int none_receive(void *ctx, struct wiegand_frame *ret_frame) {
    (void)ctx;
    (void)ret_frame;
    return E_NOTFOUND;
}

/* --- Wi-Fi --- */

static int none_wifi_join(void *ctx, const struct hal_wifi_join *join) {
    (void)ctx;
    (void)join;
    return E_NOT_FITTED;
}

static int none_wifi_open(void *ctx, const char *ssid, const char *key) {
    (void)ctx;
    (void)ssid;
    (void)key;
    return E_NOT_FITTED;
}

static int none_wifi_off(void *ctx) {
    (void)ctx;
    return 0;
}

static void none_wifi_read(void *ctx, struct hal_wifi_state *ret_state) {
    (void)ctx;
    *ret_state = (struct hal_wifi_state){.phase = HAL_WIFI_OFF};
}

static int none_wifi_search(void *ctx, size_t max, struct hal_wifi_network *ret_networks, size_t *ret_count) {
    (void)ctx;
    (void)max;
    (void)ret_networks;
    (void)ret_count;
    return E_NOT_FITTED;
}

/* --- Network --- */

static int none_net_configure(void *ctx, enum wan_mode interface, const struct hal_net_config *config) {
    (void)ctx;
    (void)interface;
    (void)config;
    return E_NOT_FITTED;
}

static void none_net_read(void *ctx, enum wan_mode interface, struct hal_net_state *ret_state) {
    (void)ctx;
    (void)interface;
    *ret_state = (struct hal_net_state){.link_up = false};
}

static int none_net_route(void *ctx, const struct hal_net_route *route) {
    (void)ctx;
    (void)route;
    return E_NOT_FITTED;
}

static void none_net_way(void *ctx, struct hal_net_way *ret_way) {
    (void)ctx;
    *ret_way = (struct hal_net_way){.wan = WAN_MODE_ETHERNET};
}

static uint32_t none_net_reach(void *ctx, uint32_t address) {
    (void)ctx;
    return address;
}

static int none_net_resolve(void *ctx, const char *host, uint32_t *ret_address) {
    (void)ctx;
    (void)host;
    (void)ret_address;
    return E_OFFLINE;
}

static int none_net_ping(void *ctx, enum wan_mode interface) {
    (void)ctx;
    (void)interface;
    return E_OFFLINE;
}

static int none_net_try(void *ctx, uint32_t address, uint16_t port) {
    (void)ctx;
    (void)address;
    (void)port;
    return E_OFFLINE;
}

static const struct hal_biometric no_module = {.info = none_info,
                                               .set_precision = none_precision,
                                               .enrol = none_enrol,
                                               .enrol_state = none_enrol_state,
                                               .cancel_enrol = none_cancel,
                                               .read = none_template_read,
                                               .write = none_template_write,
                                               .erase = none_erase,
                                               .clear = none_clear,
                                               .list = none_list};

static const struct hal none = {
    .display = {.show = none_show,
                .show_result = none_show_result,
                .photo = none_photo,
                .menu = none_menu,
                .enrol = none_enrol_shown,
                .chosen = none_chosen,
                .restart = none_display_restart,
                .style = none_style,
                .state = none_display_state},
    .sound = {.set_volume = none_volume, .play = none_play},
    .camera = {.set_light = none_light, .still = none_still},
    .bluetooth = {.apply = none_bluetooth_apply,
                  .read = none_bluetooth_read,
                  .search = none_bluetooth_search,
                  .devices = none_bluetooth_devices,
                  .connect = none_bluetooth_peer,
                  .forget = none_bluetooth_peer,
                  .event = none_bluetooth_event,
                  .event_done = none_bluetooth_event_done},
    .wiegand_bus = {.call = none_bus_call, .cancel = none_cancel, .answers = none_bus_answers},
    .printer = {.configure = none_printer_configure, .print = none_print, .status = none_printer_status},
    .door = {.output = none_output, .read = none_contacts, .send = none_send, .receive = none_receive},
    .wifi = {.join = none_wifi_join,
             .open = none_wifi_open,
             .off = none_wifi_off,
             .read = none_wifi_read,
             .search = none_wifi_search},
    .net = {.configure = none_net_configure,
            .read = none_net_read,
            .route = none_net_route,
            .way = none_net_way,
            .reach = none_net_reach,
            .resolve = none_net_resolve,
            .ping_gateway = none_net_ping,
            .try_server = none_net_try},
};

static void bind_one(struct hal *hal, enum device device) {
    switch (device) {
        case DEVICE_DISPLAY: hal->display = none.display; break;
        case DEVICE_SOUND: hal->sound = none.sound; break;
        case DEVICE_CAMERA: hal->camera = none.camera; break;
        case DEVICE_FINGER: hal->finger = no_module; break;
        case DEVICE_FACE: hal->face = no_module; break;
        case DEVICE_IRIS: hal->iris = no_module; break;
        case DEVICE_PRINTER: hal->printer = none.printer; break;
        case DEVICE_BLUETOOTH: hal->bluetooth = none.bluetooth; break;
        case DEVICE_WIEGAND: hal->wiegand_bus = none.wiegand_bus; break;
        case DEVICE_DOOR: hal->door = none.door; break;
        case DEVICE_WIFI: hal->wifi = none.wifi; break;
        case DEVICE_READER:
        case DEVICE_KEYPAD:
        case DEVICE_THERMOMETER:
        case DEVICE_ETHERNET: break;
    }
}

void hal_none_bind(struct hal *hal, uint32_t devices) {
    uint32_t interfaces = 1U << DEVICE_ETHERNET | 1U << DEVICE_WIFI;
    for (unsigned i = 0; i < DEVICE_COUNT; i++) {
        if ((devices >> i & 1U) != 0) {
            bind_one(hal, (enum device)i);
        }
    }
    if ((devices & interfaces) == interfaces) {
        hal->net = none.net;
    }
}
