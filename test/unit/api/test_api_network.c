/* The handlers about the network: what each reply says of it, and which settings joining a network gives. */
#include <stdio.h>
#include <string.h>

#include "api/api.h"
#include "certificates.h"
#include "contract.h"
#include "core/base/actor.h"
#include "core/network/certificate.h"
#include "core/network/links.h"
#include "core/network/network.h"
#include "core/network/wifi.h"
#include "core/settings/provisional.h"
#include "core/settings/settings.h"
#include "later_settings.h"
#include "setting_hooks.h"
#include "terminal_fixture.h"
#include "unity.h"
#include "util/arena.h"

static struct fixture t;
static struct fake_net *net;
static struct arena arena;
static struct api_ctx ctx;
static const struct actor admin = {
    .session = 1, .account = "admin", .level = 16, .fresh = true, .peer = "192.0.2.1", .call = "GetWirless"};

void setUp(void) {
    fixture_up(&t);
    net = &t.fake.net;
    arena_init(&arena, (size_t)256 * 1024);
    ctx = (struct api_ctx){.core = t.core, .actor = &admin, .arena = &arena};
}

void tearDown(void) {
    arena_done(&arena);
    fixture_down(&t);
}

/* Calls with ever more memory until it is enough: until then nothing but an error comes. */
static void without_memory(int (*call)(void)) {
    const size_t cap = arena.cap;
    int code = CAT_SYSTEM_ERROR;
    unsigned refused = 0;
    for (size_t room = 0; code != CAT_OK && room < cap; room += 16, refused++) {
        arena_done(&arena);
        arena.cap = room;
        code = call();
        TEST_ASSERT_TRUE(code == CAT_OK || code == CAT_SYSTEM_ERROR);
    }
    arena_done(&arena);
    arena.cap = cap;
    TEST_ASSERT_EQUAL(CAT_OK, code);
    TEST_ASSERT_GREATER_THAN(1, refused);
}

/* --- States --------------------------------------------------------------------------------------------------------------- */

static struct api_interface_state interface;
static struct api_internet_state internet;
static struct api_wifi_state wifi;

static int call_ethernet(void) {
    return api_ethernet_state(&ctx, &interface);
}

static int call_internet(void) {
    return api_internet_state(&ctx, &internet);
}

static int call_wifi(void) {
    return api_wirless_state(&ctx, &wifi);
}

void test_an_interface(void) {
    net->states[WAN_MODE_ETHERNET] = (struct hal_net_state){.link_up = true,
                                                            .speed = 100,
                                                            .mac = {0x02, 0xa1, 0x0b, 0x3c, 0x4d, 0x5e},
                                                            .lease = LEASE_STATE_BOUND,
                                                            .address = 0xC0000207,
                                                            .mask = 0xFFFFFF00,
                                                            .gateway = 0xC0000201,
                                                            .lease_until_s = 1790003600,
                                                            .dns = {0x01010101, 0x09090909}};
    TEST_ASSERT_EQUAL(CAT_OK, call_ethernet());
    TEST_ASSERT_TRUE(interface.link_up);
    TEST_ASSERT_EQUAL(100, interface.speed);
    TEST_ASSERT_EQUAL_STRING("02:a1:0b:3c:4d:5e", interface.mac);
    TEST_ASSERT_EQUAL(LEASE_STATE_BOUND, interface.lease);
    TEST_ASSERT_EQUAL_STRING("192.0.2.7", interface.address);
    TEST_ASSERT_EQUAL_STRING("255.255.255.0", interface.mask);
    TEST_ASSERT_EQUAL_STRING("192.0.2.1", interface.gateway);
    TEST_ASSERT_EQUAL_INT64(1790003600, interface.lease_until);
    TEST_ASSERT_EQUAL_STRING("1.1.1.1", interface.dns1);
    TEST_ASSERT_EQUAL_STRING("9.9.9.9", interface.dns2);
    without_memory(call_ethernet);
    net->states[WAN_MODE_ETHERNET] = (struct hal_net_state){.link_up = false};
    TEST_ASSERT_EQUAL(CAT_OK, call_ethernet());
    TEST_ASSERT_EQUAL_STRING("", interface.address); /* none is no 0.0.0.0 */
    TEST_ASSERT_EQUAL_STRING("", interface.dns2);
}

