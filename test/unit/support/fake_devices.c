#include "fake_devices.h"

#include <stdio.h>
#include <string.h>

#include "util/err.h"

static int apply(void *ctx, const struct hal_bluetooth_config *config) {
    struct fake_devices *fake = ctx;
    if (fake->radio_offline) {
        return E_OFFLINE;
    }
    fake->server = config->server;
    fake->client = config->client;
    fake->bond_count = config->bond_count;
    (void)snprintf(fake->bond, sizeof(fake->bond), "%s", config->bond_count > 0 ? config->bonds[0] : "");
    return 0;
}

static void read_state(void *ctx, struct hal_bluetooth_state *ret_state) {
    const struct fake_devices *fake = ctx;
    *ret_state = fake->state;
    ret_state->server = fake->server;
    ret_state->client = fake->client;
    (void)snprintf(ret_state->address, sizeof(ret_state->address), "%s",
                   fake->radio_offline ? "" : "02:00:5E:10:00:01");
}

static int search(void *ctx) {
    return ((struct fake_devices *)ctx)->radio_offline ? E_OFFLINE : 0;
}

static size_t devices(void *ctx, struct hal_bluetooth_device *ret_devices, size_t max) {
    const struct fake_devices *fake = ctx;
    size_t count = fake->heard_count < max ? fake->heard_count : max;
    memcpy(ret_devices, fake->heard, count * sizeof(*ret_devices));
    return count;
}

static int connect_to(void *ctx, const char *mac) {
    struct fake_devices *fake = ctx;
    (void)snprintf(fake->connecting, sizeof(fake->connecting), "%s", mac);
    return fake->radio_offline ? E_OFFLINE : 0;
}

static int forget(void *ctx, const char *mac) {
    struct fake_devices *fake = ctx;
    (void)snprintf(fake->forgotten, sizeof(fake->forgotten), "%s", mac);
    return fake->radio_offline ? E_OFFLINE : 0;
}

static int event(void *ctx, struct hal_bluetooth_event *ret_event) {
    const struct fake_devices *fake = ctx;
    if (fake->event_count == 0) {
        return E_NOTFOUND;
    }
    *ret_event = fake->events[0];
    return 0;
}

static void event_done(void *ctx, uint64_t number) {
    struct fake_devices *fake = ctx;
    if (fake->event_count > 0 && fake->events[0].number == number) {
        memmove(&fake->events[0], &fake->events[1], --fake->event_count * sizeof(fake->events[0]));
    }
}

static int call(void *ctx) {
    struct fake_devices *fake = ctx;
    if (fake->bus_offline) {
        return E_OFFLINE;
    }
    fake->calling = true;
    fake->calls++;
    fake->answer_count = 0;
    return 0;
}

static void cancel(void *ctx) {
    ((struct fake_devices *)ctx)->calling = false;
}

static size_t answers(void *ctx, struct hal_wiegand_answer *ret_answers, size_t max) {
    const struct fake_devices *fake = ctx;
    size_t count = fake->answer_count < max ? fake->answer_count : max;
    memcpy(ret_answers, fake->answers, count * sizeof(*ret_answers));
    return count;
}

static int configure(void *ctx, bool on, uint32_t baud) {
    struct fake_devices *fake = ctx;
    if (on && fake->printer.condition == PRINTER_STATE_OFFLINE) {
        return E_OFFLINE;
    }
    fake->printer.condition = on ? PRINTER_STATE_READY : PRINTER_STATE_OFF;
    fake->baud = baud;
    return 0;
}

static int print(void *ctx, const void *octets, size_t len) {
    struct fake_devices *fake = ctx;
    if (fake->printer.condition == PRINTER_STATE_OFF || fake->printer.condition == PRINTER_STATE_OFFLINE) {
        return fake->printer.condition == PRINTER_STATE_OFF ? E_CANCELLED : E_OFFLINE;
    }
    memcpy(fake->job, octets, len);
    fake->job_len = len;
    fake->jobs++;
    return 0;
}

static void status(void *ctx, struct hal_printer_status *ret_status) {
    *ret_status = ((struct fake_devices *)ctx)->printer;
}

static int door_output(void *ctx, enum hal_door_output output, bool on) {
    struct fake_devices *fake = ctx;
    if (!fake->door.online) {
        return E_OFFLINE;
    }
    fake->outputs[output] = on;
    fake->switched[output]++;
    if (output == HAL_DOOR_RELAY && !fake->relay_stuck) {
        fake->door.relay = on;
    }
    return 0;
}

static void door_read(void *ctx, struct hal_door_contacts *ret_contacts) {
    const struct fake_devices *fake = ctx;
    *ret_contacts = fake->door;
}

static int door_send(void *ctx, const struct wiegand_frame *frame) {
    struct fake_devices *fake = ctx;
    if (!fake->door.online || fake->line_busy) {
        return fake->door.online ? E_BUSY : E_OFFLINE;
    }
    fake->frame = *frame;
    fake->frames++;
    return 0;
}

static int door_receive(void *ctx, struct wiegand_frame *ret_frame) {
    struct fake_devices *fake = ctx;
    if (fake->came.count == 0) {
        return E_NOTFOUND;
    }
    *ret_frame = fake->came;
    fake->came.count = 0;
    return 0;
}

void fake_devices_init(struct fake_devices *fake, struct hal *hal) {
    memset(fake, 0, sizeof(*fake));
    hal->bluetooth = (struct hal_bluetooth){.ctx = fake,
                                            .apply = apply,
                                            .read = read_state,
                                            .search = search,
                                            .devices = devices,
                                            .connect = connect_to,
                                            .forget = forget,
                                            .event = event,
                                            .event_done = event_done};
    hal->wiegand_bus = (struct hal_wiegand_bus){.ctx = fake, .call = call, .cancel = cancel, .answers = answers};
    fake->door.online = true;
    hal->door = (struct hal_door){
        .ctx = fake, .output = door_output, .read = door_read, .send = door_send, .receive = door_receive};
    hal->printer = (struct hal_printer){.ctx = fake, .configure = configure, .print = print, .status = status};
}

static struct hal_bluetooth_event *add_event(struct fake_devices *fake, enum hal_bluetooth_event_kind kind) {
    static uint64_t number;
    struct hal_bluetooth_event *added = &fake->events[fake->event_count++];
    *added = (struct hal_bluetooth_event){.number = ++number, .kind = kind};
    return added;
}

void fake_devices_ask(struct fake_devices *fake, const char *mac, const char *model) {
    struct hal_link_device *asker = &add_event(fake, HAL_BLUETOOTH_ASKED)->asker;
    (void)snprintf(asker->mac, sizeof(asker->mac), "%s", mac);
    (void)snprintf(asker->model, sizeof(asker->model), "%s", model);
}

void fake_devices_pair(struct fake_devices *fake, const char *mac, const char *name) {
    struct hal_bluetooth_device *device = &add_event(fake, HAL_BLUETOOTH_PAIRED)->device;
    (void)snprintf(device->mac, sizeof(device->mac), "%s", mac);
    (void)snprintf(device->name, sizeof(device->name), "%s", name);
}

void fake_devices_answer(struct fake_devices *fake, const char *mac, bool accepts) {
    struct hal_wiegand_answer *answer = &fake->answers[fake->answer_count++];
    *answer = (struct hal_wiegand_answer){.accepts = accepts, .device = {.model = "WR-1", .machine = 5}};
    (void)snprintf(answer->device.mac, sizeof(answer->device.mac), "%s", mac);
}
