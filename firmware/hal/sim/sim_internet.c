/* The simulated world behind the interfaces: default route, gateway, name service and servers. Commands:
 *     {"do":"internet","name":"tc.example.com","address":"203.0.113.9"}   the name has this address; "": does not exist
 *     {"do":"internet","server":"203.0.113.9","port":5010,"answer":"accept" or "refuse" or "silent"}
 * A name without a command has a fixed address in 198.51.100.0/24, except those below .invalid (RFC 2606); a server
 * without a command is silent. */
#include <stdio.h>
#include <string.h>

#include "hal/sim/sim_devices.h"
#include "hal/sim/sim_net.h"
#include "util/err.h"
#include "util/ipv4.h"

#define KNOWN_MAX 16 /* names, and servers */
#define PENDING_MAX 8 /* tests in progress */
#define ANSWER_MS 120 /* time until an answer */
#define SILENT_MS 5000 /* time until a timeout */
#define FORGET_MS 60000 /* until an uncollected result is discarded */

enum fault { NAME_SERVICE, GATEWAY_DOWN };

static const char *const faults[] = {"nameService", "gatewayDown", NULL};

enum answer { SILENT, ACCEPT, REFUSE };

struct known_name {
    char name[HAL_HOST_MAX];
    uint32_t address; /* 0: the name does not exist */
};

struct known_server {
    uint32_t address;
    uint16_t port;
    enum answer answer;
};

/* A test in progress, by its target: "name tc.example.com", "gateway 0", "server 203.0.113.9:5010". */
struct pending {
    char key[HAL_HOST_MAX + 16];
    int64_t done_ms; /* on the monotonic clock */
};

struct internet {
    struct hal_net_route route;
    struct known_name names[KNOWN_MAX];
    struct known_server servers[KNOWN_MAX];
    size_t name_count, server_count;
    struct pending pending[PENDING_MAX];
};

static void read_interface(struct sim *sim, enum wan_mode interface, struct hal_net_state *ret_state) {
    if (interface == WAN_MODE_WIFI) {
        sim_wifi_read(sim, ret_state);
    } else {
        sim_ethernet_read(sim, ret_state);
    }
}

static void find_way(struct sim *sim, struct hal_net_way *ret_way) {
    const struct internet *internet = sim_state(sim, &sim_internet);
    enum wan_mode wan = internet->route.wan;
    enum wan_mode other = wan == WAN_MODE_WIFI ? WAN_MODE_ETHERNET : WAN_MODE_WIFI;
    struct hal_net_state state;
    struct hal_net_state instead;
    read_interface(sim, wan, &state);
    read_interface(sim, other, &instead);
    if (state.gateway == 0 && instead.gateway != 0) {
        wan = other;
        state = instead;
    }
    uint32_t dns = internet->route.dns[0] != 0 ? internet->route.dns[0] : state.dns[0];
    *ret_way = (struct hal_net_way){.wan = wan, .gateway = state.gateway, .dns = state.gateway != 0 ? dns : 0};
}

bool sim_net_out(struct sim *sim) {
    struct hal_net_way way;
    find_way(sim, &way);
    return way.gateway != 0 && !sim_has_fault(sim, &sim_internet, GATEWAY_DOWN);
}

/* Starts, continues or ends the test `key`. Returns E_BUSY until `ms` have passed since its start, then 0. */
static int internet_attempt(struct sim *sim, const char *key, int64_t ms) {
    struct internet *internet = sim_state(sim, &sim_internet);
    int64_t now_ms = sim_mono_ms(sim);
    struct pending *free_slot = NULL;
    for (size_t i = 0; i < PENDING_MAX; i++) {
        struct pending *pending = &internet->pending[i];
        if (pending->key[0] != '\0' && now_ms - pending->done_ms > FORGET_MS) {
            pending->key[0] = '\0';
        }
        if (strcmp(pending->key, key) == 0) {
            if (now_ms < pending->done_ms) {
                return E_BUSY;
            }
            pending->key[0] = '\0';
            return 0;
        }
        if (pending->key[0] == '\0') {
            free_slot = pending;
        }
    }
    if (free_slot != NULL) {
        (void)snprintf(free_slot->key, sizeof(free_slot->key), "%s", key);
        free_slot->done_ms = now_ms + ms;
        sim_changed(sim);
    }
    return E_BUSY;
}

