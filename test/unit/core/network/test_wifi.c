/* Wi-Fi: every way a connection can fail ends at the own access point, which has a key. */
#include "core/base/about.h"
#include "core/base/actor.h"
#include "core/network/wifi.h"

#include <string.h>

#include "core/base/audit.h"
#include "core/network/network.h"
#include "core/network/network_impl.h"
#include "core/settings/provisional.h"
#include "core/settings/settings.h"
#include "core/start/start.h"
#include "setting_hooks.h"
#include "terminal_fixture.h"
#include "transitions.h"
#include "unity.h"

static struct fixture fixture;
static struct fake_net *net;
static struct core *core;

static const struct actor by = {.account = "admin", .peer = "192.0.2.1", .call = "GetWirless"};

void setUp(void) {
    fixture_up(&fixture);
    net = &fixture.fake.net;
    core = fixture.core;
}

void tearDown(void) {
    transitions_end();
    fixture_down(&fixture);
}

static int save(struct setting_wirless values) {
    return fixture_save(core, &by, SETTING_PAGE_WIRLESS, &values);
}

/* As save(), without confirming. */
static int save_waiting(struct setting_wirless values) {
    struct settings_result result;
    return settings_save(
        core, &by, &(struct settings_change){.page = SETTING_PAGE_WIRLESS, .values = &values, .given = SETTINGS_ALL},
        &result);
}

static struct setting_wirless client(void) {
    return (struct setting_wirless){
        .mode = WIFI_MODE_CLIENT, .ssid = "Office", .security = WIFI_SECURITY_WPA2, .key = "12345678"};
}

static struct wifi_state state(void) {
    struct wifi_state now;
    wifi_read(core, &now);
    return now;
}

/* Looks as often as the upkeep would in a second. */
static void look(void) {
    for (int i = 0; i < 5; i++) {
        if (wifi_due_ms(core) <= core_mono_ms(core)) {
            wifi_upkeep(core);
        }
        fake_hal_advance(&fixture.fake, 200);
    }
}

static void radio(enum hal_wifi_phase phase, enum hal_wifi_failure failure) {
    net->radio.phase = phase;
    net->radio.failure = failure;
    look();
}

static void lease(enum lease_state lease_state) {
    net->states[WAN_MODE_WIFI].lease = lease_state;
    net->states[WAN_MODE_WIFI].address = lease_state == LEASE_STATE_BOUND ? 0x0A141E28 : 0;
    look();
}

static void connect_all(void) {
    TEST_ASSERT_EQUAL(0, save(client()));
    radio(HAL_WIFI_JOINED, HAL_WIFI_NO_FAILURE);
    net->gateway = 0;
    lease(LEASE_STATE_BOUND);
    TEST_ASSERT_EQUAL(WIFI_PHASE_CONNECTED, state().phase);
}

void test_it_is_off_at_first(void) {
    TEST_ASSERT_EQUAL(WIFI_PHASE_IDLE, state().phase);
    TEST_ASSERT_EQUAL_STRING(about_serial(fixture.shared), state().ap_ssid);
    TEST_ASSERT_EQUAL(INT64_MAX, wifi_due_ms(core));
}

void test_it_joins_step_by_step(void) {
    TEST_ASSERT_EQUAL(0, save(client()));
    TEST_ASSERT_EQUAL(WIFI_PHASE_SEARCHING, state().phase);
    TEST_ASSERT_EQUAL_STRING("Office", net->ssid);
    TEST_ASSERT_EQUAL_STRING("12345678", net->key);
    TEST_ASSERT_EQUAL(WIFI_SECURITY_WPA2, net->security);
    TEST_ASSERT_TRUE(net->configs[WAN_MODE_WIFI].dhcp);
    radio(HAL_WIFI_AUTHENTICATING, HAL_WIFI_NO_FAILURE);
    TEST_ASSERT_EQUAL(WIFI_PHASE_AUTHENTICATING, state().phase);
    radio(HAL_WIFI_ASSOCIATING, HAL_WIFI_NO_FAILURE);
    TEST_ASSERT_EQUAL(WIFI_PHASE_ASSOCIATING, state().phase);
    radio(HAL_WIFI_JOINED, HAL_WIFI_NO_FAILURE);
    TEST_ASSERT_EQUAL(WIFI_PHASE_OBTAINING_ADDRESS, state().phase);
    lease(LEASE_STATE_BOUND);
    TEST_ASSERT_EQUAL(WIFI_PHASE_REACHING, state().phase);
    net->gateway = 0;
    look();
    TEST_ASSERT_EQUAL(WIFI_PHASE_CONNECTED, state().phase);
    TEST_ASSERT_EQUAL(WIFI_FAILURE_NONE, state().failure);
}

static void has_fallen_back(enum wifi_failure failure) {
    TEST_ASSERT_EQUAL(WIFI_PHASE_ACCESS_POINT, state().phase);
    TEST_ASSERT_EQUAL(failure, state().failure);
    TEST_ASSERT_EQUAL_STRING("Office", state().failed_ssid);
    TEST_ASSERT_EQUAL(WIFI_AP_KEY_LEN, strlen(net->ap_key));
    TEST_ASSERT_EQUAL_STRING(about_serial(fixture.shared), net->ap_ssid);
    TEST_ASSERT_EQUAL_HEX32(WIFI_AP_ADDRESS, net->configs[WAN_MODE_WIFI].address);
    TEST_ASSERT_EQUAL_STRING(about_serial(fixture.shared), fixture.fake.wifi_ssid);
    TEST_ASSERT_EQUAL_STRING(net->ap_key, fixture.fake.wifi_key);
}

void test_what_the_radio_says_is_the_failure(void) {
    static const struct {
        enum hal_wifi_failure radio;
        enum wifi_failure failure;
    } all[] = {{HAL_WIFI_NOT_FOUND, WIFI_FAILURE_NOT_FOUND},
               {HAL_WIFI_WRONG_KEY, WIFI_FAILURE_WRONG_KEY},
               {HAL_WIFI_REFUSED, WIFI_FAILURE_REFUSED},
               {HAL_WIFI_EAP_REFUSED, WIFI_FAILURE_EAP_REFUSED},
               {HAL_WIFI_CERTIFICATE, WIFI_FAILURE_CERTIFICATE},
               {HAL_WIFI_LOST, WIFI_FAILURE_LOST},
               {HAL_WIFI_RADIO, WIFI_FAILURE_RADIO}};
    TEST_ASSERT_EQUAL(0, save(client()));
    for (size_t i = 0; i < sizeof(all) / sizeof(all[0]); i++) {
        TEST_ASSERT_EQUAL(0, wifi_rejoin(core));
        TEST_ASSERT_EQUAL(WIFI_FAILURE_NONE, state().failure);
        radio(HAL_WIFI_FAILED, all[i].radio);
        has_fallen_back(all[i].failure);
    }
}

