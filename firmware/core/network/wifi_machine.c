/* The timed state machine of Wi-Fi: join, get an address, reach the gateway, stay connected; the terminal's own access
 * point on failure, and another attempt later. */
#include <stdio.h>
#include <string.h>

#include "core/base/about.h"
#include "core/base/core.h"
#include "core/network/wifi_impl.h"
#include "core/settings/settings.h"
#include "hal/hal.h"
#include "util/crypto.h"
#include "util/err.h"
#include "util/log.h"

#define STEPS_MAX 8 /* per call: more than the steps from off to connected */

static struct wifi *wifi_of(const struct core *core) {
    return &core->shared->network->wifi;
}

static const char *const stage_names[] = {
    [STAGE_OFF] = "off",           [STAGE_JOINING] = "joining",     [STAGE_ADDRESS] = "address",
    [STAGE_REACHING] = "reaching", [STAGE_CONNECTED] = "connected", [STAGE_OWN] = "access point",
    [STAGE_FALLBACK] = "fallback", [STAGE_BROKEN] = "broken",
};
static const struct log_machine machine = {"wifi", stage_names, sizeof(stage_names) / sizeof(stage_names[0])};

/* The only way to change the stage; `by`: the cause. */
static void wifi_enter(const struct core *core, enum wifi_stage stage, int64_t patience_ms, const char *by) {
    struct wifi *wifi = wifi_of(core);
    log_transition("wifi", &machine, wifi->stage, stage, by);
    wifi->stage = stage;
    wifi->is_seen = false;
    wifi->due_ms = patience_ms == INT64_MAX ? INT64_MAX : core_mono_ms(core) + patience_ms;
}

void wifi_before_forget(struct wifi *wifi) {
    crypto_wipe(&wifi->before, sizeof(wifi->before));
}

void wifi_machine_name(const struct core *core, const struct setting_wirless *set, char ret_ssid[HAL_SSID_MAX + 1]) {
    bool own = set->ap_name_mode == AP_NAME_MODE_OWN && set->ap_name[0] != '\0';
    (void)snprintf(ret_ssid, HAL_SSID_MAX + 1, "%.*s", HAL_SSID_MAX, own ? set->ap_name : about_serial(core->shared));
}

/* Makes a key of unambiguous letters and digits, 5 bits each. */
static int make_key(const struct core *core, char ret_key[WIFI_AP_KEY_LEN + 1]) {
    static const char alphabet[] = "abcdefghijkmnpqrstuvwxyz23456789";
    uint8_t random[WIFI_AP_KEY_LEN];
    int r = core_random(core, random, sizeof(random));
    if (r < 0) {
        return r;
    }
    for (size_t i = 0; i < sizeof(random); i++) {
        ret_key[i] = alphabet[random[i] % 32];
    }
    ret_key[WIFI_AP_KEY_LEN] = '\0';
    crypto_wipe(random, sizeof(random));
    return 0;
}

/* Opens the terminal's own access point, with the configured or a generated key. */
static int open_own(struct core *core, const struct setting_wirless *set, enum wifi_stage stage, const char *by) {
    const struct hal *hal = core->shared->hal;
    struct wifi *wifi = wifi_of(core);
    wifi->uses_made_key = set->ap_key[0] == '\0';
    int r = 0;
    if (wifi->uses_made_key && wifi->made_key[0] == '\0') {
        r = make_key(core, wifi->made_key);
    }
    if (r == 0) {
        wifi_machine_name(core, set, wifi->ap_ssid);
        r = hal->wifi.open(hal->wifi.ctx, wifi->ap_ssid, wifi->uses_made_key ? wifi->made_key : set->ap_key);
    }
    if (r == 0) {
        const struct hal_net_config config = {.address = WIFI_AP_ADDRESS, .mask = WIFI_AP_MASK};
        r = hal->net.configure(hal->net.ctx, WAN_MODE_WIFI, &config);
    }
    if (r == 0) {
        wifi_enter(core, stage, stage == STAGE_OWN ? INT64_MAX : WIFI_RETRY_MS, by);
    }
    return r;
}

