#include "core/network/links.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/actor.h"
#include "core/base/core.h"
#include "core/network/network_impl.h"
#include "core/settings/settings.h"
#include "hal/hal.h"
#include "setting_hooks.h"
#include "util/crypto.h"
#include "util/err.h"
#include "util/ipv4.h"

#define PASSWORD_TRIES \
    4 /* draws until one differs from the current password: more than one is needed once in a million */

/* Server of a link; `host` "": none. */
struct server {
    char host[HAL_HOST_MAX];
    uint16_t port;
};

/* Splits `len` bytes of "host:port"; the default port is `port`. */
static void split_authority(const char *text, size_t len, uint16_t port, struct server *ret_server) {
    const char *colon = memchr(text, ':', len);
    size_t host_len = colon != NULL ? (size_t)(colon - text) : len;
    if (host_len < sizeof(ret_server->host)) {
        memcpy(ret_server->host, text, host_len);
        ret_server->host[host_len] = '\0';
        ret_server->port = colon != NULL ? (uint16_t)strtoul(colon + 1, NULL, 10) : port;
    }
}

/* Splits a URL, or just a host; `port` is the default for tcp. Ignores the rest. */
static void split_url(const char *url, uint16_t port, struct server *ret_server) {
    const struct {
        const char *text;
        uint16_t port;
    } schemes[] = {{"tcp://", port}, {"http://", 80}, {"https://", 443}};
    for (size_t i = 0; i < sizeof(schemes) / sizeof(schemes[0]); i++) {
        size_t len = strlen(schemes[i].text);
        if (strncmp(url, schemes[i].text, len) == 0) {
            url += len;
            port = schemes[i].port;
            break;
        }
    }
    split_authority(url, strcspn(url, "/?"), port, ret_server);
}

/* Returns the server of a link with these settings; `ret_state` is its state if there is none. */
static struct server server_of(const struct settings *settings, enum links_link link, enum link_state *ret_state) {
    const struct setting_comm_mode *comm = &settings->values.comm_mode;
    const struct setting_cloud_param *cloud = &settings->values.cloud_param;
    struct server server = {.host = ""};
    *ret_state = LINK_STATE_TRYING;
    if (link == LINKS_CLOUD) {
        if (cloud->on) {
            split_authority(cloud->server, strlen(cloud->server), LINKS_CLOUD_PORT, &server);
        } else {
            *ret_state = LINK_STATE_OFF;
        }
    } else if (comm->direction == COMM_DIRECTION_LISTEN) {
        *ret_state = LINK_STATE_NOT_INSTALLED;
    } else if (comm->server_type == SERVER_TYPE_ADDRESS) {
        split_authority(comm->server_address, strlen(comm->server_address), comm->port, &server);
    } else {
        split_url(comm->server_url, comm->port, &server);
    }
    return server;
}

static void set_state(const struct core *core, struct links_one *one, enum link_state state) {
    if (one->state != state) {
        one->state = state;
        one->since_s = core_utc_ms(core) / 1000;
    }
}

int effect_links(struct core *core, const struct settings *before, const struct settings *after) {
    struct network *network = core->shared->network;
    for (size_t i = 0; i < LINKS_COUNT; i++) {
        enum link_state state;
        enum link_state state_before = LINK_STATE_OFF;
        struct server server = server_of(after, (enum links_link)i, &state);
        struct server server_before = before != NULL ? server_of(before, (enum links_link)i, &state_before) : server;
        if (before != NULL && strcmp(server.host, server_before.host) == 0 && server.port == server_before.port &&
            state == state_before) {
            continue;
        }
        pthread_mutex_lock(&network->mutex);
        struct links_one *one = &network->links[i];
        *one = (struct links_one){.state = state,
                                  .since_s = core_utc_ms(core) / 1000,
                                  .due_ms = state == LINK_STATE_TRYING ? core_mono_ms(core) : INT64_MAX};
        pthread_mutex_unlock(&network->mutex);
    }
    return 0;
}