void test_a_radio_that_never_ends_is_given_up(void) {
    TEST_ASSERT_EQUAL(0, save(client()));
    fake_hal_advance(&fixture.fake, WIFI_JOIN_MS);
    look();
    has_fallen_back(WIFI_FAILURE_NOT_FOUND);
    TEST_ASSERT_EQUAL(0, wifi_rejoin(core));
    net->radio.phase = HAL_WIFI_AUTHENTICATING;
    fake_hal_advance(&fixture.fake, WIFI_JOIN_MS);
    look();
    has_fallen_back(WIFI_FAILURE_REFUSED);
}

void test_no_address_is_a_failure(void) {
    static const enum lease_state bad[] = {LEASE_STATE_NO_SERVER, LEASE_STATE_BAD_OFFER};
    TEST_ASSERT_EQUAL(0, save(client()));
    for (size_t i = 0; i < 2; i++) {
        net->states[WAN_MODE_WIFI].lease = LEASE_STATE_ASKING;
        TEST_ASSERT_EQUAL(0, wifi_rejoin(core));
        radio(HAL_WIFI_JOINED, HAL_WIFI_NO_FAILURE);
        TEST_ASSERT_EQUAL(WIFI_PHASE_OBTAINING_ADDRESS, state().phase);
        lease(bad[i]);
        has_fallen_back(WIFI_FAILURE_NO_ADDRESS);
    }
    net->states[WAN_MODE_WIFI].lease = LEASE_STATE_ASKING;
    TEST_ASSERT_EQUAL(0, wifi_rejoin(core));
    radio(HAL_WIFI_JOINED, HAL_WIFI_NO_FAILURE);
    fake_hal_advance(&fixture.fake, WIFI_ADDRESS_MS);
    look();
    has_fallen_back(WIFI_FAILURE_NO_ADDRESS);
}

void test_a_gateway_that_is_silent_is_a_failure_and_none_is_not(void) {
    TEST_ASSERT_EQUAL(0, save(client()));
    radio(HAL_WIFI_JOINED, HAL_WIFI_NO_FAILURE);
    lease(LEASE_STATE_BOUND);
    net->gateway = E_TIMEOUT;
    look();
    has_fallen_back(WIFI_FAILURE_UNREACHABLE);
    net->gateway = E_OFFLINE;
    TEST_ASSERT_EQUAL(0, wifi_rejoin(core));
    radio(HAL_WIFI_JOINED, HAL_WIFI_NO_FAILURE);
    TEST_ASSERT_EQUAL(WIFI_PHASE_CONNECTED, state().phase);
    TEST_ASSERT_EQUAL_STRING("", state().failed_ssid);
}

void test_an_access_point_that_goes_while_an_address_is_asked_for(void) {
    TEST_ASSERT_EQUAL(0, save(client()));
    radio(HAL_WIFI_JOINED, HAL_WIFI_NO_FAILURE);
    radio(HAL_WIFI_FAILED, HAL_WIFI_LOST);
    has_fallen_back(WIFI_FAILURE_LOST);
}

void test_a_lost_connection_is_tried_once_and_then_the_access_point_opens(void) {
    connect_all();
    unsigned joins = net->joins;
    radio(HAL_WIFI_FAILED, HAL_WIFI_LOST);
    TEST_ASSERT_EQUAL(joins + 1, net->joins);
    TEST_ASSERT_EQUAL(WIFI_PHASE_SEARCHING, state().phase);
    radio(HAL_WIFI_JOINED, HAL_WIFI_NO_FAILURE);
    TEST_ASSERT_EQUAL(WIFI_PHASE_CONNECTED, state().phase);
    radio(HAL_WIFI_FAILED, HAL_WIFI_LOST);
    radio(HAL_WIFI_FAILED, HAL_WIFI_NOT_FOUND);
    has_fallen_back(WIFI_FAILURE_LOST);
    TEST_ASSERT_EQUAL(joins + 2, net->joins);
}

void test_a_lost_lease_is_asked_for_again(void) {
    connect_all();
    lease(LEASE_STATE_ASKING);
    TEST_ASSERT_EQUAL(WIFI_PHASE_OBTAINING_ADDRESS, state().phase);
    lease(LEASE_STATE_BOUND);
    TEST_ASSERT_EQUAL(WIFI_PHASE_CONNECTED, state().phase);
}

void test_it_tries_again_while_nobody_is_at_the_access_point(void) {
    TEST_ASSERT_EQUAL(0, save(client()));
    radio(HAL_WIFI_FAILED, HAL_WIFI_WRONG_KEY);
    net->radio.stations = 1;
    look();
    fake_hal_advance(&fixture.fake, WIFI_RETRY_MS);
    look();
    TEST_ASSERT_EQUAL(WIFI_PHASE_ACCESS_POINT, state().phase);
    net->radio.stations = 0;
    look();
    fake_hal_advance(&fixture.fake, WIFI_RETRY_MS);
    look();
    TEST_ASSERT_EQUAL(WIFI_PHASE_SEARCHING, state().phase);
    TEST_ASSERT_EQUAL(WIFI_FAILURE_WRONG_KEY, state().failure); /* until an attempt succeeds */
    TEST_ASSERT_EQUAL_STRING("", fixture.fake.wifi_ssid);
}