void test_the_way_out(void) {
    net->way = (struct hal_net_way){.wan = WAN_MODE_WIFI, .gateway = 0xC0A80101, .dns = 0x01010101};
    net->gateway = E_TIMEOUT;
    net->name = 0;
    network_upkeep(t.core);
    TEST_ASSERT_EQUAL(CAT_OK, call_internet());
    TEST_ASSERT_EQUAL(PROBE_STATE_FAILED, internet.gateway);
    TEST_ASSERT_EQUAL(PROBE_STATE_GOOD, internet.names);
    TEST_ASSERT_EQUAL(PROBE_STATE_UNKNOWN, internet.time);
    TEST_ASSERT_EQUAL(WAN_MODE_WIFI, internet.wan);
    TEST_ASSERT_EQUAL_STRING("1.1.1.1", internet.dns_in_use);
    TEST_ASSERT_EQUAL_INT64(FAKE_UTC_MS / 1000, internet.tried_at);
    without_memory(call_internet);
}

static int save(struct setting_wirless values) {
    return fixture_save(t.core, &admin, SETTING_PAGE_WIRLESS, &values);
}

void test_wifi_and_its_ca(void) {
    struct setting_wirless values = {.mode = WIFI_MODE_CLIENT,
                                     .ssid = "Office",
                                     .security = WIFI_SECURITY_EAP,
                                     .identity = "terminal",
                                     .password = "secret"};
    struct x509_info info;
    TEST_ASSERT_EQUAL(CAT_OK, call_wifi());
    TEST_ASSERT_FALSE(wifi.has_ca);
    TEST_ASSERT_EQUAL_STRING("", wifi.ca_subject);
    TEST_ASSERT_EQUAL_INT64(0, wifi.ca_until);
    (void)snprintf(values.ca, sizeof(values.ca), "%s", P384_CERTIFICATE);
    TEST_ASSERT_EQUAL(0, save(values));
    TEST_ASSERT_EQUAL(0, x509_read(P384_CERTIFICATE, &info));
    net->states[WAN_MODE_WIFI].address = 0x0A000005;
    TEST_ASSERT_EQUAL(CAT_OK, call_wifi());
    TEST_ASSERT_EQUAL(WIFI_PHASE_SEARCHING, wifi.phase);
    TEST_ASSERT_EQUAL_STRING("Office", wifi.ssid);
    TEST_ASSERT_EQUAL_STRING("10.0.0.5", wifi.interface.address);
    TEST_ASSERT_TRUE(wifi.has_ca);
    TEST_ASSERT_EQUAL_STRING(info.subject, wifi.ca_subject);
    TEST_ASSERT_EQUAL_INT64(info.not_after_s, wifi.ca_until);
    without_memory(call_wifi);
    net->radio = (struct hal_wifi_state){.phase = HAL_WIFI_FAILED, .failure = HAL_WIFI_WRONG_KEY};
    wifi_upkeep(t.core);
    net->radio.signal = -61;
    net->radio.stations = 3;
    TEST_ASSERT_EQUAL(CAT_OK, call_wifi());
    TEST_ASSERT_EQUAL(WIFI_FAILURE_WRONG_KEY, wifi.failure);
    TEST_ASSERT_EQUAL_STRING("Office", wifi.failed_ssid);
    TEST_ASSERT_EQUAL_STRING(net->ap_ssid, wifi.ap_ssid);
    TEST_ASSERT_EQUAL(-61, wifi.signal);
    TEST_ASSERT_EQUAL(3, wifi.ap_stations);
}

