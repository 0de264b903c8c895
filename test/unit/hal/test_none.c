/* Devices that are not installed behave as hal/hal.h says. */
#include <string.h>

#include "hal/hal.h"
#include "hal/none.h"
#include "unity.h"
#include "util/err.h"

static struct hal one;
static const struct hal *hal = &one;

void setUp(void) {
    memset(&one, 0, sizeof(one));
    hal_none_bind(&one, HAL_DEVICES_ALL);
}

void tearDown(void) {
}

void test_what_is_asked_for_is_refused(void) {
    static const struct hal_bluetooth_config phones = {.server = true};
    static const struct hal_net_config dhcp = {.dhcp = true};
    struct wiegand_frame frame = {.count = 26};
    size_t count = 0;
    TEST_ASSERT_EQUAL(E_NOT_FITTED, hal->sound.set_volume(hal->sound.ctx, 3));
    TEST_ASSERT_EQUAL(E_NOT_FITTED, hal->camera.still(hal->camera.ctx, &frame, sizeof(frame), &count));
    TEST_ASSERT_EQUAL(E_NOT_FITTED, hal->finger.enrol(hal->finger.ctx, 0));
    TEST_ASSERT_EQUAL(E_NOT_FITTED, hal->face.list(hal->face.ctx, 0, NULL, 0, &count));
    TEST_ASSERT_EQUAL(E_NOT_FITTED, hal->iris.clear(hal->iris.ctx));
    TEST_ASSERT_EQUAL(E_NOT_FITTED, hal->bluetooth.apply(hal->bluetooth.ctx, &phones));
    TEST_ASSERT_EQUAL(E_NOT_FITTED, hal->wiegand_bus.call(hal->wiegand_bus.ctx));
    TEST_ASSERT_EQUAL(E_NOT_FITTED, hal->printer.configure(hal->printer.ctx, true, 9600));
    TEST_ASSERT_EQUAL(E_NOT_FITTED, hal->door.output(hal->door.ctx, HAL_DOOR_RELAY, true));
    TEST_ASSERT_EQUAL(E_NOT_FITTED, hal->door.send(hal->door.ctx, &frame));
    TEST_ASSERT_EQUAL(E_NOT_FITTED, hal->wifi.open(hal->wifi.ctx, "net", "password"));
    TEST_ASSERT_EQUAL(E_NOT_FITTED, hal->net.configure(hal->net.ctx, WAN_MODE_ETHERNET, &dhcp));
}

void test_what_is_off_stays_off(void) {
    static const struct hal_bluetooth_config nobody = {.server = false};
    TEST_ASSERT_EQUAL(0, hal->bluetooth.apply(hal->bluetooth.ctx, &nobody));
    TEST_ASSERT_EQUAL(0, hal->printer.configure(hal->printer.ctx, false, 9600));
    TEST_ASSERT_EQUAL(0, hal->wifi.off(hal->wifi.ctx));
    TEST_ASSERT_EQUAL(0, hal->door.output(hal->door.ctx, HAL_DOOR_RELAY, false));
}

void test_showing_and_playing_do_nothing(void) {
    static const struct hal_display_content content = {.language = "en"};
    TEST_ASSERT_EQUAL(0, hal->display.show(hal->display.ctx, &content));
    TEST_ASSERT_EQUAL(0, hal->display.chosen(hal->display.ctx, NULL));
    TEST_ASSERT_EQUAL(0, hal->sound.play(hal->sound.ctx, HAL_SOUND_GRANTED));
}

void test_nothing_is_or_happens(void) {
    struct hal_display_state display;
    struct hal_biometric_info module;
    struct hal_bluetooth_state bluetooth;
    struct hal_bluetooth_event event;
    struct hal_printer_status printer;
    struct hal_door_contacts contacts;
    struct wiegand_frame frame;
    struct hal_wifi_state wifi;
    struct hal_net_state net;
    uint32_t address = 0;
    memset(&module, 0xee, sizeof(module));
    memset(&contacts, 0xee, sizeof(contacts));
    memset(&net, 0xee, sizeof(net));
    hal->display.state(hal->display.ctx, &display);
    TEST_ASSERT_FALSE(display.online);
    hal->iris.info(hal->iris.ctx, &module);
    TEST_ASSERT_FALSE(module.fitted);
    hal->bluetooth.read(hal->bluetooth.ctx, &bluetooth);
    TEST_ASSERT_EQUAL_STRING("", bluetooth.address);
    TEST_ASSERT_EQUAL(E_NOTFOUND, hal->bluetooth.event(hal->bluetooth.ctx, &event));
    hal->printer.status(hal->printer.ctx, &printer);
    TEST_ASSERT_EQUAL(PRINTER_STATE_OFF, printer.condition);
    hal->door.read(hal->door.ctx, &contacts); /* online: no alarm for a missing device */
    TEST_ASSERT_TRUE(contacts.online);
    TEST_ASSERT_FALSE(contacts.relay || contacts.sensor || contacts.button || contacts.tamper || contacts.fire);
    TEST_ASSERT_EQUAL(E_NOTFOUND, hal->door.receive(hal->door.ctx, &frame));
    hal->wifi.read(hal->wifi.ctx, &wifi);
    TEST_ASSERT_EQUAL(HAL_WIFI_OFF, wifi.phase);
    hal->net.read(hal->net.ctx, WAN_MODE_WIFI, &net);
    TEST_ASSERT_FALSE(net.link_up);
    TEST_ASSERT_EQUAL(0, net.address);
    TEST_ASSERT_EQUAL(E_OFFLINE, hal->net.resolve(hal->net.ctx, "example.com", &address));
}