void test_the_key_that_was_made_stays_and_one_that_was_chosen_is_not_shown(void) {
    char key[65];
    TEST_ASSERT_EQUAL(0, save((struct setting_wirless){.mode = WIFI_MODE_ACCESS_POINT}));
    TEST_ASSERT_EQUAL(WIFI_PHASE_ACCESS_POINT, state().phase);
    TEST_ASSERT_EQUAL(WIFI_FAILURE_NONE, state().failure);
    strcpy(key, net->ap_key);
    TEST_ASSERT_EQUAL_STRING(key, fixture.fake.wifi_key);
    TEST_ASSERT_EQUAL(0, save((struct setting_wirless){.mode = WIFI_MODE_OFF}));
    TEST_ASSERT_EQUAL_STRING("", fixture.fake.wifi_ssid);
    TEST_ASSERT_EQUAL(0, save((struct setting_wirless){.mode = WIFI_MODE_ACCESS_POINT}));
    TEST_ASSERT_EQUAL_STRING(key, net->ap_key);
    TEST_ASSERT_EQUAL(0, save((struct setting_wirless){.mode = WIFI_MODE_OFF}));
    TEST_ASSERT_EQUAL(0, save((struct setting_wirless){.mode = WIFI_MODE_ACCESS_POINT,
                                                       .ap_key = "chosen-key",
                                                       .ap_name_mode = AP_NAME_MODE_OWN,
                                                       .ap_name = "Door 1"}));
    TEST_ASSERT_EQUAL_STRING("chosen-key", net->ap_key);
    TEST_ASSERT_EQUAL_STRING("Door 1", net->ap_ssid);
    TEST_ASSERT_EQUAL_STRING("Door 1", fixture.fake.wifi_ssid);
    TEST_ASSERT_EQUAL_STRING("", fixture.fake.wifi_key);
}

void test_without_randomness_no_access_point_opens(void) {
    TEST_ASSERT_EQUAL(0, save(client()));
    fixture.fake.entropy_fails = true;
    radio(HAL_WIFI_FAILED, HAL_WIFI_WRONG_KEY);
    TEST_ASSERT_EQUAL(WIFI_PHASE_FAILED, state().phase);
    TEST_ASSERT_EQUAL(0, net->opens);
    fixture.fake.entropy_fails = false;
    fake_hal_advance(&fixture.fake, WIFI_RADIO_MS);
    look();
    TEST_ASSERT_EQUAL(WIFI_PHASE_SEARCHING, state().phase);
}

void test_a_radio_that_does_not_answer_takes_the_change_back(void) {
    net->radio_offline = true;
    TEST_ASSERT_EQUAL(E_OFFLINE, save(client()));
    TEST_ASSERT_EQUAL(WIFI_MODE_OFF, settings_get(core)->values.wirless.mode);
    TEST_ASSERT_EQUAL(WIFI_PHASE_IDLE, state().phase);
}

void test_a_radio_that_dies_is_woken_later(void) {
    connect_all();
    net->radio_offline = true;
    radio(HAL_WIFI_FAILED, HAL_WIFI_RADIO);
    TEST_ASSERT_EQUAL(WIFI_PHASE_FAILED, state().phase);
    TEST_ASSERT_EQUAL(WIFI_FAILURE_RADIO, state().failure);
    fake_hal_advance(&fixture.fake, WIFI_RADIO_MS);
    look();
    TEST_ASSERT_EQUAL(WIFI_PHASE_FAILED, state().phase);
    net->radio_offline = false;
    fake_hal_advance(&fixture.fake, WIFI_RADIO_MS);
    look();
    TEST_ASSERT_EQUAL(WIFI_PHASE_SEARCHING, state().phase);
}

void test_at_start_a_dead_radio_is_woken_later(void) {
    TEST_ASSERT_EQUAL(0, save((struct setting_wirless){.mode = WIFI_MODE_ACCESS_POINT}));
    net->radio_offline = true;
    TEST_ASSERT_EQUAL(E_OFFLINE, effect_wifi(core, NULL, settings_get(core)));
    TEST_ASSERT_EQUAL(WIFI_PHASE_FAILED, state().phase);
    net->radio_offline = false;
    net->radio.phase = HAL_WIFI_OFF;
    fake_hal_advance(&fixture.fake, WIFI_RADIO_MS);
    look();
    TEST_ASSERT_EQUAL(WIFI_PHASE_ACCESS_POINT, state().phase);
    TEST_ASSERT_EQUAL(WIFI_FAILURE_NONE, state().failure);
}

static bool cancelled(void) {
    bool is_cancelled = false;
    TEST_ASSERT_EQUAL(0, wifi_cancel(core, &by, &is_cancelled));
    return is_cancelled;
}

static const struct setting_wirless *in_force(void) {
    return &settings_get(core)->values.wirless;
}

void test_an_attempt_is_cancelled_on_each_step_and_what_was_before_is_back(void) {
    static const enum hal_wifi_phase phases[] = {HAL_WIFI_SEARCHING, HAL_WIFI_ASSOCIATING, HAL_WIFI_JOINED};
    struct setting_wirless own = {.mode = WIFI_MODE_ACCESS_POINT, .ap_key = "chosen-key"};
    TEST_ASSERT_EQUAL(0, save(own));
    for (size_t i = 0; i < sizeof(phases) / sizeof(phases[0]); i++) {
        struct setting_wirless wanted = client();
        strcpy(wanted.ap_key, "chosen-key");
        TEST_ASSERT_EQUAL(0, save(wanted));
        radio(phases[i], HAL_WIFI_NO_FAILURE);
        TEST_ASSERT_TRUE(cancelled());
        TEST_ASSERT_EQUAL(WIFI_PHASE_ACCESS_POINT, state().phase);
        TEST_ASSERT_EQUAL(WIFI_FAILURE_NONE, state().failure);
        TEST_ASSERT_EQUAL_STRING("", in_force()->key);
        TEST_ASSERT_EQUAL_STRING("chosen-key", net->ap_key);
        struct provisional waiting;
        provisional_read(core, &waiting);
        TEST_ASSERT_EQUAL(PROVISIONAL_NONE, waiting.step);
        TEST_ASSERT_FALSE(cancelled());
    }
}

void test_cancelling_after_failed_tries_leads_back_before_the_first(void) {
    struct setting_wirless other = client();
    TEST_ASSERT_EQUAL(0, save(client()));
    radio(HAL_WIFI_FAILED, HAL_WIFI_WRONG_KEY);
    TEST_ASSERT_FALSE(cancelled()); /* somebody may be at the access point that opened */
    strcpy(other.key, "87654321");
    TEST_ASSERT_EQUAL(0, save(other));
    TEST_ASSERT_TRUE(cancelled());
    TEST_ASSERT_EQUAL(WIFI_MODE_OFF, in_force()->mode);
    TEST_ASSERT_EQUAL_STRING("", in_force()->ssid);
    TEST_ASSERT_EQUAL(WIFI_PHASE_IDLE, state().phase);
}