void test_links(void) {
    struct api_link_status link;
    struct setting_cloud_param cloud = {.on = true, .code = "A1", .server = "203.0.113.7"};
    TEST_ASSERT_EQUAL(0, effect_links(t.core, NULL, settings_get(t.core)));
    fake_hal_advance(&t.fake, 5000);
    later_settings(t.core, SETTING_PAGE_CLOUD_PARAM, &cloud);
    TEST_ASSERT_EQUAL(CAT_OK, api_comm_mode_state(&ctx, &link));
    TEST_ASSERT_EQUAL(LINK_STATE_NOT_INSTALLED, link.link);
    TEST_ASSERT_EQUAL_INT64(FAKE_UTC_MS / 1000, link.since);
    TEST_ASSERT_EQUAL(CAT_OK, api_cloud_param_state(&ctx, &link));
    TEST_ASSERT_EQUAL(LINK_STATE_TRYING, link.link);
    TEST_ASSERT_EQUAL_INT64(FAKE_UTC_MS / 1000 + 5, link.since);
}

void test_a_new_password(void) {
    struct new_comm_password_reply reply = {0};
    TEST_ASSERT_EQUAL(CAT_OK, api_new_comm_password(&ctx, &reply));
    TEST_ASSERT_EQUAL_STRING(settings_get(t.core)->values.comm_mode.password, reply.password);
    TEST_ASSERT_EQUAL(settings_get(t.core)->revision[SETTING_PAGE_COMM_MODE], reply.revision);
    t.fake.entropy_fails = true;
    TEST_ASSERT_EQUAL(CAT_SYSTEM_ERROR, api_new_comm_password(&ctx, &reply));
    t.fake.entropy_fails = false;
    arena_done(&arena);
    arena.cap = 0;
    TEST_ASSERT_EQUAL(CAT_SYSTEM_ERROR, api_new_comm_password(&ctx, &reply));
}

/* --- Networks in reach ------------------------------------------------------------------------------------------------------ */

static struct set_all_wirless_reply list;

static int call_list(void) {
    return api_set_all_wirless(&ctx, &(struct set_all_wirless_req){.refresh = false}, &list);
}

void test_networks_in_reach(void) {
    static const struct hal_wifi_network found[] = {{"Office", -45, WIFI_SECURITY_WPA3, WIFI_BAND_BAND5},
                                                    {"Cafe", -60, WIFI_SECURITY_OPEN, WIFI_BAND_BAND24}};
    struct setting_wirless values = {
        .mode = WIFI_MODE_CLIENT, .ssid = "Office", .security = WIFI_SECURITY_WPA2, .key = "12345678"};
    TEST_ASSERT_EQUAL(CAT_OK, call_list());
    TEST_ASSERT_TRUE(ctx.wait);
    TEST_ASSERT_EQUAL(0, list.networks_count);
    net->search = 0;
    net->found = found;
    net->found_count = 2;
    TEST_ASSERT_EQUAL(0, save(values));
    TEST_ASSERT_EQUAL(CAT_OK, call_list());
    TEST_ASSERT_FALSE(ctx.wait);
    TEST_ASSERT_EQUAL(2, list.networks_count);
    TEST_ASSERT_EQUAL_INT64(FAKE_UTC_MS / 1000, list.searched_at);
    TEST_ASSERT_EQUAL_STRING("Office", list.networks[0].ssid);
    TEST_ASSERT_EQUAL(-45, list.networks[0].signal);
    TEST_ASSERT_EQUAL(WIFI_SECURITY_WPA3, list.networks[0].security);
    TEST_ASSERT_EQUAL(WIFI_BAND_BAND5, list.networks[0].band);
    TEST_ASSERT_TRUE(list.networks[0].known);
    TEST_ASSERT_FALSE(list.networks[0].current); /* it is not joined yet */
    TEST_ASSERT_FALSE(list.networks[1].known);
    net->radio.phase = HAL_WIFI_JOINED;
    net->states[WAN_MODE_WIFI].lease = LEASE_STATE_BOUND;
    net->gateway = 0;
    wifi_upkeep(t.core);
    TEST_ASSERT_EQUAL(CAT_OK, call_list());
    TEST_ASSERT_TRUE(list.networks[0].current);
    TEST_ASSERT_FALSE(list.networks[1].current);
    without_memory(call_list);
    net->search = E_OFFLINE;
    TEST_ASSERT_EQUAL(CAT_WIFI_LIST_FAILED,
                      api_set_all_wirless(&ctx, &(struct set_all_wirless_req){.refresh = true}, &list));
}