int wifi_machine_reopen(struct core *core, const struct setting_wirless *set) {
    return open_own(core, set, STAGE_FALLBACK, "settings");
}

static int wifi_machine_join(struct core *core, const struct setting_wirless *set, const char *by) {
    const struct hal *hal = core->shared->hal;
    struct wifi *wifi = wifi_of(core);
    const struct hal_wifi_join how = {.ssid = set->ssid,
                                      .hidden = set->hidden,
                                      .security = set->security,
                                      .encryption = set->encryption,
                                      .key = set->key,
                                      .eap = set->eap,
                                      .inner = set->inner,
                                      .identity = set->identity,
                                      .password = set->password,
                                      .ca = set->ca};
    const struct hal_net_config config = {.dhcp = true};
    (void)snprintf(wifi->ssid, sizeof(wifi->ssid), "%.*s", HAL_SSID_MAX, set->ssid);
    int r = hal->net.configure(hal->net.ctx, WAN_MODE_WIFI, &config);
    if (r == 0) {
        r = hal->wifi.join(hal->wifi.ctx, &how);
    }
    if (r == 0) {
        wifi_enter(core, STAGE_JOINING, WIFI_JOIN_MS, by);
    }
    return r;
}

int wifi_machine_begin(struct core *core, const struct setting_wirless *set, const char *by) {
    const struct hal *hal = core->shared->hal;
    struct wifi *wifi = wifi_of(core);
    wifi->failure = WIFI_FAILURE_NONE;
    wifi->failed_ssid[0] = '\0';
    wifi->is_lost = false;
    switch (set->mode) {
        case WIFI_MODE_CLIENT: return wifi_machine_join(core, set, by);
        case WIFI_MODE_ACCESS_POINT: wifi->ssid[0] = '\0'; return open_own(core, set, STAGE_OWN, by);
        case WIFI_MODE_OFF: break;
    }
    /* A radio that does not respond counts as off. */
    wifi->ssid[0] = '\0';
    (void)hal->wifi.off(hal->wifi.ctx);
    wifi_enter(core, STAGE_OFF, INT64_MAX, by);
    return 0;
}

void wifi_machine_break(struct core *core) {
    wifi_of(core)->failure = WIFI_FAILURE_RADIO;
    wifi_enter(core, STAGE_BROKEN, WIFI_RADIO_MS, "start");
}

/* Returns the text of a join failure, for the log. */
static const char *failure_text(enum wifi_failure failure) {
    static const char *const texts[] = {
        [WIFI_FAILURE_NONE] = "none",
        [WIFI_FAILURE_NOT_FOUND] = "not found",
        [WIFI_FAILURE_WRONG_KEY] = "wrong key",
        [WIFI_FAILURE_REFUSED] = "refused",
        [WIFI_FAILURE_EAP_REFUSED] = "refused by 802.1X",
        [WIFI_FAILURE_CERTIFICATE] = "certificate of the server",
        [WIFI_FAILURE_NO_ADDRESS] = "no address",
        [WIFI_FAILURE_UNREACHABLE] = "gateway does not answer",
        [WIFI_FAILURE_LOST] = "lost",
        [WIFI_FAILURE_RADIO] = "radio does not answer",
        [WIFI_FAILURE_ENCRYPTION] = "encryption",
    };
    return texts[failure];
}

static void wifi_fail(struct core *core, const struct setting_wirless *set, enum wifi_failure failure) {
    struct wifi *wifi = wifi_of(core);
    bool own = wifi->stage == STAGE_OWN;
    wifi->failure = wifi->is_lost && failure != WIFI_FAILURE_RADIO ? WIFI_FAILURE_LOST : failure;
    wifi->is_lost = false;
    (void)snprintf(wifi->failed_ssid, sizeof(wifi->failed_ssid), "%s", wifi->ssid);
    int r = open_own(core, set, own ? STAGE_OWN : STAGE_FALLBACK, failure_text(wifi->failure));
    log_warn("wifi", "connection failed, switch back to AP mode", log_str("failure", failure_text(wifi->failure)));
    if (r < 0) {
        wifi_enter(core, STAGE_BROKEN, WIFI_RADIO_MS, "radio");
        log_error("wifi", "the access point does not open", log_errno(r));
    }
}