void test_what_is_joined_or_was_in_force_before_is_not_cancelled(void) {
    static const struct wifi_before nothing;
    TEST_ASSERT_FALSE(cancelled());
    connect_all();
    TEST_ASSERT_FALSE(cancelled());
    TEST_ASSERT_EQUAL_MEMORY(&nothing, &fixture.shared->network->wifi.before, sizeof(nothing)); /* wiped */
    TEST_ASSERT_EQUAL(0, wifi_rejoin(core));
    TEST_ASSERT_EQUAL(WIFI_PHASE_SEARCHING, state().phase);
    TEST_ASSERT_FALSE(cancelled());
    TEST_ASSERT_EQUAL(WIFI_PHASE_SEARCHING, state().phase);
}

/* As after an initialisation: what it replaced must not come back. */
void test_a_start_forgets_what_was_before(void) {
    static const struct wifi_before nothing;
    TEST_ASSERT_EQUAL(0, save(client()));
    TEST_ASSERT_TRUE(fixture.shared->network->wifi.before.is_kept);
    TEST_ASSERT_EQUAL(0, effect_wifi(core, NULL, settings_get(core)));
    TEST_ASSERT_EQUAL_MEMORY(&nothing, &fixture.shared->network->wifi.before, sizeof(nothing));
}

void test_a_choice_that_waits_to_be_confirmed_is_undone_and_cannot_come_back(void) {
    struct setting_wirless other = client();
    connect_all();
    strcpy(other.ssid, "Other");
    TEST_ASSERT_EQUAL(0, save_waiting(other));
    TEST_ASSERT_TRUE(cancelled());
    TEST_ASSERT_EQUAL_STRING("Office", in_force()->ssid);
    TEST_ASSERT_EQUAL(WIFI_PHASE_SEARCHING, state().phase);
    TEST_ASSERT_FALSE(cancelled());
    TEST_ASSERT_EQUAL_STRING("Office", in_force()->ssid);
}

void test_a_save_of_somebody_else_meanwhile_is_not_cancelled(void) {
    struct setting_wirless other = client();
    TEST_ASSERT_EQUAL(0, save(client()));
    strcpy(other.ap_key, "chosen-key");
    TEST_ASSERT_EQUAL(0, save(other));
    TEST_ASSERT_FALSE(cancelled());
    TEST_ASSERT_EQUAL_STRING("chosen-key", in_force()->ap_key);
}

void test_networks_of_a_search_are_one_a_name_and_by_strength(void) {
    static const struct hal_wifi_network found[] = {{"Far", -80, WIFI_SECURITY_OPEN, WIFI_BAND_BAND24},
                                                    {"Office", -60, WIFI_SECURITY_WPA2, WIFI_BAND_BAND24},
                                                    {"Office", -45, WIFI_SECURITY_WPA3, WIFI_BAND_BAND5},
                                                    {"Near", -30, WIFI_SECURITY_OPEN, WIFI_BAND_BAND5},
                                                    {"Near", -35, WIFI_SECURITY_OPEN, WIFI_BAND_BAND5}};
    struct wifi_list list;
    TEST_ASSERT_EQUAL(0, wifi_search(core, false, &list));
    TEST_ASSERT_TRUE(list.searching);
    TEST_ASSERT_EQUAL(0, list.searched_s);
    net->found = found;
    net->found_count = 5;
    net->search = 0;
    TEST_ASSERT_EQUAL(0, wifi_search(core, false, &list));
    TEST_ASSERT_FALSE(list.searching);
    TEST_ASSERT_EQUAL(3, list.count);
    TEST_ASSERT_EQUAL_STRING("Near", list.networks[0].ssid);
    TEST_ASSERT_EQUAL_STRING("Office", list.networks[1].ssid);
    TEST_ASSERT_EQUAL(WIFI_SECURITY_WPA3, list.networks[1].security);
    TEST_ASSERT_EQUAL(WIFI_BAND_BOTH, list.networks[1].band);
    TEST_ASSERT_EQUAL(WIFI_BAND_BAND5, list.networks[0].band);
    TEST_ASSERT_EQUAL_STRING("Far", list.networks[2].ssid);
    TEST_ASSERT_EQUAL(FAKE_UTC_MS / 1000, list.searched_s);
    net->search = E_IO;
    TEST_ASSERT_EQUAL(0, wifi_search(core, false, &list)); /* new enough: nothing was asked */
    TEST_ASSERT_EQUAL(3, list.count);
    TEST_ASSERT_EQUAL(E_IO, wifi_search(core, true, &list));
    net->search = E_BUSY;
    fake_hal_advance(&fixture.fake, WIFI_SEARCH_AGE_MS + 1);
    TEST_ASSERT_EQUAL(0, wifi_search(core, false, &list));
    TEST_ASSERT_TRUE(list.searching);
}

void test_a_search_that_failed_is_said_until_another_one(void) {
    struct wifi_list list;
    net->search = E_OFFLINE;
    TEST_ASSERT_EQUAL(E_IO, wifi_search(core, false, &list));
    TEST_ASSERT_EQUAL(E_IO, wifi_search(core, false, &list));
    net->search = E_BUSY;
    TEST_ASSERT_EQUAL(E_IO, wifi_search(core, false, &list));
    TEST_ASSERT_EQUAL(0, wifi_search(core, true, &list));
    TEST_ASSERT_TRUE(list.searching);
}

/* Whether a change from the settings in force has to be confirmed. */
static bool cuts(struct setting_wirless values) {
    static struct settings after;
    memset(&after, 0, sizeof(after));
    after.values = settings_get(core)->values;
    after.values.wirless = values;
    return network_cuts(core, settings_get(core), &after);
}

