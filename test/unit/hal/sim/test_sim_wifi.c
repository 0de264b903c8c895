/* The simulated radio, Ethernet and the world behind them, controlled over the bench and seen through the ops. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include "hal/hal.h"
#include "unity.h"
#include "util/err.h"

static char dir[64], path[80];
static struct hal *hal;
static FILE *in;
static int fd;

/* Sends a line and checks that it was executed. */
static void play(const char *line) {
    char answer[32768];
    TEST_ASSERT_GREATER_THAN(0, dprintf(fd, "%s\n", line));
    while (fgets(answer, sizeof(answer), in)) {
        if (strncmp(answer, "{\"ok\"", 5) == 0) {
            TEST_ASSERT_EQUAL_STRING_MESSAGE("{\"ok\":true}\n", answer, line);
            return;
        }
    }
    TEST_FAIL_MESSAGE(line);
}

static void refused(const char *line) {
    char answer[32768];
    TEST_ASSERT_GREATER_THAN(0, dprintf(fd, "%s\n", line));
    while (fgets(answer, sizeof(answer), in)) {
        if (strncmp(answer, "{\"ok\"", 5) == 0) {
            TEST_ASSERT_EQUAL_STRING_LEN_MESSAGE("{\"ok\":false", answer, 11, line);
            return;
        }
    }
    TEST_FAIL_MESSAGE(line);
}

static void advance(unsigned ms) {
    char line[64];
    (void)snprintf(line, sizeof(line), "{\"do\":\"clock\",\"advanceMs\":%u}", ms);
    play(line);
}

static void fault(const char *device, const char *kind, const char *on) {
    char line[128];
    (void)snprintf(line, sizeof(line), "{\"do\":\"fault\",\"device\":\"%s\",\"kind\":\"%s\",\"on\":%s}", device, kind,
                   on);
    play(line);
}

void setUp(void) {
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    (void)snprintf(dir, sizeof(dir), "/tmp/postern-test-XXXXXX");
    TEST_ASSERT_NOT_NULL(mkdtemp(dir));
    (void)snprintf(path, sizeof(path), "%s/bench", dir);
    TEST_ASSERT_EQUAL(0, hal_new(&(struct hal_options){.bench = path}, &hal));
    (void)snprintf(address.sun_path, sizeof(address.sun_path), "%s", path);
    fd = socket(AF_UNIX, SOCK_STREAM, 0);
    TEST_ASSERT_EQUAL(0, connect(fd, (const struct sockaddr *)&address, sizeof(address)));
    struct timeval limit = {.tv_sec = 5};
    TEST_ASSERT_EQUAL(0, setsockopt(fd, SOL_SOCKET, SO_RCVTIMEO, &limit, sizeof(limit)));
    in = fdopen(dup(fd), "r");
    advance(0);
}

void tearDown(void) {
    (void)fclose(in);
    (void)close(fd);
    hal_free(hal);
    (void)rmdir(dir);
}

static struct hal_wifi_state radio(void) {
    struct hal_wifi_state state;
    hal->wifi.read(hal->wifi.ctx, &state);
    return state;
}

static struct hal_net_state net(enum wan_mode interface) {
    struct hal_net_state state;
    hal->net.read(hal->net.ctx, interface, &state);
    return state;
}

static enum wifi_encryption encryption; /* of the station */

static void join(const char *ssid, enum wifi_security security, const char *key) {
    const struct hal_wifi_join how = {.ssid = ssid,
                                      .security = security,
                                      .encryption = encryption,
                                      .key = key,
                                      .eap = EAP_METHOD_PEAP,
                                      .inner = EAP_INNER_MSCHAPV2,
                                      .identity = "terminal",
                                      .password = key,
                                      .ca = ""};
    const struct hal_net_config config = {.dhcp = true};
    TEST_ASSERT_EQUAL(0, hal->net.configure(hal->net.ctx, WAN_MODE_WIFI, &config));
    TEST_ASSERT_EQUAL(0, hal->wifi.join(hal->wifi.ctx, &how));
}