static int net_configure(void *ctx, enum wan_mode interface, const struct hal_net_config *config) {
    struct sim *sim = sim_enter(ctx);
    bool is_wifi = interface == WAN_MODE_WIFI;
    int r = E_NOT_FITTED;
    if (sim_has_device(sim, is_wifi ? DEVICE_WIFI : DEVICE_ETHERNET)) {
        r = is_wifi ? sim_wifi_configure(sim, config) : sim_ethernet_configure(sim, config);
    }
    sim_leave(sim);
    return r;
}

static void net_read(void *ctx, enum wan_mode interface, struct hal_net_state *ret_state) {
    struct sim *sim = sim_enter(ctx);
    read_interface(sim, interface, ret_state);
    sim_leave(sim);
}

static int net_route(void *ctx, const struct hal_net_route *route) {
    struct sim *sim = sim_enter(ctx);
    ((struct internet *)sim_state(sim, &sim_internet))->route = *route;
    sim_changed(sim);
    sim_leave(sim);
    return 0;
}

static void net_way(void *ctx, struct hal_net_way *ret_way) {
    struct sim *sim = sim_enter(ctx);
    find_way(sim, ret_way);
    sim_leave(sim);
}

static uint32_t net_reach(void *ctx, uint32_t address) {
    (void)ctx;
    return address == 0 ? 0 : (UINT32_C(127) << 24) | (address & 0xFFFFFF);
}

/* Returns a stable address for a name without a command. */
static uint32_t address_of(const char *host) {
    uint32_t sum = 0;
    for (const char *at = host; *at != '\0'; at++) {
        sum = sum * 31 + (unsigned char)*at;
    }
    return UINT32_C(0xC6336400) | (1 + sum % 253);
}

static int look_up(const struct internet *internet, const char *host, uint32_t *ret_address) {
    static const char invalid[] = ".invalid";
    size_t len = strlen(host);
    uint32_t address = address_of(host);
    if (len >= sizeof(invalid) && strcmp(host + len - (sizeof(invalid) - 1), invalid) == 0) {
        address = 0;
    }
    for (size_t i = 0; i < internet->name_count; i++) {
        if (strcmp(internet->names[i].name, host) == 0) {
            address = internet->names[i].address;
        }
    }
    *ret_address = address;
    return address == 0 ? E_NOTFOUND : 0;
}

static int net_resolve(void *ctx, const char *host, uint32_t *ret_address) {
    struct sim *sim = sim_enter(ctx);
    struct hal_net_way way;
    char key[HAL_HOST_MAX + 16];
    find_way(sim, &way);
    bool silent = sim_has_fault(sim, &sim_internet, NAME_SERVICE) || sim_has_fault(sim, &sim_internet, GATEWAY_DOWN);
    int r = E_OFFLINE;
    if (way.gateway != 0 && way.dns != 0) {
        (void)snprintf(key, sizeof(key), "name %s", host);
        r = internet_attempt(sim, key, silent ? SILENT_MS : ANSWER_MS);
    }
    if (r == 0) {
        r = silent ? E_TIMEOUT : look_up(sim_state(sim, &sim_internet), host, ret_address);
    }
    sim_leave(sim);
    return r;
}

static int net_ping_gateway(void *ctx, enum wan_mode interface) {
    struct sim *sim = sim_enter(ctx);
    struct hal_net_state state;
    char key[32];
    read_interface(sim, interface, &state);
    bool silent = sim_has_fault(sim, &sim_internet, GATEWAY_DOWN);
    int r = E_OFFLINE;
    if (state.gateway != 0) {
        (void)snprintf(key, sizeof(key), "gateway %d", (int)interface);
        r = internet_attempt(sim, key, silent ? SILENT_MS : ANSWER_MS);
    }
    sim_leave(sim);
    return r == 0 && silent ? E_TIMEOUT : r;
}

static enum answer answer_of(const struct internet *internet, uint32_t address, uint16_t port) {
    for (size_t i = 0; i < internet->server_count; i++) {
        if (internet->servers[i].address == address && internet->servers[i].port == port) {
            return internet->servers[i].answer;
        }
    }
    return SILENT;
}

static int net_try_server(void *ctx, uint32_t address, uint16_t port) {
    struct sim *sim = sim_enter(ctx);
    const struct internet *internet = sim_state(sim, &sim_internet);
    struct hal_net_way way;
    char text[IPV4_TEXT_MAX];
    char key[48];
    find_way(sim, &way);
    ipv4_format(address, false, text);
    (void)snprintf(key, sizeof(key), "server %s:%u", text, port);
    enum answer answer = sim_has_fault(sim, &sim_internet, GATEWAY_DOWN) ? SILENT : answer_of(internet, address, port);
    int r = way.gateway == 0 ? E_OFFLINE : internet_attempt(sim, key, answer == SILENT ? SILENT_MS : ANSWER_MS);
    if (r == 0 && answer != ACCEPT) {
        r = answer == REFUSE ? E_FORBIDDEN : E_TIMEOUT;
    }
    sim_leave(sim);
    return r;
}