void test_who_leaves_a_network_confirms_and_who_leaves_the_access_point_for_one_does_not(void) {
    struct setting_wirless own = {.mode = WIFI_MODE_ACCESS_POINT};
    struct setting_wirless other = client();
    TEST_ASSERT_FALSE(cuts(client())); /* a radio that is off cuts off nobody */
    TEST_ASSERT_EQUAL(0, save(own));
    TEST_ASSERT_FALSE(cuts(client())); /* if it fails, the access point is back */
    TEST_ASSERT_TRUE(cuts((struct setting_wirless){.mode = WIFI_MODE_OFF}));
    strcpy(own.ap_key, "chosen-key");
    TEST_ASSERT_TRUE(cuts(own));
    connect_all();
    TEST_ASSERT_FALSE(cuts(client()));
    strcpy(other.ssid, "Other");
    TEST_ASSERT_TRUE(cuts(other));
    TEST_ASSERT_TRUE(cuts(own));
    other = client();
    strcpy(other.ap_key, "chosen-key"); /* does not matter before a failure */
    TEST_ASSERT_FALSE(cuts(other));
}

/* A second choice right after the first gave way finds the radio on the way back into the network. */
void test_on_the_way_into_a_network_it_confirms_as_well(void) {
    struct setting_wirless other = client();
    strcpy(other.ssid, "Other");
    TEST_ASSERT_EQUAL(0, save(client()));
    TEST_ASSERT_EQUAL(WIFI_PHASE_SEARCHING, state().phase);
    TEST_ASSERT_TRUE(cuts(other));
    radio(HAL_WIFI_JOINED, HAL_WIFI_NO_FAILURE);
    TEST_ASSERT_EQUAL(WIFI_PHASE_OBTAINING_ADDRESS, state().phase);
    TEST_ASSERT_TRUE(cuts(other));
    lease(LEASE_STATE_BOUND);
    TEST_ASSERT_EQUAL(WIFI_PHASE_REACHING, state().phase);
    TEST_ASSERT_TRUE(cuts(other));
    TEST_ASSERT_FALSE(cuts(client()));
}

void test_a_key_that_is_chosen_after_a_failure_is_that_of_the_access_point_at_once(void) {
    struct setting_wirless values = client();
    TEST_ASSERT_EQUAL(0, save(values));
    radio(HAL_WIFI_FAILED, HAL_WIFI_WRONG_KEY);
    unsigned joins = net->joins;
    strcpy(values.ap_key, "chosen-key");
    TEST_ASSERT_TRUE(cuts(values));
    TEST_ASSERT_EQUAL(0, save(values));
    TEST_ASSERT_EQUAL_STRING("chosen-key", net->ap_key);
    TEST_ASSERT_EQUAL_STRING("", fixture.fake.wifi_key);
    TEST_ASSERT_EQUAL(WIFI_PHASE_ACCESS_POINT, state().phase);
    TEST_ASSERT_EQUAL(WIFI_FAILURE_WRONG_KEY, state().failure);
    TEST_ASSERT_EQUAL(joins, net->joins);
    TEST_ASSERT_EQUAL(0, wifi_rejoin(core));
    radio(HAL_WIFI_JOINED, HAL_WIFI_NO_FAILURE);
    net->gateway = 0;
    lease(LEASE_STATE_BOUND);
    unsigned opens = net->opens;
    strcpy(values.ap_key, "another-key");
    TEST_ASSERT_EQUAL(0, save(values));
    TEST_ASSERT_EQUAL(opens, net->opens);
    TEST_ASSERT_EQUAL(WIFI_PHASE_CONNECTED, state().phase);
}

/* --- What begins the radio again ------------------------------------------------------------------------------------------ */

/* One setting of those that decide how a network is joined; `at` counts them. False: there are no more. */
static bool differ(struct setting_wirless *values, unsigned at) {
    switch (at) {
        case 0: strcpy(values->ssid, "Other"); return true;
        case 1: values->hidden = !values->hidden; return true;
        case 2: values->security = WIFI_SECURITY_WPA3; return true;
        case 3:
            values->encryption =
                values->encryption == WIFI_ENCRYPTION_AES ? WIFI_ENCRYPTION_TKIP_AES : WIFI_ENCRYPTION_AES;
            return true;
        case 4: strcpy(values->key, "87654321"); return true;
        case 5: values->eap = EAP_METHOD_TLS; return true;
        case 6: values->inner = values->inner == 0 ? 1 : 0; return true;
        case 7: strcpy(values->identity, "terminal"); return true;
        case 8: strcpy(values->password, "secret"); return true;
        case 9: strcpy(values->ca, "-----BEGIN"); return true;
        default: return false;
    }
}

static struct settings was, is;

static void both(enum wifi_mode mode) {
    memset(&was, 0, sizeof(was));
    was.values = settings_get(core)->values;
    was.values.wirless = client();
    was.values.wirless.mode = mode;
    is = was;
}

void test_each_setting_of_a_network_begins_the_radio_again_and_no_other(void) {
    unsigned at = 0;
    both(WIFI_MODE_CLIENT);
    for (; differ(&is.values.wirless, at); at++) {
        unsigned joins = net->joins;
        TEST_ASSERT_EQUAL(0, effect_wifi(core, &was, &is));
        TEST_ASSERT_EQUAL_MESSAGE(joins + 1, net->joins, "see the setting of this number");
        TEST_ASSERT_TRUE(wifi_cuts(core, &was.values.wirless, &is.values.wirless));
        both(WIFI_MODE_CLIENT);
    }
    TEST_ASSERT_EQUAL(10, at);
    unsigned joins = net->joins;
    TEST_ASSERT_EQUAL(0, effect_wifi(core, &was, &is));
    strcpy(is.values.wirless.ap_name, "Door 1");
    TEST_ASSERT_EQUAL(0, effect_wifi(core, &was, &is));
    TEST_ASSERT_EQUAL(joins, net->joins);
    TEST_ASSERT_EQUAL(0, net->opens);
}