void test_joining_takes_its_steps_and_gets_an_address(void) {
    join("Harbour Office", WIFI_SECURITY_WPA2WPA3, "office-2027");
    TEST_ASSERT_EQUAL(HAL_WIFI_SEARCHING, radio().phase);
    advance(2000);
    TEST_ASSERT_EQUAL(HAL_WIFI_AUTHENTICATING, radio().phase);
    advance(1500);
    TEST_ASSERT_EQUAL(HAL_WIFI_ASSOCIATING, radio().phase);
    advance(500);
    TEST_ASSERT_EQUAL(HAL_WIFI_JOINED, radio().phase);
    TEST_ASSERT_EQUAL(-47, radio().signal);
    TEST_ASSERT_EQUAL(LEASE_STATE_ASKING, net(WAN_MODE_WIFI).lease);
    advance(1200);
    TEST_ASSERT_EQUAL(LEASE_STATE_BOUND, net(WAN_MODE_WIFI).lease);
    TEST_ASSERT_EQUAL_HEX32(0x0A141E28, net(WAN_MODE_WIFI).address);
    TEST_ASSERT_EQUAL_HEX32(0x7F141E28, hal->net.reach(hal->net.ctx, net(WAN_MODE_WIFI).address));
}

static void fails(const char *ssid, enum wifi_security security, const char *key, enum hal_wifi_failure failure) {
    join(ssid, security, key);
    advance(20000);
    TEST_ASSERT_EQUAL_MESSAGE(HAL_WIFI_FAILED, radio().phase, ssid);
    TEST_ASSERT_EQUAL_MESSAGE(failure, radio().failure, ssid);
    TEST_ASSERT_FALSE(net(WAN_MODE_WIFI).link_up);
}

void test_each_failure_has_its_name(void) {
    fails("Nowhere", WIFI_SECURITY_WPA2, "12345678", HAL_WIFI_NOT_FOUND);
    fails("Warehouse", WIFI_SECURITY_WPA3, "forklift-7", HAL_WIFI_NOT_FOUND);
    fails("Vault", WIFI_SECURITY_WPA3, "vault-door-9", HAL_WIFI_NOT_FOUND);
    fails("Warehouse", WIFI_SECURITY_WPA2, "forklift-8", HAL_WIFI_WRONG_KEY);
    fails("Harbour Staff", WIFI_SECURITY_EAP, "wrong", HAL_WIFI_EAP_REFUSED);
    fault("wifi", "certificate", "true");
    fails("Harbour Staff", WIFI_SECURITY_EAP, "staff-2027", HAL_WIFI_CERTIFICATE);
    fault("wifi", "certificate", "false");
    fault("wifi", "wrongKey", "true");
    fails("Warehouse", WIFI_SECURITY_WPA2, "forklift-7", HAL_WIFI_WRONG_KEY);
    fault("wifi", "refused", "true");
    fails("Harbour Guests", WIFI_SECURITY_OPEN, "", HAL_WIFI_REFUSED);
}

void test_a_station_takes_no_other_cipher_than_it_may(void) {
    static const struct {
        const char *cipher;
        bool taken[3]; /* by enum wifi_encryption */
    } ciphers[] = {{"ccmp", {true, true, true}}, {"gcmp", {true, false, false}}, {"tkip", {false, false, true}}};
    for (size_t i = 0; i < sizeof(ciphers) / sizeof(ciphers[0]); i++) {
        char command[96];
        (void)snprintf(command, sizeof(command),
                       "{\"do\":\"wifi\",\"network\":{\"ssid\":\"Warehouse\",\"cipher\":\"%s\"}}", ciphers[i].cipher);
        play(command);
        for (encryption = WIFI_ENCRYPTION_AUTO; encryption <= WIFI_ENCRYPTION_TKIP_AES; encryption++) {
            if (ciphers[i].taken[encryption]) {
                join("Warehouse", WIFI_SECURITY_WPA2, "forklift-7");
                advance(4000);
                TEST_ASSERT_EQUAL_MESSAGE(HAL_WIFI_JOINED, radio().phase, ciphers[i].cipher);
            } else {
                fails("Warehouse", WIFI_SECURITY_WPA2, "forklift-7", HAL_WIFI_ENCRYPTION);
            }
        }
    }
    encryption = WIFI_ENCRYPTION_AUTO;
    refused("{\"do\":\"wifi\",\"network\":{\"ssid\":\"Warehouse\",\"cipher\":\"wep\"}}");
}