static enum wifi_failure failure_of(enum hal_wifi_failure failure) {
    switch (failure) {
        case HAL_WIFI_NOT_FOUND: return WIFI_FAILURE_NOT_FOUND;
        case HAL_WIFI_WRONG_KEY: return WIFI_FAILURE_WRONG_KEY;
        case HAL_WIFI_REFUSED: return WIFI_FAILURE_REFUSED;
        case HAL_WIFI_EAP_REFUSED: return WIFI_FAILURE_EAP_REFUSED;
        case HAL_WIFI_CERTIFICATE: return WIFI_FAILURE_CERTIFICATE;
        case HAL_WIFI_LOST: return WIFI_FAILURE_LOST;
        case HAL_WIFI_ENCRYPTION: return WIFI_FAILURE_ENCRYPTION;
        case HAL_WIFI_NO_FAILURE:
        case HAL_WIFI_RADIO: break;
    }
    return WIFI_FAILURE_RADIO;
}

static bool is_late(const struct core *core) {
    return core_mono_ms(core) >= wifi_of(core)->due_ms;
}

/* Each of these takes at most one step and returns whether it did. */

static bool step_joining(struct core *core, const struct setting_wirless *set, const struct hal_wifi_state *radio) {
    if (radio->phase == HAL_WIFI_FAILED) {
        wifi_fail(core, set, failure_of(radio->failure));
    } else if (radio->phase == HAL_WIFI_JOINED) {
        wifi_enter(core, STAGE_ADDRESS, WIFI_ADDRESS_MS, "radio");
    } else if (is_late(core)) {
        wifi_fail(core, set, radio->phase == HAL_WIFI_SEARCHING ? WIFI_FAILURE_NOT_FOUND : WIFI_FAILURE_REFUSED);
    } else {
        return false;
    }
    return true;
}

static bool step_address(struct core *core, const struct setting_wirless *set, enum lease_state lease) {
    if (lease == LEASE_STATE_BOUND) {
        wifi_enter(core, STAGE_REACHING, HAL_TRY_MS, "lease");
    } else if (lease == LEASE_STATE_NO_SERVER || lease == LEASE_STATE_BAD_OFFER || is_late(core)) {
        wifi_fail(core, set, WIFI_FAILURE_NO_ADDRESS);
    } else {
        return false;
    }
    return true;
}

static bool step_reaching(struct core *core, const struct setting_wirless *set) {
    const struct hal_net *net = &core->shared->hal->net;
    struct wifi *wifi = wifi_of(core);
    int r = net->ping_gateway(net->ctx, WAN_MODE_WIFI);
    if (r == E_BUSY && !is_late(core)) {
        return false;
    }
    /* A network without a gateway has no route, but the terminal is connected to it. */
    if (r == 0 || r == E_OFFLINE) {
        wifi->failure = WIFI_FAILURE_NONE;
        wifi->failed_ssid[0] = '\0';
        wifi->is_lost = false;
        wifi_enter(core, STAGE_CONNECTED, INT64_MAX, r == 0 ? "gateway" : "no gateway");
        wifi_before_forget(wifi);
        log_info("wifi", "connected");
    } else {
        wifi_fail(core, set, WIFI_FAILURE_UNREACHABLE);
    }
    return true;
}

static bool step_connected(struct core *core, const struct setting_wirless *set, const struct hal_wifi_state *radio,
                           enum lease_state lease) {
    if (radio->phase == HAL_WIFI_FAILED) {
        /* One attempt to reconnect, before the access point: most networks are back at once. */
        log_warn("wifi", "connection lost");
        wifi_of(core)->is_lost = true;
        if (wifi_machine_join(core, set, "connection lost") < 0) {
            wifi_fail(core, set, WIFI_FAILURE_RADIO);
        }
        return true;
    }
    if (lease != LEASE_STATE_BOUND) {
        wifi_enter(core, STAGE_ADDRESS, WIFI_ADDRESS_MS, "lease lost");
        return true;
    }
    return false;
}