enum link_state links_read(struct core *core, enum links_link link, int64_t *ret_since_s) {
    struct network *network = core->shared->network;
    pthread_mutex_lock(&network->mutex);
    enum link_state state = network->links[link].state;
    *ret_since_s = network->links[link].since_s;
    pthread_mutex_unlock(&network->mutex);
    return state;
}

int64_t links_due_ms(struct core *core) {
    struct network *network = core->shared->network;
    int64_t due_ms = INT64_MAX;
    pthread_mutex_lock(&network->mutex);
    for (size_t i = 0; i < LINKS_COUNT; i++) {
        due_ms = network->links[i].due_ms < due_ms ? network->links[i].due_ms : due_ms;
    }
    pthread_mutex_unlock(&network->mutex);
    return due_ms;
}

/* One step: the name, then the connection. Returns E_BUSY while in progress, or the result. */
static int try_on(const struct core *core, struct links_one *one, const struct server *server) {
    const struct hal_net *net = &core->shared->hal->net;
    if (!one->named) {
        int r = ipv4_parse(server->host, &one->address);
        if (r < 0) {
            r = net->resolve(net->ctx, server->host, &one->address);
        }
        if (r < 0) {
            return r == E_TIMEOUT ? E_NOTFOUND : r; /* without a name service the name is unknown, too */
        }
        one->named = true;
    }
    return net->try_server(net->ctx, one->address, server->port);
}

static void links_look(const struct core *core, struct links_one *one, const struct server *server) {
    int64_t now_ms = core_mono_ms(core);
    if (now_ms < one->due_ms || server->host[0] == '\0') {
        return;
    }
    int r = try_on(core, one, server);
    if (r == E_BUSY) {
        one->due_ms = now_ms + NETWORK_LOOK_MS;
        return;
    }
    one->named = false;
    one->due_ms = now_ms + LINKS_TRY_EVERY_MS;
    set_state(core, one,
              r == 0             ? LINK_STATE_REACHABLE
              : r == E_NOTFOUND  ? LINK_STATE_NO_NAME
              : r == E_FORBIDDEN ? LINK_STATE_REFUSED
                                 : LINK_STATE_UNREACHABLE);
}

void links_upkeep(struct core *core) {
    struct network *network = core->shared->network;
    for (size_t i = 0; i < LINKS_COUNT; i++) {
        enum link_state state;
        pthread_mutex_lock(&network->mutex);
        struct server server = server_of(settings_get(core), (enum links_link)i, &state);
        links_look(core, &network->links[i], &server);
        pthread_mutex_unlock(&network->mutex);
    }
}

static int save_password(struct core *core, const struct actor *by, const char *password,
                         struct settings_result *ret_result) {
    struct setting_comm_mode values = {0};
    struct settings_change change = {
        .page = SETTING_PAGE_COMM_MODE, .values = &values, .given = SETTING_COMM_MODE_PASSWORD};
    (void)snprintf(values.password, sizeof(values.password), "%s", password);
    int r = settings_save(core, by, &change, ret_result);
    crypto_wipe(&values, sizeof(values));
    return r;
}

int links_new_password(struct core *core, const struct actor *by, char ret_password[LINKS_PASSWORD_LEN + 1],
                       uint32_t *ret_revision) {
    struct settings_result result = {.changed = 0};
    ret_password[0] = '\0';
    if (by->key_id != 0) {
        return E_FORBIDDEN;
    }
    int r = 0;
    for (unsigned tries = 0; r == 0 && result.changed == 0; tries++) {
        r = tries < PASSWORD_TRIES ? core_random_digits(core, LINKS_PASSWORD_LEN, ret_password) : E_IO;
        if (r == 0) {
            r = save_password(core, by, ret_password, &result);
        }
    }
    if (r < 0) {
        crypto_wipe(ret_password, LINKS_PASSWORD_LEN + 1);
    }
    *ret_revision = result.revision;
    return r;
}