void test_a_network_may_go_away(void) {
    join("Harbour Guests", WIFI_SECURITY_OPEN, "");
    advance(10000);
    TEST_ASSERT_EQUAL(HAL_WIFI_JOINED, radio().phase);
    play("{\"do\":\"wifi\",\"remove\":\"Harbour Guests\"}");
    TEST_ASSERT_EQUAL(HAL_WIFI_LOST, radio().failure);
    play("{\"do\":\"wifi\",\"network\":{\"ssid\":\"New\",\"signal\":-30,\"security\":\"open\"}}");
    join("New", WIFI_SECURITY_OPEN, "");
    advance(10000);
    TEST_ASSERT_EQUAL(-30, radio().signal);
    play("{\"do\":\"wifi\",\"network\":{\"ssid\":\"New\",\"signal\":-90}}");
    TEST_ASSERT_EQUAL(-90, radio().signal);
    fault("wifi", "apGone", "true");
    TEST_ASSERT_EQUAL(HAL_WIFI_FAILED, radio().phase);
}

void test_the_own_access_point_needs_a_key(void) {
    TEST_ASSERT_EQUAL(E_INVAL, hal->wifi.open(hal->wifi.ctx, "Terminal", ""));
    TEST_ASSERT_EQUAL(E_INVAL, hal->wifi.open(hal->wifi.ctx, "Terminal", "1234567"));
    TEST_ASSERT_EQUAL(0, hal->wifi.open(hal->wifi.ctx, "Terminal", "12345678"));
    play("{\"do\":\"wifi\",\"stations\":3}");
    TEST_ASSERT_EQUAL(HAL_WIFI_ACCESS_POINT, radio().phase);
    TEST_ASSERT_EQUAL(3, radio().stations);
    TEST_ASSERT_EQUAL(0, hal->wifi.off(hal->wifi.ctx));
    TEST_ASSERT_EQUAL(0, radio().stations);
}

void test_a_search_shows_what_does_not_hide(void) {
    struct hal_wifi_network found[HAL_WIFI_NETWORKS_MAX];
    size_t count = 0;
    TEST_ASSERT_EQUAL(E_BUSY, hal->wifi.search(hal->wifi.ctx, HAL_WIFI_NETWORKS_MAX, found, &count));
    TEST_ASSERT_EQUAL(E_BUSY, hal->wifi.search(hal->wifi.ctx, HAL_WIFI_NETWORKS_MAX, found, &count));
    advance(3000);
    TEST_ASSERT_EQUAL(0, hal->wifi.search(hal->wifi.ctx, HAL_WIFI_NETWORKS_MAX, found, &count));
    TEST_ASSERT_EQUAL(7, count);
    fault("wifi", "searchFails", "true");
    TEST_ASSERT_EQUAL(E_BUSY, hal->wifi.search(hal->wifi.ctx, HAL_WIFI_NETWORKS_MAX, found, &count));
    advance(3000);
    TEST_ASSERT_EQUAL(E_IO, hal->wifi.search(hal->wifi.ctx, HAL_WIFI_NETWORKS_MAX, found, &count));
    fault("wifi", "offline", "true");
    TEST_ASSERT_EQUAL(E_OFFLINE, hal->wifi.search(hal->wifi.ctx, HAL_WIFI_NETWORKS_MAX, found, &count));
    TEST_ASSERT_EQUAL(E_OFFLINE, hal->wifi.off(hal->wifi.ctx));
    TEST_ASSERT_EQUAL(E_OFFLINE, hal->wifi.open(hal->wifi.ctx, "Terminal", "12345678"));
}