void test_every_other_op_of_a_device_that_is_not_there(void) {
    struct hal_enrol_state enrol;
    struct hal_bluetooth_device heard;
    struct hal_wiegand_answer answer;
    struct hal_net_way way;
    struct hal_net_route route = {.dns = {1}};
    size_t count = 0;
    const struct hal_biometric *module = &hal->finger;
    TEST_ASSERT_EQUAL(0, hal->display.show_result(hal->display.ctx, NULL));
    TEST_ASSERT_EQUAL(0, hal->display.photo(hal->display.ctx, NULL));
    TEST_ASSERT_EQUAL(0, hal->display.menu(hal->display.ctx, NULL));
    TEST_ASSERT_EQUAL(0, hal->display.enrol(hal->display.ctx, NULL));
    TEST_ASSERT_EQUAL(0, hal->display.restart(hal->display.ctx));
    TEST_ASSERT_EQUAL(0, hal->display.style(hal->display.ctx, NULL));
    TEST_ASSERT_EQUAL(E_NOT_FITTED, hal->camera.set_light(hal->camera.ctx, CAMERA_LIGHT_ON));
    TEST_ASSERT_EQUAL(E_NOT_FITTED, module->set_precision(module->ctx, 1));
    TEST_ASSERT_EQUAL(E_NOT_FITTED, module->read(module->ctx, 0, &enrol, &count));
    TEST_ASSERT_EQUAL(E_NOT_FITTED, module->write(module->ctx, 0, "x", 1));
    TEST_ASSERT_EQUAL(E_NOT_FITTED, module->erase(module->ctx, 0));
    memset(&enrol, 0xee, sizeof(enrol));
    module->enrol_state(module->ctx, &enrol);
    TEST_ASSERT_EQUAL(HAL_ENROL_IDLE, enrol.step);
    TEST_ASSERT_EQUAL(HAL_BIOMETRIC_NO_SLOT, enrol.duplicate);
    TEST_ASSERT_EQUAL(E_NOT_FITTED, hal->bluetooth.search(hal->bluetooth.ctx));
    TEST_ASSERT_EQUAL(0, hal->bluetooth.devices(hal->bluetooth.ctx, &heard, 1));
    TEST_ASSERT_EQUAL(E_NOT_FITTED, hal->bluetooth.connect(hal->bluetooth.ctx, ""));
    TEST_ASSERT_EQUAL(E_NOT_FITTED, hal->bluetooth.forget(hal->bluetooth.ctx, ""));
    TEST_ASSERT_EQUAL(0, hal->wiegand_bus.answers(hal->wiegand_bus.ctx, &answer, 1));
    TEST_ASSERT_EQUAL(E_NOT_FITTED, hal->printer.print(hal->printer.ctx, "x", 1));
    TEST_ASSERT_EQUAL(E_NOT_FITTED, hal->wifi.join(hal->wifi.ctx, NULL));
    TEST_ASSERT_EQUAL(E_NOT_FITTED, hal->wifi.search(hal->wifi.ctx, 0, NULL, &count));
    TEST_ASSERT_EQUAL(E_NOT_FITTED, hal->net.route(hal->net.ctx, &route));
    memset(&way, 0xee, sizeof(way));
    hal->net.way(hal->net.ctx, &way);
    TEST_ASSERT_EQUAL(WAN_MODE_ETHERNET, way.wan);
    TEST_ASSERT_EQUAL(0, way.gateway + way.dns);
    TEST_ASSERT_EQUAL_HEX32(7, hal->net.reach(hal->net.ctx, 7));
    TEST_ASSERT_EQUAL(E_OFFLINE, hal->net.ping_gateway(hal->net.ctx, WAN_MODE_ETHERNET));
    TEST_ASSERT_EQUAL(E_OFFLINE, hal->net.try_server(hal->net.ctx, 1, 1));
}

void test_a_role_of_the_radio_is_refused_either_way(void) {
    static const struct hal_bluetooth_config devices = {.client = true};
    TEST_ASSERT_EQUAL(E_NOT_FITTED, hal->bluetooth.apply(hal->bluetooth.ctx, &devices));
}