void test_each_setting_of_the_access_point_opens_it_again_and_no_other(void) {
    both(WIFI_MODE_ACCESS_POINT);
    is.values.wirless.ap_name_mode = AP_NAME_MODE_OWN;
    TEST_ASSERT_EQUAL(0, effect_wifi(core, &was, &is));
    TEST_ASSERT_EQUAL(1, net->opens);
    both(WIFI_MODE_ACCESS_POINT);
    strcpy(is.values.wirless.ap_name, "Door 1");
    TEST_ASSERT_EQUAL(0, effect_wifi(core, &was, &is));
    TEST_ASSERT_EQUAL(2, net->opens);
    both(WIFI_MODE_ACCESS_POINT);
    strcpy(is.values.wirless.ap_key, "chosen-key");
    TEST_ASSERT_EQUAL(0, effect_wifi(core, &was, &is));
    TEST_ASSERT_EQUAL(3, net->opens);
    for (unsigned at = 0; differ(&is.values.wirless, at); at++) {
        both(WIFI_MODE_ACCESS_POINT);
        (void)differ(&is.values.wirless, at);
        TEST_ASSERT_EQUAL(0, effect_wifi(core, &was, &is));
    }
    TEST_ASSERT_EQUAL(3, net->opens);
    both(WIFI_MODE_OFF);
    strcpy(is.values.wirless.ap_key, "chosen-key");
    strcpy(is.values.wirless.ssid, "Other");
    unsigned offs = net->offs;
    TEST_ASSERT_EQUAL(0, effect_wifi(core, &was, &is));
    TEST_ASSERT_EQUAL(offs, net->offs);
}

/* All that the radio needs to join. */
static struct hal_wifi_join joined;
static int join_noting(void *ctx, const struct hal_wifi_join *how) {
    (void)ctx;
    joined = *how;
    return 0;
}

void test_the_radio_is_told_all_of_it(void) {
    fixture.fake.hal.wifi.join = join_noting;
    both(WIFI_MODE_CLIENT);
    struct setting_wirless *set = &is.values.wirless;
    set->hidden = true;
    set->security = WIFI_SECURITY_EAP;
    set->encryption = WIFI_ENCRYPTION_TKIP_AES;
    set->eap = EAP_METHOD_TLS;
    set->inner = (enum eap_inner)1;
    strcpy(set->identity, "terminal");
    strcpy(set->password, "secret");
    strcpy(set->ca, "PEM");
    TEST_ASSERT_EQUAL(0, effect_wifi(core, &was, &is));
    TEST_ASSERT_EQUAL_STRING("Office", joined.ssid);
    TEST_ASSERT_TRUE(joined.hidden);
    TEST_ASSERT_EQUAL(WIFI_SECURITY_EAP, joined.security);
    TEST_ASSERT_EQUAL(WIFI_ENCRYPTION_TKIP_AES, joined.encryption);
    TEST_ASSERT_EQUAL(EAP_METHOD_TLS, joined.eap);
    TEST_ASSERT_EQUAL(1, joined.inner);
    TEST_ASSERT_EQUAL_STRING("12345678", joined.key);
    TEST_ASSERT_EQUAL_STRING("terminal", joined.identity);
    TEST_ASSERT_EQUAL_STRING("secret", joined.password);
    TEST_ASSERT_EQUAL_STRING("PEM", joined.ca);
}

/* --- In time -------------------------------------------------------------------------------------------------------------- */

/* Each stage has its patience, to the millisecond, and nothing is looked at in between. */
void test_the_patience_of_each_stage(void) {
    TEST_ASSERT_EQUAL(0, save(client()));
    wifi_upkeep(core);
    TEST_ASSERT_EQUAL_INT64(core_mono_ms(core) + WIFI_JOIN_MS, wifi_due_ms(core));
    fake_hal_advance(&fixture.fake, WIFI_JOIN_MS - 1);
    wifi_upkeep(core);
    TEST_ASSERT_EQUAL(WIFI_PHASE_SEARCHING, state().phase);
    net->radio.phase = HAL_WIFI_JOINED;
    TEST_ASSERT_EQUAL_INT64(0, wifi_due_ms(core)); /* it saw something else */
    wifi_upkeep(core);
    TEST_ASSERT_EQUAL(WIFI_PHASE_OBTAINING_ADDRESS, state().phase);
    TEST_ASSERT_EQUAL_INT64(core_mono_ms(core) + WIFI_ADDRESS_MS, wifi_due_ms(core));
    fake_hal_advance(&fixture.fake, WIFI_ADDRESS_MS - 1);
    wifi_upkeep(core);
    TEST_ASSERT_EQUAL(WIFI_PHASE_OBTAINING_ADDRESS, state().phase);
    net->states[WAN_MODE_WIFI].lease = LEASE_STATE_BOUND;
    TEST_ASSERT_EQUAL_INT64(0, wifi_due_ms(core));
    wifi_upkeep(core);
    TEST_ASSERT_EQUAL(WIFI_PHASE_REACHING, state().phase);
    TEST_ASSERT_EQUAL_INT64(core_mono_ms(core), wifi_due_ms(core));
    fake_hal_advance(&fixture.fake, HAL_TRY_MS - 1);
    wifi_upkeep(core);
    TEST_ASSERT_EQUAL(WIFI_PHASE_REACHING, state().phase);
    fake_hal_advance(&fixture.fake, 1);
    wifi_upkeep(core);
    has_fallen_back(WIFI_FAILURE_UNREACHABLE);
    TEST_ASSERT_EQUAL_INT64(core_mono_ms(core) + WIFI_RETRY_MS, wifi_due_ms(core));
    fake_hal_advance(&fixture.fake, WIFI_RETRY_MS - 1);
    wifi_upkeep(core);
    TEST_ASSERT_EQUAL(WIFI_PHASE_ACCESS_POINT, state().phase);
    net->radio.stations = 1;
    TEST_ASSERT_EQUAL_INT64(0, wifi_due_ms(core));
    net->radio.stations = 0;
    fake_hal_advance(&fixture.fake, 1);
    wifi_upkeep(core);
    TEST_ASSERT_EQUAL(WIFI_PHASE_SEARCHING, state().phase);
}

/* Who is at the access point when the next attempt is due puts it off by a whole pause. */
void test_somebody_at_the_access_point_puts_the_attempt_off(void) {
    TEST_ASSERT_EQUAL(0, save(client()));
    radio(HAL_WIFI_FAILED, HAL_WIFI_WRONG_KEY);
    net->radio.stations = 1;
    fake_hal_advance(&fixture.fake, WIFI_RETRY_MS);
    wifi_upkeep(core);
    net->radio.stations = 0;
    wifi_upkeep(core);
    TEST_ASSERT_EQUAL_INT64(core_mono_ms(core) + WIFI_RETRY_MS, wifi_due_ms(core));
    TEST_ASSERT_EQUAL(WIFI_PHASE_ACCESS_POINT, state().phase);
}