void test_a_cable_can_be_pulled(void) {
    const struct hal_net_config config = {.dhcp = true};
    TEST_ASSERT_EQUAL(0, hal->net.configure(hal->net.ctx, WAN_MODE_ETHERNET, &config));
    advance(1200);
    TEST_ASSERT_EQUAL(LEASE_STATE_BOUND, net(WAN_MODE_ETHERNET).lease);
    fault("ethernet", "cableOut", "true");
    TEST_ASSERT_FALSE(net(WAN_MODE_ETHERNET).link_up);
    TEST_ASSERT_EQUAL_HEX32(0, net(WAN_MODE_ETHERNET).address);
    play("{\"do\":\"ethernet\",\"offer\":{\"address\":\"192.168.1.77\"}}");
    fault("ethernet", "cableOut", "false");
    advance(1400);
    TEST_ASSERT_FALSE(net(WAN_MODE_ETHERNET).link_up);
    advance(100);
    TEST_ASSERT_TRUE(net(WAN_MODE_ETHERNET).link_up);
    advance(1200);
    TEST_ASSERT_EQUAL_HEX32(0xC0A8014D, net(WAN_MODE_ETHERNET).address);
    fault("ethernet", "offline", "true");
    TEST_ASSERT_EQUAL(E_OFFLINE, hal->net.configure(hal->net.ctx, WAN_MODE_ETHERNET, &config));
}

/* Polls until there is a result. */
static int resolve(const char *host, uint32_t *ret_address) {
    int r = hal->net.resolve(hal->net.ctx, host, ret_address);
    TEST_ASSERT_TRUE(r == E_BUSY || r == E_OFFLINE);
    advance(6000);
    return r == E_BUSY ? hal->net.resolve(hal->net.ctx, host, ret_address) : r;
}

static int try_server(uint32_t address, uint16_t port) {
    int r = hal->net.try_server(hal->net.ctx, address, port);
    advance(6000);
    return r == E_BUSY ? hal->net.try_server(hal->net.ctx, address, port) : r;
}

void test_the_internet_answers_through_a_gateway(void) {
    const struct hal_net_config config = {.dhcp = true};
    uint32_t address = 0;
    TEST_ASSERT_EQUAL(E_OFFLINE, resolve("tc.example.com", &address));
    TEST_ASSERT_EQUAL(0, hal->net.configure(hal->net.ctx, WAN_MODE_ETHERNET, &config));
    advance(2000);
    TEST_ASSERT_EQUAL(0, resolve("tc.example.com", &address));
    TEST_ASSERT_EQUAL_HEX32(0xC6336400, address & 0xFFFFFF00);
    TEST_ASSERT_EQUAL(E_NOTFOUND, resolve("nobody.invalid", &address));
    play("{\"do\":\"internet\",\"name\":\"tc.example.com\",\"address\":\"203.0.113.9\"}");
    TEST_ASSERT_EQUAL(0, resolve("tc.example.com", &address));
    TEST_ASSERT_EQUAL_HEX32(0xCB007109, address);
    TEST_ASSERT_EQUAL(E_TIMEOUT, try_server(address, 5010));
    play("{\"do\":\"internet\",\"server\":\"203.0.113.9\",\"port\":5010,\"answer\":\"accept\"}");
    TEST_ASSERT_EQUAL(0, try_server(address, 5010));
    play("{\"do\":\"internet\",\"server\":\"203.0.113.9\",\"port\":5010,\"answer\":\"refuse\"}");
    TEST_ASSERT_EQUAL(E_FORBIDDEN, try_server(address, 5010));
    fault("internet", "nameService", "true");
    TEST_ASSERT_EQUAL(E_TIMEOUT, resolve("tc.example.com", &address));
    TEST_ASSERT_EQUAL(E_BUSY, hal->net.ping_gateway(hal->net.ctx, WAN_MODE_ETHERNET));
    advance(6000);
    TEST_ASSERT_EQUAL(0, hal->net.ping_gateway(hal->net.ctx, WAN_MODE_ETHERNET));
    fault("internet", "gatewayDown", "true");
    TEST_ASSERT_EQUAL(E_BUSY, hal->net.ping_gateway(hal->net.ctx, WAN_MODE_ETHERNET));
    advance(6000);
    TEST_ASSERT_EQUAL(E_TIMEOUT, hal->net.ping_gateway(hal->net.ctx, WAN_MODE_ETHERNET));
}