/* --- Joining one ------------------------------------------------------------------------------------------------------------ */

static struct get_choose_wirless_req wanted;
static struct get_choose_wirless_reply chosen;

static int choose(void) {
    return api_get_choose_wirless(&ctx, &wanted, &chosen);
}

static const struct setting_wirless *in_force(void) {
    return &settings_get(t.core)->values.wirless;
}

static void want(const char *ssid, enum wifi_security security) {
    memset(&wanted, 0, sizeof(wanted));
    (void)snprintf(wanted.ssid, sizeof(wanted.ssid), "%s", ssid);
    wanted.security = security;
}

/* A secret that is left out is the stored one of the same network, and none of another. */
void test_the_key_of_a_network(void) {
    want("Office", WIFI_SECURITY_WPA2);
    (void)snprintf(wanted.key, sizeof(wanted.key), "12345678");
    wanted.has_key = true;
    wanted.hidden = true;
    wanted.encryption = WIFI_ENCRYPTION_TKIP_AES;
    TEST_ASSERT_EQUAL(CAT_OK, choose());
    TEST_ASSERT_EQUAL(1, chosen.revision);
    TEST_ASSERT_EQUAL(WIFI_MODE_CLIENT, in_force()->mode);
    TEST_ASSERT_EQUAL_STRING("Office", in_force()->ssid);
    TEST_ASSERT_EQUAL_STRING("12345678", in_force()->key);
    TEST_ASSERT_TRUE(in_force()->hidden);
    TEST_ASSERT_EQUAL(WIFI_SECURITY_WPA2, in_force()->security);
    TEST_ASSERT_EQUAL(WIFI_ENCRYPTION_TKIP_AES, in_force()->encryption);
    TEST_ASSERT_EQUAL(1, net->joins);
    wanted.key[0] = '\0';
    wanted.has_key = false;
    TEST_ASSERT_EQUAL(CAT_OK, choose()); /* the same again is another attempt */
    TEST_ASSERT_EQUAL(2, net->joins);
    TEST_ASSERT_EQUAL_STRING("12345678", in_force()->key);
    want("Other", WIFI_SECURITY_WPA2);
    TEST_ASSERT_EQUAL(CAT_KEY_NEEDED, choose()); /* its key is not that of the one before */
    TEST_ASSERT_EQUAL_STRING("key", ctx.error_field);
    TEST_ASSERT_EQUAL_STRING("Office", in_force()->ssid);
    TEST_ASSERT_EQUAL(2, net->joins);
    want("Office", WIFI_SECURITY_OPEN);
    TEST_ASSERT_EQUAL(CAT_OK, choose());
    TEST_ASSERT_EQUAL_STRING("", in_force()->key); /* an open network has none */
}

void test_the_secrets_of_8021x(void) {
    want("Office", WIFI_SECURITY_EAP);
    wanted.eap = EAP_METHOD_TTLS;
    wanted.inner = EAP_INNER_PAP;
    (void)snprintf(wanted.identity, sizeof(wanted.identity), "terminal");
    (void)snprintf(wanted.password, sizeof(wanted.password), "secret");
    (void)snprintf(wanted.ca, sizeof(wanted.ca), "%s", P384_CERTIFICATE);
    wanted.has_identity = wanted.has_password = wanted.has_ca = true;
    TEST_ASSERT_EQUAL(CAT_OK, choose());
    TEST_ASSERT_EQUAL(EAP_METHOD_TTLS, in_force()->eap);
    TEST_ASSERT_EQUAL(EAP_INNER_PAP, in_force()->inner);
    TEST_ASSERT_EQUAL_STRING("terminal", in_force()->identity);
    TEST_ASSERT_EQUAL_STRING("secret", in_force()->password);
    TEST_ASSERT_EQUAL_STRING(P384_CERTIFICATE, in_force()->ca);
    want("Office", WIFI_SECURITY_EAP);
    wanted.eap = EAP_METHOD_TTLS;
    wanted.inner = EAP_INNER_PAP;
    TEST_ASSERT_EQUAL(CAT_OK, choose());
    TEST_ASSERT_EQUAL_STRING("terminal", in_force()->identity);
    TEST_ASSERT_EQUAL_STRING("secret", in_force()->password);
    TEST_ASSERT_EQUAL_STRING(P384_CERTIFICATE, in_force()->ca);
    want("Other", WIFI_SECURITY_EAP);
    TEST_ASSERT_EQUAL(CAT_MISSING_PARAMETER, choose());
    (void)snprintf(wanted.identity, sizeof(wanted.identity), "other");
    wanted.has_identity = true;
    TEST_ASSERT_EQUAL(CAT_MISSING_PARAMETER, choose());
    TEST_ASSERT_EQUAL_STRING("password", ctx.error_field);
    (void)snprintf(wanted.password, sizeof(wanted.password), "another");
    wanted.has_password = true;
    TEST_ASSERT_EQUAL(CAT_OK, choose());
    TEST_ASSERT_EQUAL_STRING("", in_force()->ca);
    TEST_ASSERT_EQUAL_STRING("other", in_force()->identity);
}

