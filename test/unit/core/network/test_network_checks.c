/* Rules across the settings of the network's pages. */
#include <string.h>

#include "core/settings/settings.h"
#include "setting_hooks.h"
#include "unity.h"
#include "util/err.h"

static const struct settings before;
static const char *field;

void setUp(void) {
    field = NULL;
}

void tearDown(void) {
}

static int ethernet(const char *address, const char *mask, const char *gateway) {
    struct setting_ethernet values = {.mode = ADDRESS_MODE_FIXED};
    strcpy(values.address, address);
    strcpy(values.mask, mask);
    strcpy(values.gateway, gateway);
    field = NULL;
    return setting_check_ethernet(&before, &values, &field);
}

void test_a_fixed_address_is_one_of_its_subnet(void) {
    TEST_ASSERT_EQUAL(0, ethernet("192.168.1.20", "255.255.255.0", "192.168.1.1"));
    TEST_ASSERT_EQUAL(0, ethernet("192.168.1.20", "255.255.255.0", ""));
    TEST_ASSERT_EQUAL(0, ethernet("10.0.0.1", "255.255.255.252", "10.0.0.2"));
    static const struct {
        const char *address, *mask, *gateway, *field;
        int error;
    } bad[] = {
        {"", "255.255.255.0", "", "address", E_MISSING},
        {"192.168.1.0", "255.255.255.0", "", "address", E_ADDRESS_INVALID},
        {"192.168.1.255", "255.255.255.0", "", "address", E_ADDRESS_INVALID},
        {"127.0.0.1", "255.0.0.0", "", "address", E_ADDRESS_INVALID},
        {"224.0.0.5", "255.255.255.0", "", "address", E_ADDRESS_INVALID},
        {"0.1.2.3", "255.255.255.0", "", "address", E_ADDRESS_INVALID},
        {"192.168.1.20", "255.0.255.0", "", "mask", E_ADDRESS_INVALID},
        {"192.168.1.20", "0.0.0.0", "", "mask", E_ADDRESS_INVALID},
        {"192.168.1.20", "255.255.255.255", "", "mask", E_ADDRESS_INVALID},
        {"192.168.1.20", "255.255.255.0", "192.168.1.20", "gateway", E_ADDRESS_INVALID},
        {"192.168.1.20", "255.255.255.0", "192.168.2.1", "gateway", E_GATEWAY_OUTSIDE},
        {"192.168.1.20", "255.255.255.0", "192.168.1.255", "gateway", E_GATEWAY_OUTSIDE},
        {"192.168.1.20", "255.255.255.0", "192.168.1.0", "gateway", E_GATEWAY_OUTSIDE},
        {"192.168.1.20", "255.255.255.0", "239.1.1.1", "gateway", E_ADDRESS_INVALID},
    };
    for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
        TEST_ASSERT_EQUAL_MESSAGE(bad[i].error, ethernet(bad[i].address, bad[i].mask, bad[i].gateway), bad[i].address);
        TEST_ASSERT_EQUAL_STRING(bad[i].field, field);
    }
}

void test_dhcp_asks_for_no_address(void) {
    struct setting_ethernet values = {.mode = ADDRESS_MODE_DHCP, .mask = "0.0.0.0"};
    TEST_ASSERT_EQUAL(0, setting_check_ethernet(&before, &values, &field));
}

void test_a_second_name_server_needs_a_first(void) {
    struct setting_internet values = {.dns1 = "1.1.1.1", .dns2 = "9.9.9.9"};
    TEST_ASSERT_EQUAL(0, setting_check_internet(&before, &values, &field));
    values.dns1[0] = '\0';
    TEST_ASSERT_EQUAL(E_MISSING, setting_check_internet(&before, &values, &field));
    TEST_ASSERT_EQUAL_STRING("dns1", field);
    strcpy(values.dns1, "0.0.0.0");
    TEST_ASSERT_EQUAL(E_ADDRESS_INVALID, setting_check_internet(&before, &values, &field));
    TEST_ASSERT_EQUAL_STRING("dns1", field);
    strcpy(values.dns1, "1.1.1.1");
    strcpy(values.dns2, "255.255.255.255");
    TEST_ASSERT_EQUAL(E_ADDRESS_INVALID, setting_check_internet(&before, &values, &field));
    TEST_ASSERT_EQUAL_STRING("dns2", field);
}