void test_the_way_out_is_the_other_one_while_the_first_has_none(void) {
    const struct hal_net_config config = {.dhcp = true};
    const struct hal_net_route route = {.wan = WAN_MODE_WIFI, .dns = {0x01010101, 0}};
    struct hal_net_way way;
    TEST_ASSERT_EQUAL(0, hal->net.configure(hal->net.ctx, WAN_MODE_ETHERNET, &config));
    TEST_ASSERT_EQUAL(0, hal->net.route(hal->net.ctx, &route));
    advance(2000);
    hal->net.way(hal->net.ctx, &way);
    TEST_ASSERT_EQUAL(WAN_MODE_ETHERNET, way.wan);
    TEST_ASSERT_EQUAL_HEX32(0x01010101, way.dns);
    join("Harbour Guests", WIFI_SECURITY_OPEN, "");
    advance(10000);
    hal->net.way(hal->net.ctx, &way);
    TEST_ASSERT_EQUAL(WAN_MODE_WIFI, way.wan);
    TEST_ASSERT_EQUAL_HEX32(0x0A141E01, way.gateway);
}

void test_commands_that_make_no_sense_are_refused(void) {
    refused("{\"do\":\"wifi\"}");
    refused("{\"do\":\"wifi\",\"stations\":9}");
    refused("{\"do\":\"wifi\",\"network\":{}}");
    refused("{\"do\":\"wifi\",\"network\":{\"ssid\":\"\"}}");
    refused("{\"do\":\"wifi\",\"network\":{\"ssid\":\"123456789012345678901234567890123\"}}");
    refused("{\"do\":\"wifi\",\"network\":{\"ssid\":\"New\",\"signal\":0}}");
    refused("{\"do\":\"wifi\",\"network\":{\"ssid\":\"New\",\"security\":\"wep\"}}");
    refused("{\"do\":\"wifi\",\"network\":{\"ssid\":\"New\",\"band\":\"both\"}}");
    refused("{\"do\":\"ethernet\"}");
    refused("{\"do\":\"ethernet\",\"offer\":{\"address\":\"1.2.3\"}}");
    refused("{\"do\":\"internet\"}");
    refused("{\"do\":\"internet\",\"server\":\"203.0.113.9\",\"port\":0,\"answer\":\"accept\"}");
    refused("{\"do\":\"internet\",\"server\":\"203.0.113.9\",\"port\":80,\"answer\":\"maybe\"}");
    refused("{\"do\":\"internet\",\"name\":\"a\",\"address\":7}");
    refused("{\"do\":\"fault\",\"device\":\"wifi\",\"kind\":\"nothing\",\"on\":true}");
}

static unsigned changes;

static void changed(void *ctx) {
    *(unsigned *)ctx += 1;
}

void test_changes_are_told_to_who_asked(void) {
    changes = 0;
    hal->notify.set(hal->notify.ctx, changed, &changes);
    fault("ethernet", "cableOut", "true");
    TEST_ASSERT_GREATER_THAN(0, changes);
    changes = 0;
    advance(1);
    TEST_ASSERT_GREATER_THAN(0, changes);
    hal->notify.set(hal->notify.ctx, NULL, NULL);
    changes = 0;
    fault("ethernet", "cableOut", "false");
    TEST_ASSERT_EQUAL(0, changes);
}