/* The own access point that was chosen closes by no clock, and is opened again when it fails. */
void test_an_access_point_that_was_chosen_stays(void) {
    TEST_ASSERT_EQUAL(0, save((struct setting_wirless){.mode = WIFI_MODE_ACCESS_POINT}));
    wifi_upkeep(core);
    TEST_ASSERT_EQUAL_INT64(INT64_MAX, wifi_due_ms(core));
    fake_hal_advance(&fixture.fake, 10 * (int64_t)WIFI_RETRY_MS);
    wifi_upkeep(core);
    TEST_ASSERT_EQUAL(0, net->joins);
    TEST_ASSERT_EQUAL(1, net->opens);
    net->radio = (struct hal_wifi_state){.phase = HAL_WIFI_FAILED, .failure = HAL_WIFI_RADIO};
    wifi_upkeep(core);
    TEST_ASSERT_EQUAL(2, net->opens);
    TEST_ASSERT_EQUAL(WIFI_FAILURE_RADIO, state().failure);
    wifi_upkeep(core);
    TEST_ASSERT_EQUAL_INT64(INT64_MAX, wifi_due_ms(core)); /* it is still the one that was chosen */
    net->radio_offline = true;
    net->radio.phase = HAL_WIFI_FAILED;
    wifi_upkeep(core);
    TEST_ASSERT_EQUAL(WIFI_PHASE_FAILED, state().phase);
    TEST_ASSERT_EQUAL_INT64(core_mono_ms(core) + WIFI_RADIO_MS, wifi_due_ms(core));
    net->radio_offline = false;
    fake_hal_advance(&fixture.fake, WIFI_RADIO_MS - 1);
    wifi_upkeep(core);
    TEST_ASSERT_EQUAL(WIFI_PHASE_FAILED, state().phase);
    fake_hal_advance(&fixture.fake, 1);
    wifi_upkeep(core);
    TEST_ASSERT_EQUAL(WIFI_PHASE_ACCESS_POINT, state().phase);
    TEST_ASSERT_EQUAL(WIFI_FAILURE_NONE, state().failure);
}

void test_a_fallback_whose_radio_cannot_join_stays_and_says_so(void) {
    TEST_ASSERT_EQUAL(0, save(client()));
    radio(HAL_WIFI_FAILED, HAL_WIFI_WRONG_KEY);
    net->offline = true; /* the interface takes no address */
    fake_hal_advance(&fixture.fake, WIFI_RETRY_MS);
    wifi_upkeep(core);
    TEST_ASSERT_EQUAL(WIFI_PHASE_FAILED, state().phase);
    TEST_ASSERT_EQUAL(WIFI_FAILURE_RADIO, state().failure);
    net->offline = false;
    fake_hal_advance(&fixture.fake, WIFI_RADIO_MS);
    look();
    TEST_ASSERT_EQUAL(WIFI_PHASE_SEARCHING, state().phase);
}

/* --- What is told --------------------------------------------------------------------------------------------------------- */

void test_what_is_told_of_the_radio(void) {
    char ssid[HAL_SSID_MAX + 1], key[WIFI_AP_KEY_LEN + 1];
    TEST_ASSERT_FALSE(wifi_access_point(core->shared, ssid, key));
    connect_all();
    net->radio.signal = -47;
    TEST_ASSERT_EQUAL(-47, state().signal);
    TEST_ASSERT_EQUAL_STRING("Office", state().ssid);
    TEST_ASSERT_EQUAL_STRING("", state().failed_ssid);
    TEST_ASSERT_FALSE(wifi_access_point(core->shared, ssid, key));
    radio(HAL_WIFI_FAILED, HAL_WIFI_LOST);
    radio(HAL_WIFI_FAILED, HAL_WIFI_LOST);
    net->radio.stations = 2;
    TEST_ASSERT_EQUAL(2, state().ap_stations);
    TEST_ASSERT_TRUE(wifi_access_point(core->shared, ssid, key));
    TEST_ASSERT_EQUAL_STRING(net->ap_ssid, ssid);
    TEST_ASSERT_EQUAL_STRING(net->ap_key, key);
    TEST_ASSERT_EQUAL(WIFI_AP_KEY_LEN, strspn(key, "abcdefghijkmnpqrstuvwxyz23456789"));
    TEST_ASSERT_EQUAL(0, save((struct setting_wirless){.mode = WIFI_MODE_OFF}));
    TEST_ASSERT_EQUAL_STRING("", state().ssid);
    TEST_ASSERT_EQUAL(1, net->offs);
    TEST_ASSERT_EQUAL(WIFI_FAILURE_NONE, state().failure);
    TEST_ASSERT_EQUAL_STRING("", state().failed_ssid);
}

void test_joining_again_is_for_a_client_alone(void) {
    TEST_ASSERT_EQUAL(0, wifi_rejoin(core));
    TEST_ASSERT_EQUAL(0, net->joins);
    TEST_ASSERT_EQUAL(0, save((struct setting_wirless){.mode = WIFI_MODE_ACCESS_POINT}));
    TEST_ASSERT_EQUAL(0, wifi_rejoin(core));
    TEST_ASSERT_EQUAL(1, net->opens);
    connect_all();
    net->radio_offline = true;
    TEST_ASSERT_EQUAL(E_OFFLINE, wifi_rejoin(core));
}

/* A choice that could not be put back is still there for the next try. */
void test_a_cancel_that_fails_can_be_tried_again(void) {
    struct core *other = fixture_core(&fixture);
    bool is_cancelled = true;
    TEST_ASSERT_EQUAL(0, save(client()));
    TEST_ASSERT_EQUAL(0, store_begin(other->store));
    store_wait_most(core->store, 1);
    TEST_ASSERT_EQUAL(E_BUSY, wifi_cancel(core, &by, &is_cancelled));
    TEST_ASSERT_FALSE(is_cancelled);
    store_abort(other->store);
    start_thread_end(other);
    TEST_ASSERT_EQUAL(WIFI_MODE_CLIENT, in_force()->mode);
    TEST_ASSERT_TRUE(cancelled());
    TEST_ASSERT_EQUAL(WIFI_MODE_OFF, in_force()->mode);
}