static struct setting_wirless client(enum wifi_security security, const char *key) {
    struct setting_wirless values = {.mode = WIFI_MODE_CLIENT, .ssid = "Office", .security = security};
    strcpy(values.key, key);
    return values;
}

static int wirless(struct setting_wirless values) {
    field = NULL;
    return setting_check_wirless(&before, &values, &field);
}

void test_a_network_that_has_a_key_needs_one(void) {
    static const char hex[] = "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef";
    TEST_ASSERT_EQUAL(0, wirless(client(WIFI_SECURITY_OPEN, "")));
    TEST_ASSERT_EQUAL(0, wirless(client(WIFI_SECURITY_WPA2, "12345678")));
    TEST_ASSERT_EQUAL(0, wirless(client(WIFI_SECURITY_WPA2, hex)));
    TEST_ASSERT_EQUAL(E_KEY_NEEDED, wirless(client(WIFI_SECURITY_WPA2, "")));
    TEST_ASSERT_EQUAL_STRING("key", field);
    TEST_ASSERT_EQUAL(E_KEY_NEEDED, wirless(client(WIFI_SECURITY_WPA3, "")));
    TEST_ASSERT_EQUAL(E_RANGE, wirless(client(WIFI_SECURITY_WPA3, hex)));
    TEST_ASSERT_EQUAL_STRING("key", field);
}

void test_a_client_names_its_network_in_octets(void) {
    struct setting_wirless values = client(WIFI_SECURITY_OPEN, "");
    values.ssid[0] = '\0';
    TEST_ASSERT_EQUAL(E_MISSING, wirless(values));
    TEST_ASSERT_EQUAL_STRING("ssid", field);
    strcpy(values.ssid, "مكتب الميناء الكبير"); /* 19 characters, 36 bytes */
    TEST_ASSERT_EQUAL(E_RANGE, wirless(values));
    TEST_ASSERT_EQUAL_STRING("ssid", field);
    values.mode = WIFI_MODE_OFF;
    values.ssid[0] = '\0';
    TEST_ASSERT_EQUAL(0, wirless(values));
}

void test_8021x_needs_who_and_what(void) {
    struct setting_wirless values = client(WIFI_SECURITY_EAP, "");
    TEST_ASSERT_EQUAL(E_MISSING, wirless(values));
    TEST_ASSERT_EQUAL_STRING("identity", field);
    strcpy(values.identity, "terminal");
    TEST_ASSERT_EQUAL(E_MISSING, wirless(values));
    TEST_ASSERT_EQUAL_STRING("password", field);
    values.eap = EAP_METHOD_TLS;
    TEST_ASSERT_EQUAL(0, wirless(values));
    strcpy(values.ca, "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n");
    TEST_ASSERT_EQUAL(E_CERTIFICATE_INVALID, wirless(values));
    TEST_ASSERT_EQUAL_STRING("ca", field);
}

void test_an_own_name_of_the_access_point_is_given(void) {
    struct setting_wirless values = {.mode = WIFI_MODE_ACCESS_POINT, .ap_name_mode = AP_NAME_MODE_OWN};
    TEST_ASSERT_EQUAL(E_MISSING, wirless(values));
    TEST_ASSERT_EQUAL_STRING("apName", field);
    strcpy(values.ap_name, "Door 1");
    TEST_ASSERT_EQUAL(0, wirless(values)); /* a key is made */
    strcpy(values.ap_name, "مكتب الميناء الكبير");
    TEST_ASSERT_EQUAL(E_RANGE, wirless(values));
    TEST_ASSERT_EQUAL_STRING("apName", field);
}

void test_who_calls_names_whom(void) {
    struct setting_comm_mode values = {.direction = COMM_DIRECTION_LISTEN, .port = 5010};
    TEST_ASSERT_EQUAL(0, setting_check_comm_mode(&before, &values, &field));
    values.direction = COMM_DIRECTION_CALL;
    TEST_ASSERT_EQUAL(E_MISSING, setting_check_comm_mode(&before, &values, &field));
    TEST_ASSERT_EQUAL_STRING("serverAddress", field);
    values.server_type = SERVER_TYPE_URL;
    TEST_ASSERT_EQUAL(E_MISSING, setting_check_comm_mode(&before, &values, &field));
    TEST_ASSERT_EQUAL_STRING("serverUrl", field);
    strcpy(values.server_url, "tc.example.com");
    TEST_ASSERT_EQUAL(0, setting_check_comm_mode(&before, &values, &field));
    strcpy(values.server_address, "0.0.0.0");
    TEST_ASSERT_EQUAL(E_ADDRESS_INVALID, setting_check_comm_mode(&before, &values, &field));
    strcpy(values.server_address, "");
    values.password_on = true;
    TEST_ASSERT_EQUAL(E_MISSING, setting_check_comm_mode(&before, &values, &field));
    TEST_ASSERT_EQUAL_STRING("password", field);
}