/* A radio that does not answer is no member of the request. */
void test_a_radio_that_does_not_answer(void) {
    struct cancel_wirless_reply cancelled = {0};
    want("Office", WIFI_SECURITY_OPEN);
    net->radio_offline = true;
    TEST_ASSERT_NOT_EQUAL(CAT_OK, choose());
    TEST_ASSERT_NULL(ctx.error_field);
    TEST_ASSERT_EQUAL(WIFI_MODE_OFF, in_force()->mode);
    net->radio_offline = false;
    TEST_ASSERT_EQUAL(CAT_OK, api_cancel_wirless(&ctx, &cancelled));
    TEST_ASSERT_FALSE(cancelled.cancelled);
    TEST_ASSERT_EQUAL(CAT_OK, choose());
    TEST_ASSERT_EQUAL(CAT_OK, api_cancel_wirless(&ctx, &cancelled));
    TEST_ASSERT_TRUE(cancelled.cancelled);
    net->radio_offline = true;
    TEST_ASSERT_EQUAL(WIFI_MODE_OFF, in_force()->mode);
}

/* A choice that waits for its confirmation gives way to the next one; a change of another page does not. */
void test_a_choice_gives_way_to_the_next(void) {
    struct network_pending_reply pending;
    struct confirm_network_reply confirmed;
    struct keep_network_reply kept;
    network_serve(t.shared, 8080, 0);
    want("Office", WIFI_SECURITY_OPEN);
    TEST_ASSERT_EQUAL(CAT_OK, choose());
    TEST_ASSERT_EQUAL(CAT_OK, api_network_pending(&ctx, &pending));
    TEST_ASSERT_EQUAL_STRING("", pending.page);
    TEST_ASSERT_EQUAL(0, pending.seconds_left);
    TEST_ASSERT_EQUAL_STRING("", pending.rolled_back);
    TEST_ASSERT_EQUAL_INT64(0, pending.rolled_back_at);
    net->states[WAN_MODE_WIFI].address = 0x0A000005;
    want("Second", WIFI_SECURITY_OPEN);
    TEST_ASSERT_EQUAL(CAT_OK, choose());
    TEST_ASSERT_EQUAL(90, chosen.confirm_seconds);
    TEST_ASSERT_NOT_NULL(strstr(chosen.confirm_url, chosen.confirm_code));
    fake_hal_advance(&t.fake, 1);
    TEST_ASSERT_EQUAL(CAT_OK, api_network_pending(&ctx, &pending));
    TEST_ASSERT_EQUAL_STRING("Wirless", pending.page);
    TEST_ASSERT_EQUAL(90, pending.seconds_left); /* begun seconds count */
    fake_hal_advance(&t.fake, 999);
    TEST_ASSERT_EQUAL(CAT_OK, api_network_pending(&ctx, &pending));
    TEST_ASSERT_EQUAL(89, pending.seconds_left);
    want("Third", WIFI_SECURITY_OPEN);
    TEST_ASSERT_EQUAL(CAT_OK, choose());
    TEST_ASSERT_EQUAL_STRING("Third", in_force()->ssid);
    TEST_ASSERT_EQUAL(CAT_OK, api_revert_network(&ctx));
    TEST_ASSERT_EQUAL_STRING("Office", in_force()->ssid); /* the second is not there any more */
    TEST_ASSERT_EQUAL(CAT_OK, api_network_pending(&ctx, &pending));
    TEST_ASSERT_EQUAL_STRING("Wirless", pending.rolled_back);
    TEST_ASSERT_EQUAL_INT64((FAKE_UTC_MS + 1000) / 1000, pending.rolled_back_at);
    TEST_ASSERT_EQUAL(CAT_CONFIRM_UNKNOWN, api_revert_network(&ctx));
    TEST_ASSERT_EQUAL(CAT_OK, choose());
    struct confirm_network_req wrong = {.code = "no code"}, right;
    (void)snprintf(right.code, sizeof(right.code), "%s", chosen.confirm_code);
    TEST_ASSERT_EQUAL(CAT_CONFIRM_UNKNOWN, api_confirm_network(&ctx, &wrong, &confirmed));
    TEST_ASSERT_EQUAL(CAT_OK, api_confirm_network(&ctx, &right, &confirmed));
    TEST_ASSERT_EQUAL_STRING("Wirless", confirmed.page);
    TEST_ASSERT_EQUAL_STRING("Third", in_force()->ssid);
    TEST_ASSERT_EQUAL(CAT_CONFIRM_UNKNOWN, api_keep_network(&ctx, &kept));
}

