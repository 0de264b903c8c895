/* Rules across the settings of the network pages. */
#include <string.h>

#include "core/settings/settings.h"
#include "hal/wifi.h"
#include "pki/x509.h"
#include "setting_hooks.h"
#include "util/crypto.h"
#include "util/err.h"
#include "util/ipv4.h"

/* Rejects a setting. */
static int network_refuse(int error, const char *field, const char **ret_field) {
    *ret_field = field;
    return error;
}

int setting_check_ethernet(const struct settings *before, struct setting_ethernet *values, const char **ret_field) {
    (void)before;
    uint32_t address = 0;
    uint32_t mask = 0;
    uint32_t gateway = 0;
    if (values->mode == ADDRESS_MODE_DHCP) {
        return 0; /* the fixed address is kept for later use */
    }
    if (values->address[0] == '\0') {
        return network_refuse(E_MISSING, "address", ret_field);
    }
    if (ipv4_parse(values->mask, &mask) < 0 || !ipv4_mask_is_valid(mask)) {
        return network_refuse(E_ADDRESS_INVALID, "mask", ret_field);
    }
    if (ipv4_parse(values->address, &address) < 0 || !ipv4_is_host(address, mask)) {
        return network_refuse(E_ADDRESS_INVALID, "address", ret_field);
    }
    if (values->gateway[0] == '\0') {
        return 0;
    }
    if (ipv4_parse(values->gateway, &gateway) < 0 || !ipv4_is_unicast(gateway) || gateway == address) {
        return network_refuse(E_ADDRESS_INVALID, "gateway", ret_field);
    }
    if ((gateway & mask) != (address & mask) || !ipv4_is_host(gateway, mask)) {
        return network_refuse(E_GATEWAY_OUTSIDE, "gateway", ret_field);
    }
    return 0;
}

/* Returns whether it is empty, or a valid address of a server. */
static bool is_server(const char *text) {
    uint32_t address = 0;
    return text[0] == '\0' || (ipv4_parse(text, &address) == 0 && ipv4_is_unicast(address));
}

int setting_check_internet(const struct settings *before, struct setting_internet *values, const char **ret_field) {
    (void)before;
    if (!is_server(values->dns1)) {
        return network_refuse(E_ADDRESS_INVALID, "dns1", ret_field);
    }
    if (!is_server(values->dns2)) {
        return network_refuse(E_ADDRESS_INVALID, "dns2", ret_field);
    }
    return values->dns1[0] == '\0' && values->dns2[0] != '\0' ? network_refuse(E_MISSING, "dns1", ret_field) : 0;
}

static int check_eap(const struct setting_wirless *values, const char **ret_field) {
    if (values->identity[0] == '\0') {
        return network_refuse(E_MISSING, "identity", ret_field);
    }
    /* With TLS the terminal presents its certificate instead. */
    if (values->eap != EAP_METHOD_TLS && values->password[0] == '\0') {
        return network_refuse(E_MISSING, "password", ret_field);
    }
    return 0;
}

static int check_client(const struct setting_wirless *values, const char **ret_field) {
    if (values->ssid[0] == '\0') {
        return network_refuse(E_MISSING, "ssid", ret_field);
    }
    if (values->security == WIFI_SECURITY_OPEN) {
        return 0;
    }
    /* WPA3 forbids TKIP (WPA3 Specification 3.1, 2.3); with 802.1X too there is no network left that needs it. */
    if (values->encryption == WIFI_ENCRYPTION_TKIP_AES && values->security != WIFI_SECURITY_WPA2) {
        return network_refuse(E_RANGE, "encryption", ret_field);
    }
    if (values->security == WIFI_SECURITY_EAP) {
        return check_eap(values, ret_field);
    }
    if (values->key[0] == '\0') {
        return network_refuse(E_KEY_NEEDED, "key", ret_field);
    }
    /* 64 hexadecimal digits are a key of WPA2; WPA3 only accepts a password (IEEE 802.11-2020 12.4). */
    if (values->security == WIFI_SECURITY_WPA3 && strlen(values->key) > 63) {
        return network_refuse(E_RANGE, "key", ret_field);
    }
    return 0;
}

int setting_check_wirless(const struct settings *before, struct setting_wirless *values, const char **ret_field) {
    struct x509_info info;
    (void)before;
    if (strlen(values->ssid) > HAL_SSID_MAX) {
        return network_refuse(E_RANGE, "ssid", ret_field);
    }
    if (strlen(values->ap_name) > HAL_SSID_MAX) {
        return network_refuse(E_RANGE, "apName", ret_field);
    }
    if (values->mode != WIFI_MODE_OFF && values->ap_name_mode == AP_NAME_MODE_OWN && values->ap_name[0] == '\0') {
        return network_refuse(E_MISSING, "apName", ret_field);
    }
    if (values->ca[0] != '\0' && x509_read(values->ca, &info) < 0) {
        return network_refuse(E_CERTIFICATE_INVALID, "ca", ret_field);
    }
    return values->mode == WIFI_MODE_CLIENT ? check_client(values, ret_field) : 0;
}

int setting_check_comm_mode(const struct settings *before, struct setting_comm_mode *values, const char **ret_field) {
    (void)before;
    if (values->password_on && values->password[0] == '\0') {
        return network_refuse(E_MISSING, "password", ret_field);
    }
    if (!is_server(values->server_address)) {
        return network_refuse(E_ADDRESS_INVALID, "serverAddress", ret_field);
    }
    if (values->direction == COMM_DIRECTION_LISTEN) {
        return 0;
    }
    if (values->server_type == SERVER_TYPE_ADDRESS && values->server_address[0] == '\0') {
        return network_refuse(E_MISSING, "serverAddress", ret_field);
    }
    if (values->server_type == SERVER_TYPE_URL && values->server_url[0] == '\0') {
        return network_refuse(E_MISSING, "serverUrl", ret_field);
    }
    return 0;
}

int setting_check_cloud_param(const struct settings *before, struct setting_cloud_param *values,
                              const char **ret_field) {
    (void)before;
    if (!values->on) {
        return 0;
    }
    if (values->code[0] == '\0') {
        return network_refuse(E_MISSING, "code", ret_field);
    }
    return values->server[0] == '\0' ? network_refuse(E_MISSING, "server", ret_field) : 0;
}