void test_a_cloud_has_a_code_and_a_server(void) {
    struct setting_cloud_param values = {.on = false};
    TEST_ASSERT_EQUAL(0, setting_check_cloud_param(&before, &values, &field));
    values.on = true;
    TEST_ASSERT_EQUAL(E_MISSING, setting_check_cloud_param(&before, &values, &field));
    TEST_ASSERT_EQUAL_STRING("code", field);
    strcpy(values.code, "A1");
    TEST_ASSERT_EQUAL(E_MISSING, setting_check_cloud_param(&before, &values, &field));
    TEST_ASSERT_EQUAL_STRING("server", field);
}

/* One character is a text: it is not missing. */
void test_texts_of_one_character(void) {
    struct setting_cloud_param cloud = {.on = true, .code = "7", .server = "s"};
    struct setting_wirless values = client(WIFI_SECURITY_EAP, "");
    struct setting_comm_mode comm = {
        .direction = COMM_DIRECTION_CALL, .server_type = SERVER_TYPE_URL, .server_url = "s"};
    TEST_ASSERT_EQUAL(0, setting_check_cloud_param(&before, &cloud, &field));
    strcpy(values.ssid, "o");
    strcpy(values.identity, "t");
    strcpy(values.password, "p");
    TEST_ASSERT_EQUAL(0, wirless(values));
    values.ap_name_mode = AP_NAME_MODE_OWN;
    strcpy(values.ap_name, "d");
    TEST_ASSERT_EQUAL(0, wirless(values));
    TEST_ASSERT_EQUAL(0, setting_check_comm_mode(&before, &comm, &field));
    comm.password_on = true;
    strcpy(comm.password, "1");
    TEST_ASSERT_EQUAL(0, setting_check_comm_mode(&before, &comm, &field));
}

/* 32 bytes are a name, 33 are none. */
void test_the_borders_of_a_name_and_of_a_key(void) {
    struct setting_wirless values = client(WIFI_SECURITY_OPEN, "");
    memset(values.ssid, 'x', 32);
    values.ssid[32] = '\0';
    TEST_ASSERT_EQUAL(0, wirless(values));
    strcat(values.ssid, "x");
    TEST_ASSERT_EQUAL(E_RANGE, wirless(values));
    values = (struct setting_wirless){.mode = WIFI_MODE_ACCESS_POINT};
    memset(values.ap_name, 'x', 32);
    TEST_ASSERT_EQUAL(0, wirless(values));
    values.ap_name[32] = 'x';
    TEST_ASSERT_EQUAL(E_RANGE, wirless(values));
    values = client(WIFI_SECURITY_WPA3, "");
    memset(values.key, 'x', 63);
    TEST_ASSERT_EQUAL(0, wirless(values));
    values.key[63] = 'x';
    TEST_ASSERT_EQUAL(E_RANGE, wirless(values));
    values = (struct setting_wirless){.mode = WIFI_MODE_OFF, .ap_name_mode = AP_NAME_MODE_OWN};
    TEST_ASSERT_EQUAL(0, wirless(values)); /* nobody sees the name */
}

/* TKIP is for WPA2 alone. */
void test_tkip(void) {
    struct setting_wirless values = client(WIFI_SECURITY_WPA2, "12345678");
    values.encryption = WIFI_ENCRYPTION_TKIP_AES;
    TEST_ASSERT_EQUAL(0, wirless(values));
    values.security = WIFI_SECURITY_WPA3;
    TEST_ASSERT_EQUAL(E_RANGE, wirless(values));
    TEST_ASSERT_EQUAL_STRING("encryption", field);
    values.security = WIFI_SECURITY_EAP;
    TEST_ASSERT_EQUAL(E_RANGE, wirless(values));
    TEST_ASSERT_EQUAL_STRING("encryption", field);
    values.security = WIFI_SECURITY_OPEN;
    TEST_ASSERT_EQUAL(0, wirless(values));
}