static void left_is(int64_t ms, uint32_t seconds) {
    struct network_pending_reply pending;
    struct provisional state;
    provisional_read(t.core, &state);
    fake_hal_advance(&t.fake, state.deadline_ms - core_mono_ms(t.core) - ms);
    TEST_ASSERT_EQUAL(CAT_OK, api_network_pending(&ctx, &pending));
    TEST_ASSERT_EQUAL_STRING("Wirless", pending.page);
    TEST_ASSERT_EQUAL_UINT32(seconds, pending.seconds_left);
}

/* Begun seconds count; when the time is over, but nobody has looked yet, none are left. */
void test_the_seconds_until_a_change_is_undone(void) {
    network_serve(t.shared, 8080, 0);
    want("Office", WIFI_SECURITY_OPEN);
    TEST_ASSERT_EQUAL(CAT_OK, choose());
    net->states[WAN_MODE_WIFI].address = 0x0A000005;
    want("Second", WIFI_SECURITY_OPEN);
    TEST_ASSERT_EQUAL(CAT_OK, choose());
    left_is(1001, 2);
    left_is(1000, 1);
    left_is(1, 1);
    left_is(0, 0);
    left_is(-5000, 0);
}

/* --- Certificate and HTTPS --------------------------------------------------------------------------------------------------- */

static struct certificate_info_reply certificate;

static int call_certificate(void) {
    return api_certificate_info(&ctx, &certificate);
}

void test_the_certificate_in_use(void) {
    char fingerprint[3 * X509_SHA256_LEN + 1];
    struct certificate_info info;
    TEST_ASSERT_EQUAL(CAT_OK, call_certificate());
    certificate_read(t.core, &info);
    TEST_ASSERT_EQUAL_STRING(info.x509.subject, certificate.subject);
    TEST_ASSERT_EQUAL_STRING(info.x509.issuer, certificate.issuer);
    TEST_ASSERT_EQUAL_STRING(info.x509.names, certificate.names);
    TEST_ASSERT_EQUAL_STRING(info.x509.key, certificate.key);
    for (size_t i = 0; i < X509_SHA256_LEN; i++) {
        (void)snprintf(fingerprint + 3 * i, 4, "%02X:", info.x509.sha256[i]);
    }
    fingerprint[3 * X509_SHA256_LEN - 1] = '\0';
    TEST_ASSERT_EQUAL_STRING(fingerprint, certificate.fingerprint);
    TEST_ASSERT_EQUAL_INT64(info.x509.not_before_s, certificate.not_before);
    TEST_ASSERT_EQUAL_INT64(info.x509.not_after_s, certificate.not_after);
    TEST_ASSERT_FALSE(certificate.own);
    TEST_ASSERT_FALSE(certificate.requested);
    without_memory(call_certificate);
}