static bool step_own(struct core *core, const struct setting_wirless *set, const struct hal_wifi_state *radio) {
    struct wifi *wifi = wifi_of(core);
    if (radio->phase != HAL_WIFI_ACCESS_POINT) {
        wifi_fail(core, set, failure_of(radio->failure));
        return true;
    }
    if (wifi->stage == STAGE_OWN || !is_late(core)) {
        return false;
    }
    if (radio->stations > 0) {
        wifi_enter(core, STAGE_FALLBACK, WIFI_RETRY_MS, "time"); /* a client is connected to fix it */
        return false;
    }
    if (wifi_machine_join(core, set, "time") < 0) {
        wifi_fail(core, set, WIFI_FAILURE_RADIO);
    }
    return true;
}

static bool step_broken(struct core *core, const struct setting_wirless *set) {
    if (!is_late(core)) {
        return false;
    }
    bool client = set->mode == WIFI_MODE_CLIENT;
    int r = client ? wifi_machine_join(core, set, "time") : open_own(core, set, STAGE_OWN, "time");
    if (r < 0) {
        wifi_enter(core, STAGE_BROKEN, WIFI_RADIO_MS, "radio");
    } else if (!client) {
        wifi_of(core)->failure = WIFI_FAILURE_NONE;
    }
    return r == 0;
}

static bool wifi_step(struct core *core, const struct setting_wirless *set, const struct hal_wifi_state *radio,
                      enum lease_state lease) {
    /* The network may also be lost between joining and connected. */
    enum wifi_stage stage = wifi_of(core)->stage;
    if (radio->phase == HAL_WIFI_FAILED && (stage == STAGE_ADDRESS || stage == STAGE_REACHING)) {
        wifi_fail(core, set, failure_of(radio->failure));
        return true;
    }
    switch (stage) {
        case STAGE_OFF: return false;
        case STAGE_JOINING: return step_joining(core, set, radio);
        case STAGE_ADDRESS: return step_address(core, set, lease);
        case STAGE_REACHING: return step_reaching(core, set);
        case STAGE_CONNECTED: return step_connected(core, set, radio, lease);
        case STAGE_OWN:
        case STAGE_FALLBACK: return step_own(core, set, radio);
        case STAGE_BROKEN: return step_broken(core, set);
    }
    return false;
}

static void wifi_see(const struct core *core, struct hal_wifi_state *ret_radio, struct wifi_seen *ret_seen) {
    const struct hal *hal = core->shared->hal;
    struct hal_net_state net;
    hal->wifi.read(hal->wifi.ctx, ret_radio);
    hal->net.read(hal->net.ctx, WAN_MODE_WIFI, &net);
    *ret_seen = (struct wifi_seen){.phase = ret_radio->phase, .lease = net.lease, .stations = ret_radio->stations};
}

static bool is_open(const struct wifi *wifi) {
    return wifi->stage == STAGE_OWN || wifi->stage == STAGE_FALLBACK;
}

bool wifi_machine_look(struct core *core, const struct setting_wirless *set) {
    struct wifi *wifi = wifi_of(core);
    struct hal_wifi_state radio;
    bool was_open = is_open(wifi);
    bool again = true;
    for (int i = 0; i < STEPS_MAX && again; i++) {
        wifi_see(core, &radio, &wifi->seen);
        wifi->is_seen = true;
        again = wifi_step(core, set, &radio, wifi->seen.lease);
    }
    return was_open != is_open(wifi);
}

int64_t wifi_machine_due(struct core *core) {
    const struct wifi *wifi = wifi_of(core);
    struct hal_wifi_state radio;
    struct wifi_seen seen;
    if (wifi->stage == STAGE_OFF) {
        return INT64_MAX;
    }
    if (wifi->stage == STAGE_REACHING) {
        return core_mono_ms(core); /* a test in progress is polled */
    }
    wifi_see(core, &radio, &seen);
    bool same = wifi->is_seen && seen.phase == wifi->seen.phase && seen.lease == wifi->seen.lease &&
                seen.stations == wifi->seen.stations;
    return same ? wifi->due_ms : 0;
}
