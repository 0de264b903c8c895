/* The network: states of its pages, the networks in reach, and joining one. */
#include <stdio.h>
#include <string.h>

#include "api/api.h"
#include "api/settings.h"
#include "api/status.h"
#include "contract.h"
#include "core/base/actor.h"
#include "core/base/core.h"
#include "core/network/links.h"
#include "core/network/network.h"
#include "core/network/wifi.h"
#include "core/settings/provisional.h"
#include "core/settings/settings.h"
#include "pki/x509.h"
#include "util/arena.h"
#include "util/crypto.h"
#include "util/err.h"
#include "util/ipv4.h"

#define MAC_TEXT_MAX 18 /* bytes of "02:50:53:54:00:01", with the NUL */
#define CA_SUBJECT_MAX 128 /* characters of a CA's subject that are shown */

static const char *keep_address(struct api_ctx *ctx, uint32_t address) {
    char text[IPV4_TEXT_MAX];
    ipv4_format(address, true, text);
    return arena_strdup(ctx->arena, text);
}

static int fill_interface(struct api_ctx *ctx, enum wan_mode interface, struct api_interface_state *ret_state) {
    struct hal_net_state net;
    char mac[MAC_TEXT_MAX];
    network_interface(ctx->core, interface, &net);
    (void)snprintf(mac, sizeof(mac), "%02x:%02x:%02x:%02x:%02x:%02x", net.mac[0], net.mac[1], net.mac[2], net.mac[3],
                   net.mac[4], net.mac[5]);
    *ret_state = (struct api_interface_state){
        .link_up = net.link_up,
        .speed = net.speed,
        .mac = arena_strdup(ctx->arena, mac),
        .lease = net.lease,
        .address = keep_address(ctx, net.address),
        .mask = keep_address(ctx, net.mask),
        .gateway = keep_address(ctx, net.gateway),
        .lease_until = net.lease_until_s,
        .dns1 = keep_address(ctx, net.dns[0]),
        .dns2 = keep_address(ctx, net.dns[1]),
    };
    bool whole = ret_state->mac != NULL && ret_state->address != NULL && ret_state->mask != NULL &&
                 ret_state->gateway != NULL && ret_state->dns1 != NULL && ret_state->dns2 != NULL;
    return whole ? CAT_OK : status_refuse(ctx, E_NOMEM, NULL);
}

int api_ethernet_state(struct api_ctx *ctx, struct api_interface_state *ret_state) {
    return fill_interface(ctx, WAN_MODE_ETHERNET, ret_state);
}

int api_internet_state(struct api_ctx *ctx, struct api_internet_state *ret_state) {
    struct network_internet internet;
    network_internet(ctx->core, &internet);
    *ret_state = (struct api_internet_state){
        .gateway = internet.gateway,
        .names = internet.names,
        .time = internet.time,
        .wan = internet.wan,
        .dns_in_use = keep_address(ctx, internet.dns),
        .tried_at = internet.tried_s,
    };
    return ret_state->dns_in_use != NULL ? CAT_OK : status_refuse(ctx, E_NOMEM, NULL);
}

/* The stored CA, which was read when it was stored. */
static void fill_ca(struct api_ctx *ctx, struct api_wifi_state *ret_state) {
    const char *ca = settings_get(ctx->core)->values.wirless.ca;
    struct x509_info info = {.subject = ""};
    ret_state->has_ca = ca[0] != '\0' && x509_read(ca, &info) == 0;
    ret_state->ca_until = ret_state->has_ca ? info.not_after_s : 0;
    /* Bytes are never fewer than characters, so this is inside the limit; what is cut is cut at a character. */
    size_t len = strlen(info.subject);
    if (len > CA_SUBJECT_MAX) {
        len = CA_SUBJECT_MAX;
        while (len > 0 && ((unsigned char)info.subject[len] & 0xC0) == 0x80) {
            len--;
        }
    }
    info.subject[len] = '\0';
    ret_state->ca_subject = arena_strdup(ctx->arena, info.subject);
}

int api_wirless_state(struct api_ctx *ctx, struct api_wifi_state *ret_state) {
    struct wifi_state wifi;
    wifi_read(ctx->core, &wifi);
    *ret_state = (struct api_wifi_state){
        .phase = wifi.phase,
        .ssid = arena_strdup(ctx->arena, wifi.ssid),
        .signal = wifi.signal,
        .failure = wifi.failure,
        .failed_ssid = arena_strdup(ctx->arena, wifi.failed_ssid),
        .ap_ssid = arena_strdup(ctx->arena, wifi.ap_ssid),
        .ap_stations = (uint8_t)wifi.ap_stations,
    };
    fill_ca(ctx, ret_state);
    if (ret_state->ssid == NULL || ret_state->failed_ssid == NULL || ret_state->ap_ssid == NULL ||
        ret_state->ca_subject == NULL) {
        return status_refuse(ctx, E_NOMEM, NULL);
    }
    return fill_interface(ctx, WAN_MODE_WIFI, &ret_state->interface);
}

static int fill_link(struct api_ctx *ctx, enum links_link link, struct api_link_status *ret_state) {
    int64_t since_s = 0;
    enum link_state state = links_read(ctx->core, link, &since_s);
    *ret_state = (struct api_link_status){.link = state, .since = since_s};
    return CAT_OK;
}

int api_comm_mode_state(struct api_ctx *ctx, struct api_link_status *ret_state) {
    return fill_link(ctx, LINKS_COMM, ret_state);
}

int api_cloud_param_state(struct api_ctx *ctx, struct api_link_status *ret_state) {
    return fill_link(ctx, LINKS_CLOUD, ret_state);
}