void test_a_certificate_is_asked_for_uploaded_and_reset(void) {
    static struct upload_certificate_req upload;
    struct certificate_request_req req = {
        .common_name = "door.example", .organization = "Weir", .names = {"a.example", "b.example"}, .names_count = 2};
    struct certificate_request_reply request;
    struct upload_certificate_reply uploaded;
    struct reset_certificate_reply reset;
    TEST_ASSERT_EQUAL(CAT_OK, api_certificate_request(&ctx, &req, &request));
    TEST_ASSERT_NOT_NULL(strstr(request.request, "-----BEGIN CERTIFICATE REQUEST-----"));
    size_t without = strlen(request.request);
    req.has_organization = true;
    TEST_ASSERT_EQUAL(CAT_OK, api_certificate_request(&ctx, &req, &request));
    TEST_ASSERT_GREATER_THAN(without, strlen(request.request)); /* it has a name more in it */
    TEST_ASSERT_EQUAL(CAT_OK, call_certificate());
    TEST_ASSERT_TRUE(certificate.requested);
    t.fake.utc_ms += INT64_C(365) * 86400 * 1000;
    (void)snprintf(upload.certificate, sizeof(upload.certificate), "%s", P384_CERTIFICATE);
    (void)snprintf(upload.key, sizeof(upload.key), "%s", P384_KEY);
    TEST_ASSERT_EQUAL(CAT_CERTIFICATE_KEY,
                      api_upload_certificate(&ctx, &upload, &uploaded)); /* not that of the request */
    TEST_ASSERT_EQUAL_STRING("key", ctx.error_field);
    upload.has_key = true;
    TEST_ASSERT_EQUAL(CAT_OK, api_upload_certificate(&ctx, &upload, &uploaded));
    TEST_ASSERT_EQUAL(CAT_OK, call_certificate());
    TEST_ASSERT_TRUE(certificate.own);
    TEST_ASSERT_EQUAL_INT64(certificate.not_after, uploaded.not_after);
    (void)snprintf(upload.certificate, sizeof(upload.certificate), "nonsense");
    TEST_ASSERT_EQUAL(CAT_CERTIFICATE_INVALID, api_upload_certificate(&ctx, &upload, &uploaded));
    TEST_ASSERT_EQUAL_STRING("certificate", ctx.error_field);
    TEST_ASSERT_EQUAL(CAT_OK, api_reset_certificate(&ctx, &reset));
    TEST_ASSERT_EQUAL(CAT_OK, call_certificate());
    TEST_ASSERT_FALSE(certificate.own);
    TEST_ASSERT_EQUAL_INT64(certificate.not_after, reset.not_after);
    arena_done(&arena);
    arena.cap = 100;
    TEST_ASSERT_EQUAL(CAT_SYSTEM_ERROR, api_certificate_request(&ctx, &req, &request));
}

void test_how_the_terminal_is_reached(void) {
    struct api_security_state state;
    struct setting_rest_param values = settings_get(t.core)->values.rest_param;
    network_set_https(t.shared, "0.0.0.0:443");
    ctx.secure = true;
    TEST_ASSERT_EQUAL(CAT_OK, api_rest_param_state(&ctx, &state));
    TEST_ASSERT_EQUAL_STRING("0.0.0.0:443", state.https);
    TEST_ASSERT_TRUE(state.secure);
    TEST_ASSERT_FALSE(state.own_certificate);
    TEST_ASSERT_EQUAL(WEBHOOK_STATE_OFF, state.webhook);
    values.webhook_on = true;
    (void)snprintf(values.webhook_url, sizeof(values.webhook_url), "https://hook.example");
    later_settings(t.core, SETTING_PAGE_REST_PARAM, &values);
    ctx.secure = false;
    TEST_ASSERT_EQUAL(CAT_OK, api_rest_param_state(&ctx, &state));
    TEST_ASSERT_FALSE(state.secure);
    TEST_ASSERT_EQUAL(WEBHOOK_STATE_NOT_INSTALLED, state.webhook);
}