/* Also while the radio is being woken. */
void test_a_choice_is_cancelled_while_the_radio_is_being_woken(void) {
    TEST_ASSERT_EQUAL(0, save(client()));
    fixture.fake.entropy_fails = true;
    radio(HAL_WIFI_FAILED, HAL_WIFI_WRONG_KEY);
    fixture.fake.entropy_fails = false;
    TEST_ASSERT_EQUAL(WIFI_PHASE_FAILED, state().phase);
    TEST_ASSERT_TRUE(cancelled());
    TEST_ASSERT_EQUAL(WIFI_MODE_OFF, in_force()->mode);
}

void test_a_search_that_fails_leaves_no_old_networks(void) {
    static const struct hal_wifi_network found[] = {{"B", -60, WIFI_SECURITY_OPEN, WIFI_BAND_BAND24},
                                                    {"A", -60, WIFI_SECURITY_OPEN, WIFI_BAND_BAND5},
                                                    {"B", -60, WIFI_SECURITY_WPA2, WIFI_BAND_BAND24}};
    struct wifi_list list;
    net->found = found;
    net->found_count = 3;
    net->search = 0;
    TEST_ASSERT_EQUAL(0, wifi_search(core, false, &list));
    TEST_ASSERT_EQUAL(2, list.count);
    TEST_ASSERT_EQUAL_STRING("A", list.networks[0].ssid); /* by name where they are equal */
    TEST_ASSERT_EQUAL(WIFI_SECURITY_OPEN, list.networks[1].security); /* the first of equals */
    TEST_ASSERT_EQUAL(WIFI_BAND_BAND24, list.networks[1].band);
    net->found = found + 1;
    net->found_count = 1;
    fake_hal_advance(&fixture.fake, WIFI_SEARCH_AGE_MS);
    TEST_ASSERT_EQUAL(0, wifi_search(core, false, &list));
    TEST_ASSERT_EQUAL(2, list.count); /* it is not too old */
    fake_hal_advance(&fixture.fake, 1);
    TEST_ASSERT_EQUAL(0, wifi_search(core, false, &list));
    TEST_ASSERT_EQUAL(1, list.count);
    TEST_ASSERT_EQUAL_INT64(core_utc_ms(core) / 1000, list.searched_s);
    net->search = E_OFFLINE;
    TEST_ASSERT_EQUAL(E_IO, wifi_search(core, true, &list));
    TEST_ASSERT_EQUAL(0, list.count);
    TEST_ASSERT_FALSE(list.searching);
}

/* What was put back leads into a network as well: it is not put back a second time. */
void test_what_was_put_back_is_kept_no_more(void) {
    static const struct wifi_before nothing;
    struct setting_wirless other = client();
    connect_all();
    strcpy(other.ssid, "Other");
    TEST_ASSERT_EQUAL(0, save(other));
    TEST_ASSERT_EQUAL(WIFI_PHASE_SEARCHING, state().phase);
    TEST_ASSERT_TRUE(cancelled());
    TEST_ASSERT_EQUAL_STRING("Office", in_force()->ssid);
    TEST_ASSERT_EQUAL(WIFI_PHASE_SEARCHING, state().phase);
    TEST_ASSERT_EQUAL_MEMORY(&nothing, &fixture.shared->network->wifi.before, sizeof(nothing)); /* wiped */
    TEST_ASSERT_FALSE(cancelled());
    TEST_ASSERT_EQUAL_STRING("Office", in_force()->ssid);
}

/* --- The log's lines of its stages -------------------------------------------------------------------------------------- */

void test_a_connection_is_in_the_log_stage_by_stage(void) {
    transitions_follow("wifi", "wifi");
    connect_all();
    assert_transitions("from=off to=joining by=settings\n"
                       "from=joining to=address by=radio\n"
                       "from=address to=reaching by=lease\n"
                       "from=reaching to=connected by=gateway\n");
    look();
    assert_transitions("");
    lease(LEASE_STATE_ASKING);
    lease(LEASE_STATE_BOUND);
    TEST_ASSERT_EQUAL(0, save((struct setting_wirless){.mode = WIFI_MODE_OFF}));
    assert_transitions("from=connected to=address by=\"lease lost\"\n"
                       "from=address to=reaching by=lease\n"
                       "from=reaching to=connected by=gateway\n"
                       "from=connected to=off by=settings\n");
}

void test_a_failed_connection_is_in_the_log_with_its_cause(void) {
    transitions_follow("wifi", "wifi");
    TEST_ASSERT_EQUAL(0, save(client()));
    radio(HAL_WIFI_FAILED, HAL_WIFI_WRONG_KEY);
    fake_hal_advance(&fixture.fake, WIFI_RETRY_MS);
    radio(HAL_WIFI_ACCESS_POINT, HAL_WIFI_NO_FAILURE);
    TEST_ASSERT_EQUAL(0, wifi_rejoin(core));
    net->radio_offline = true;
    radio(HAL_WIFI_FAILED, HAL_WIFI_LOST);
    assert_transitions("from=off to=joining by=settings\n"
                       "from=joining to=fallback by=\"wrong key\"\n"
                       "from=fallback to=joining by=time\n"
                       "from=joining to=broken by=radio\n");
    net->radio_offline = false;
    fake_hal_advance(&fixture.fake, WIFI_RADIO_MS);
    look();
    assert_transitions("from=broken to=joining by=time\n");
}

void test_a_radio_that_is_dead_at_the_start_is_in_the_log(void) {
    transitions_follow("wifi", "wifi");
    TEST_ASSERT_EQUAL(0, save((struct setting_wirless){.mode = WIFI_MODE_ACCESS_POINT}));
    net->radio_offline = true;
    TEST_ASSERT_EQUAL(E_OFFLINE, effect_wifi(core, NULL, settings_get(core)));
    net->radio_offline = false;
    net->radio.phase = HAL_WIFI_OFF;
    fake_hal_advance(&fixture.fake, WIFI_RADIO_MS);
    look();
    assert_transitions("from=off to=\"access point\" by=settings\n"
                       "from=\"access point\" to=broken by=start\n"
                       "from=broken to=\"access point\" by=time\n");
}