int api_set_all_wirless(struct api_ctx *ctx, const struct set_all_wirless_req *req,
                        struct set_all_wirless_reply *reply) {
    struct wifi_list *list = arena_alloc(ctx->arena, sizeof(*list));
    struct api_wifi_network *networks = arena_alloc(ctx->arena, HAL_WIFI_NETWORKS_MAX * sizeof(*networks));
    struct wifi_state wifi;
    if (list == NULL || networks == NULL) {
        return status_refuse(ctx, E_NOMEM, NULL);
    }
    if (wifi_search(ctx->core, req->refresh, list) < 0) {
        return CAT_WIFI_LIST_FAILED;
    }
    wifi_read(ctx->core, &wifi);
    /* After the others, which look at the settings themselves. */
    const struct setting_wirless *set = &settings_get(ctx->core)->values.wirless;
    for (size_t i = 0; i < list->count; i++) {
        const struct hal_wifi_network *found = &list->networks[i];
        networks[i] = (struct api_wifi_network){
            .ssid = found->ssid,
            .signal = found->signal,
            .security = found->security,
            .band = found->band,
            .current = wifi.phase == WIFI_PHASE_CONNECTED && strcmp(found->ssid, wifi.ssid) == 0,
            .known = strcmp(found->ssid, set->ssid) == 0,
        };
    }
    reply->networks = networks;
    reply->networks_count = list->count;
    reply->searched_at = list->searched_s;
    ctx->wait = list->searching;
    return CAT_OK;
}

/* The settings that join the network of the request. A secret that is left out is the stored one of the same
 * network, or none. Returns the members that are given. */
static uint64_t network_choose(const struct setting_wirless *stored, const struct get_choose_wirless_req *req,
                               struct setting_wirless *ret_values) {
    bool same = strcmp(stored->ssid, req->ssid) == 0;
    uint64_t given = SETTING_WIRLESS_MODE | SETTING_WIRLESS_SSID | SETTING_WIRLESS_HIDDEN | SETTING_WIRLESS_SECURITY |
                     SETTING_WIRLESS_ENCRYPTION;
    ret_values->mode = WIFI_MODE_CLIENT;
    ret_values->hidden = req->hidden;
    ret_values->security = req->security;
    ret_values->encryption = req->encryption;
    memcpy(ret_values->ssid, req->ssid, sizeof(ret_values->ssid));
    if (req->security == WIFI_SECURITY_EAP) {
        ret_values->eap = req->eap;
        ret_values->inner = req->inner;
        given |= SETTING_WIRLESS_EAP | SETTING_WIRLESS_INNER;
        if (req->has_identity || !same) {
            memcpy(ret_values->identity, req->identity, sizeof(ret_values->identity));
            given |= SETTING_WIRLESS_IDENTITY;
        }
        if (req->has_password || !same) {
            memcpy(ret_values->password, req->password, sizeof(ret_values->password));
            given |= SETTING_WIRLESS_PASSWORD;
        }
        if (req->has_ca || !same) {
            memcpy(ret_values->ca, req->ca, sizeof(ret_values->ca));
            given |= SETTING_WIRLESS_CA;
        }
    } else if (req->has_key || !same || req->security == WIFI_SECURITY_OPEN) {
        memcpy(ret_values->key, req->key, sizeof(ret_values->key));
        given |= SETTING_WIRLESS_KEY;
    }
    return given;
}

int api_new_comm_password(struct api_ctx *ctx, struct new_comm_password_reply *reply) {
    char *password = arena_alloc(ctx->arena, LINKS_PASSWORD_LEN + 1);
    int r = password == NULL ? E_NOMEM : links_new_password(ctx->core, ctx->actor, password, &reply->revision);
    reply->password = password;
    return status_refuse(ctx, r, NULL);
}

/* A choice that waits for its confirmation gives way to the next one: a wrong key is put right at once. */
static int give_way(struct api_ctx *ctx, const struct actor *by) {
    struct provisional waiting;
    provisional_read(ctx->core, &waiting);
    if (waiting.step == PROVISIONAL_NONE || waiting.page != SETTING_PAGE_WIRLESS) {
        return 0;
    }
    int r = provisional_revert(ctx->core, by);
    return r == E_CONFIRM_UNKNOWN ? 0 : r;
}

int api_cancel_wirless(struct api_ctx *ctx, struct cancel_wirless_reply *reply) {
    return status_refuse(ctx, wifi_cancel(ctx->core, ctx->actor, &reply->cancelled), NULL);
}

int api_get_choose_wirless(struct api_ctx *ctx, const struct get_choose_wirless_req *req,
                           struct get_choose_wirless_reply *reply) {
    struct setting_wirless values = {0};
    struct settings_saved saved;
    int r = give_way(ctx, ctx->actor);
    if (r < 0) {
        return status_refuse(ctx, r, NULL);
    }
    struct settings_change change = {
        .page = SETTING_PAGE_WIRLESS,
        .values = &values,
        .given = network_choose(&settings_get(ctx->core)->values.wirless, req, &values),
    };
    int code = settings_write(ctx, &change, &saved);
    crypto_wipe(&values, sizeof(values));
    if (code == CAT_OK && saved.changed_count == 0) {
        /* Nothing was stored and so nothing began: who chooses the same network again wants another attempt. */
        r = wifi_rejoin(ctx->core);
        code = r < 0 ? status_refuse(ctx, r, NULL) : code;
    }
    if (code != CAT_OK && ctx->error_field != NULL && strcmp(ctx->error_field, "mode") == 0) {
        ctx->error_field = NULL; /* the request has no such member: the radio it stands for is meant */
    }
    reply->revision = saved.revision;
    reply->confirm_seconds = saved.confirm_seconds;
    reply->confirm_code = saved.confirm_code;
    reply->confirm_url = saved.confirm_url;
    return code;
}