static void internet_start(struct sim *sim) {
    sim->hal.net = (struct hal_net){.ctx = sim,
                                    .configure = net_configure,
                                    .read = net_read,
                                    .route = net_route,
                                    .way = net_way,
                                    .reach = net_reach,
                                    .resolve = net_resolve,
                                    .ping_gateway = net_ping_gateway,
                                    .try_server = net_try_server};
}

/* Returns the time when the next test is done, so that a waiting thread is woken. */
static int64_t internet_step(struct sim *sim, int64_t now_ms) {
    const struct internet *internet = sim_state(sim, &sim_internet);
    int64_t next_ms = SIM_NEVER;
    for (size_t i = 0; i < PENDING_MAX; i++) {
        const struct pending *pending = &internet->pending[i];
        if (pending->key[0] != '\0' && pending->done_ms > now_ms && pending->done_ms < next_ms) {
            next_ms = pending->done_ms;
        }
    }
    return next_ms;
}

static const char *command_name(struct internet *internet, const char *name, const char *text) {
    uint32_t address = 0;
    if (strlen(name) >= HAL_HOST_MAX || text == NULL || (text[0] != '\0' && ipv4_parse(text, &address) < 0)) {
        return "a name has an address, or \"\" for none";
    }
    size_t at = 0;
    while (at < internet->name_count && strcmp(internet->names[at].name, name) != 0) {
        at++;
    }
    if (at == KNOWN_MAX) {
        return "there are 16 names already";
    }
    internet->name_count += at == internet->name_count ? 1 : 0;
    (void)snprintf(internet->names[at].name, sizeof(internet->names[at].name), "%s", name);
    internet->names[at].address = address;
    return NULL;
}

static const char *command_server(struct internet *internet, const char *server, const cJSON *args) {
    static const char *const words[] = {[SILENT] = "silent", [ACCEPT] = "accept", [REFUSE] = "refuse"};
    const cJSON *port = cJSON_GetObjectItemCaseSensitive(args, "port");
    const char *word = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(args, "answer"));
    uint32_t address = 0;
    size_t answer = 0;
    while (word != NULL && answer < 3 && strcmp(words[answer], word) != 0) {
        answer++;
    }
    if (ipv4_parse(server, &address) < 0 || !cJSON_IsNumber(port) || port->valueint < 1 || port->valueint > 65535 ||
        word == NULL || answer == 3) {
        return "a server has a port and an answer: accept, refuse or silent";
    }
    size_t at = 0;
    while (at < internet->server_count &&
           (internet->servers[at].address != address || internet->servers[at].port != port->valueint)) {
        at++;
    }
    if (at == KNOWN_MAX) {
        return "there are 16 servers already";
    }
    internet->server_count += at == internet->server_count ? 1 : 0;
    internet->servers[at] =
        (struct known_server){.address = address, .port = (uint16_t)port->valueint, .answer = (enum answer)answer};
    return NULL;
}

static const char *internet_command(struct sim *sim, const cJSON *args) {
    struct internet *internet = sim_state(sim, &sim_internet);
    const char *name = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(args, "name"));
    const char *server = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(args, "server"));
    if (name != NULL) {
        return command_name(internet, name, cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(args, "address")));
    }
    return server != NULL ? command_server(internet, server, args) : "internet takes a name or a server";
}

static cJSON *internet_state(struct sim *sim) {
    struct hal_net_way way;
    char text[IPV4_TEXT_MAX];
    find_way(sim, &way);
    cJSON *json = cJSON_CreateObject();
    cJSON_AddStringToObject(json, "wan", way.wan == WAN_MODE_WIFI ? "wifi" : "ethernet");
    ipv4_format(way.gateway, true, text);
    cJSON_AddStringToObject(json, "gateway", text);
    ipv4_format(way.dns, true, text);
    cJSON_AddStringToObject(json, "dns", text);
    return json;
}

const struct sim_module sim_internet = {
    .name = "internet",
    .size = sizeof(struct internet),
    .faults = faults,
    .start = internet_start,
    .command = internet_command,
    .step = internet_step,
    .state = internet_state,
};
