/* What is tried in the network, where the console is reached, and the links to servers. */
#include "core/base/actor.h"
#include "core/network/network.h"

#include <string.h>

#include "core/base/audit.h"
#include "core/network/links.h"
#include "core/settings/provisional.h"
#include "core/settings/settings.h"
#include "core/time/clock.h"
#include "later_settings.h"
#include "setting_hooks.h"
#include "store/base/audit.h"
#include "store/settings/settings.h"
#include "terminal_fixture.h"
#include "unity.h"
#include "util/log.h"

static struct fixture fixture;
static struct fake_net *net;
static struct core *core;

static const struct actor by = {.account = "admin", .peer = "192.0.2.1", .call = "test"};

void setUp(void) {
    fixture_up(&fixture);
    net = &fixture.fake.net;
    core = fixture.core;
}

void tearDown(void) {
    fixture_down(&fixture);
}

static int save(enum setting_page page, const void *values) {
    return fixture_save(core, &by, page, values);
}

static void look(void) {
    for (int i = 0; i < 5; i++) {
        if (network_due_ms(core) <= core_mono_ms(core)) {
            network_upkeep(core);
        }
        if (links_due_ms(core) <= core_mono_ms(core)) {
            links_upkeep(core);
        }
        fake_hal_advance(&fixture.fake, 200);
    }
}

static struct network_internet internet(void) {
    struct network_internet now;
    network_internet(core, &now);
    return now;
}

void test_gateway_and_names_are_tried(void) {
    TEST_ASSERT_EQUAL(PROBE_STATE_UNKNOWN, internet().gateway);
    net->way = (struct hal_net_way){.gateway = 0xC0A80101, .dns = 0xC0A80101};
    look();
    TEST_ASSERT_EQUAL(PROBE_STATE_TRYING, internet().gateway);
    TEST_ASSERT_EQUAL(PROBE_STATE_TRYING, internet().names);
    TEST_ASSERT_EQUAL(0, internet().tried_s);
    TEST_ASSERT_EQUAL_STRING("pool.ntp.org", net->host);
    net->gateway = 0;
    look();
    TEST_ASSERT_EQUAL(PROBE_STATE_GOOD, internet().gateway);
    TEST_ASSERT_EQUAL(PROBE_STATE_TRYING, internet().names);
    net->name = E_TIMEOUT;
    look();
    TEST_ASSERT_EQUAL(PROBE_STATE_FAILED, internet().names);
    TEST_ASSERT_EQUAL(PROBE_STATE_UNKNOWN, internet().time); /* not wanted */
    TEST_ASSERT_NOT_EQUAL(0, internet().tried_s);
    unsigned pings = net->pings;
    look();
    TEST_ASSERT_EQUAL(pings, net->pings);
    net->gateway = E_TIMEOUT;
    net->name = E_NOTFOUND;
    fake_hal_advance(&fixture.fake, NETWORK_TRY_EVERY_MS);
    look();
    TEST_ASSERT_EQUAL(PROBE_STATE_FAILED, internet().gateway);
    TEST_ASSERT_EQUAL(PROBE_STATE_GOOD, internet().names); /* it answered */
    net->gateway = 0;
    net->way.gateway = 0xC0A80102;
    look();
    TEST_ASSERT_EQUAL(PROBE_STATE_GOOD, internet().gateway); /* another way is tried at once */
}

/* The way out is over an interface that has no gateway (yet): nothing leads out, and that is what is tried and said. */
void test_a_way_out_without_a_gateway_is_tried_and_fails(void) {
    struct setting_internet wifi = {.wan = WAN_MODE_WIFI};
    net->way = (struct hal_net_way){.wan = WAN_MODE_ETHERNET, .gateway = 0xC0A80101, .dns = 0xC0A80101};
    net->gateway = net->name = 0;
    look();
    TEST_ASSERT_EQUAL(PROBE_STATE_GOOD, internet().gateway);
    TEST_ASSERT_EQUAL(0, save(SETTING_PAGE_INTERNET, &wifi));
    TEST_ASSERT_EQUAL(WAN_MODE_WIFI, net->route.wan);
    TEST_ASSERT_EQUAL(PROBE_STATE_TRYING, internet().gateway); /* no more what was found on the way before */
    net->way = (struct hal_net_way){.wan = WAN_MODE_WIFI};
    net->gateway = net->name = E_OFFLINE;
    look();
    TEST_ASSERT_EQUAL(WAN_MODE_WIFI, net->pinged); /* the gateway of the way out, not that of the cable */
    TEST_ASSERT_EQUAL(WAN_MODE_WIFI, internet().wan);
    TEST_ASSERT_EQUAL(PROBE_STATE_FAILED, internet().gateway);
    TEST_ASSERT_EQUAL(PROBE_STATE_FAILED, internet().names);
    TEST_ASSERT_EQUAL(0, internet().dns);
    /* Over the same interface a name service alone is another way too, and is tried at once. */
    net->gateway = net->name = 0;
    net->way.dns = 0x01010101;
    look();
    TEST_ASSERT_EQUAL(PROBE_STATE_GOOD, internet().names);
    net->gateway = E_TIMEOUT;
    net->way.wan = WAN_MODE_ETHERNET;
    look();
    TEST_ASSERT_EQUAL(WAN_MODE_ETHERNET, net->pinged);
    TEST_ASSERT_EQUAL(PROBE_STATE_FAILED, internet().gateway);
}

void test_gateway_and_names_are_tried_again_after_a_minute(void) {
    net->way = (struct hal_net_way){.gateway = 0xC0A80101, .dns = 0xC0A80101};
    net->gateway = net->name = 0;
    network_upkeep(core);
    unsigned pings = net->pings;
    TEST_ASSERT_EQUAL_INT64(core_mono_ms(core) + 60000, network_due_ms(core));
    fake_hal_advance(&fixture.fake, 60000 - 1);
    network_upkeep(core);
    TEST_ASSERT_EQUAL(pings, net->pings);
    fake_hal_advance(&fixture.fake, 1);
    network_upkeep(core);
    TEST_ASSERT_EQUAL(pings + 1, net->pings);
}

void test_the_console_is_where_the_way_out_is_first(void) {
    char url[NETWORK_URL_MAX];
    network_serve(core->shared, 8080, 0);
    net->states[WAN_MODE_ETHERNET].address = 0xC0A80132;
    net->states[WAN_MODE_WIFI].address = 0x0A000005;
    TEST_ASSERT_EQUAL(0, network_reach(core, url));
    TEST_ASSERT_EQUAL_STRING("http://192.168.1.50:8080", url);
    struct setting_internet wifi = {.wan = WAN_MODE_WIFI};
    TEST_ASSERT_EQUAL(0, save(SETTING_PAGE_INTERNET, &wifi));
    TEST_ASSERT_EQUAL(0, network_reach(core, url));
    TEST_ASSERT_EQUAL_STRING("http://10.0.0.5:8080", url);
    net->states[WAN_MODE_WIFI].address = 0; /* and at the other where that has no address */
    TEST_ASSERT_EQUAL(0, network_reach(core, url));
    TEST_ASSERT_EQUAL_STRING("http://192.168.1.50:8080", url);
}

void test_the_interfaces_get_what_is_set(void) {
    struct setting_ethernet ethernet = {
        .mode = ADDRESS_MODE_FIXED, .address = "192.168.1.20", .mask = "255.255.255.0", .gateway = "192.168.1.1"};
    TEST_ASSERT_EQUAL(0, save(SETTING_PAGE_ETHERNET, &ethernet));
    TEST_ASSERT_FALSE(net->configs[WAN_MODE_ETHERNET].dhcp);
    TEST_ASSERT_EQUAL_HEX32(0xC0A80114, net->configs[WAN_MODE_ETHERNET].address);
    TEST_ASSERT_EQUAL_HEX32(0xFFFFFF00, net->configs[WAN_MODE_ETHERNET].mask);
    TEST_ASSERT_EQUAL_HEX32(0xC0A80101, net->configs[WAN_MODE_ETHERNET].gateway);
}

void test_name_servers_are_set(void) {
    struct setting_internet way = {.wan = WAN_MODE_ETHERNET, .dns1 = "1.1.1.1", .dns2 = "9.9.9.9"};
    TEST_ASSERT_EQUAL(0, save(SETTING_PAGE_INTERNET, &way));
    TEST_ASSERT_EQUAL(WAN_MODE_ETHERNET, net->route.wan);
    TEST_ASSERT_EQUAL_HEX32(0x01010101, net->route.dns[0]);
    TEST_ASSERT_EQUAL_HEX32(0x09090909, net->route.dns[1]);
}

void test_an_interface_that_does_not_answer_takes_the_change_back(void) {
    struct setting_ethernet ethernet = {.mode = ADDRESS_MODE_FIXED, .address = "192.168.1.20", .mask = "255.255.255.0"};
    net->offline = true;
    TEST_ASSERT_EQUAL(E_OFFLINE, save(SETTING_PAGE_ETHERNET, &ethernet));
    TEST_ASSERT_EQUAL(ADDRESS_MODE_DHCP, settings_get(core)->values.ethernet.mode);
}

void test_where_the_console_is(void) {
    char url[NETWORK_URL_MAX];
    net->states[WAN_MODE_ETHERNET].address = 0xC0A80132;
    TEST_ASSERT_EQUAL(E_NOTFOUND, network_reach(core, url)); /* not served */
    network_serve(core->shared, 8080, 0);
    TEST_ASSERT_EQUAL(0, network_reach(core, url));
    TEST_ASSERT_EQUAL_STRING("http://192.168.1.50:8080", url);
    TEST_ASSERT_TRUE(network_console(core->shared, url));
    TEST_ASSERT_EQUAL_STRING("http://192.168.1.50:8080", url);
    network_serve(core->shared, 8080, 8443);
    TEST_ASSERT_EQUAL(0, network_reach(core, url));
    TEST_ASSERT_EQUAL_STRING("https://192.168.1.50:8443", url);
    network_serve(core->shared, 443, 0);
    TEST_ASSERT_EQUAL(0, network_reach(core, url));
    TEST_ASSERT_EQUAL_STRING("http://192.168.1.50:443", url);
    network_serve(core->shared, 80, 0);
    TEST_ASSERT_EQUAL(0, network_reach(core, url));
    TEST_ASSERT_EQUAL_STRING("http://192.168.1.50", url);
    network_serve(core->shared, 80, 443);
    TEST_ASSERT_EQUAL(0, network_reach(core, url));
    TEST_ASSERT_EQUAL_STRING("https://192.168.1.50", url);
    network_serve(core->shared, 8080, 8443);
    struct setting_ethernet fixed = {.mode = ADDRESS_MODE_FIXED, .address = "192.168.1.20", .mask = "255.255.255.0"};
    TEST_ASSERT_EQUAL(0, save(SETTING_PAGE_ETHERNET, &fixed));
    TEST_ASSERT_EQUAL(0, network_reach(core, url)); /* before the address is in use */
    TEST_ASSERT_EQUAL_STRING("https://192.168.1.20:8443", url);
    look();
    TEST_ASSERT_EQUAL_STRING("https://192.168.1.50:8443", fixture.fake.console);
    net->states[WAN_MODE_ETHERNET].address = 0;
    net->states[WAN_MODE_WIFI].address = 0xC0A80401;
    look();
    TEST_ASSERT_EQUAL_STRING("https://192.168.4.1:8443", fixture.fake.console);
    net->states[WAN_MODE_WIFI].address = 0;
    look();
    TEST_ASSERT_EQUAL_STRING("", fixture.fake.console);
}

static enum link_state comm(void) {
    int64_t since_s = 0;
    return links_read(core, LINKS_COMM, &since_s);
}

void test_a_link_that_listens_is_said_to_be_kept_only(void) {
    TEST_ASSERT_EQUAL(0, effect_links(core, NULL, settings_get(core)));
    TEST_ASSERT_EQUAL(LINK_STATE_NOT_INSTALLED, comm());
    int64_t since_s = 0;
    TEST_ASSERT_EQUAL(LINK_STATE_OFF, links_read(core, LINKS_CLOUD, &since_s));
    TEST_ASSERT_EQUAL(INT64_MAX, links_due_ms(core));
}

void test_a_link_that_calls_says_what_became_of_it(void) {
    struct setting_comm_mode set = {
        .direction = COMM_DIRECTION_CALL, .port = 5010, .server_type = SERVER_TYPE_URL, .server_url = "tc.example.com"};
    later_settings(core, SETTING_PAGE_COMM_MODE, &set);
    TEST_ASSERT_EQUAL(LINK_STATE_TRYING, comm());
    net->name = E_NOTFOUND;
    look();
    TEST_ASSERT_EQUAL(LINK_STATE_NO_NAME, comm());
    net->name = 0;
    net->name_address = 0xCB007109;
    net->server = E_FORBIDDEN;
    fake_hal_advance(&fixture.fake, LINKS_TRY_EVERY_MS);
    look();
    TEST_ASSERT_EQUAL(LINK_STATE_REFUSED, comm());
    TEST_ASSERT_EQUAL_HEX32(0xCB007109, net->server_address);
    TEST_ASSERT_EQUAL(5010, net->server_port);
    net->server = E_TIMEOUT;
    fake_hal_advance(&fixture.fake, LINKS_TRY_EVERY_MS);
    look();
    TEST_ASSERT_EQUAL(LINK_STATE_UNREACHABLE, comm());
    net->server = 0;
    fake_hal_advance(&fixture.fake, LINKS_TRY_EVERY_MS);
    look();
    TEST_ASSERT_EQUAL(LINK_STATE_REACHABLE, comm());
    static const struct {
        const char *url, *host;
        uint16_t port;
    } urls[] = {{"tcp://a.example", "a.example", 5010},           {"tcp://b.example:7000/x", "b.example", 7000},
                {"http://c.example/path?q=1:2", "c.example", 80}, {"https://d.example?q", "d.example", 443},
                {"https://e.example:8443", "e.example", 8443},    {"f.example:99", "f.example", 99}};
    for (size_t i = 0; i < sizeof(urls) / sizeof(urls[0]); i++) {
        strcpy(set.server_url, urls[i].url);
        TEST_ASSERT_EQUAL(0, save(SETTING_PAGE_COMM_MODE, &set));
        look();
        TEST_ASSERT_EQUAL_STRING(urls[i].host, net->host);
        TEST_ASSERT_EQUAL(urls[i].port, net->server_port);
    }
    set.server_type = SERVER_TYPE_ADDRESS;
    strcpy(set.server_address, "203.0.113.7");
    TEST_ASSERT_EQUAL(0, save(SETTING_PAGE_COMM_MODE, &set));
    look();
    TEST_ASSERT_EQUAL_HEX32(0xCB007107, net->server_address);
    TEST_ASSERT_EQUAL(LINK_STATE_REACHABLE, comm());
}

void test_a_cloud_server_has_a_port(void) {
    struct setting_cloud_param set = {.on = true, .code = "A1", .server = "203.0.113.7:1883"};
    int64_t since_s = 0;
    net->server = 0;
    later_settings(core, SETTING_PAGE_CLOUD_PARAM, &set);
    look();
    TEST_ASSERT_EQUAL(LINK_STATE_REACHABLE, links_read(core, LINKS_CLOUD, &since_s));
    TEST_ASSERT_EQUAL(1883, net->server_port);
    TEST_ASSERT_NOT_EQUAL(0, since_s);
    set.on = false;
    TEST_ASSERT_EQUAL(0, save(SETTING_PAGE_CLOUD_PARAM, &set));
    TEST_ASSERT_EQUAL(LINK_STATE_OFF, links_read(core, LINKS_CLOUD, &since_s));
}

static const char *comm_password(void) {
    return settings_get(core)->values.comm_mode.password;
}

static int look_for_password(void *ctx, const struct store_audit_row *row) {
    unsigned *rows = ctx;
    ++*rows;
    TEST_ASSERT_EQUAL_STRING("setting CommMode.password", row->object);
    TEST_ASSERT_NULL(strstr(row->before, comm_password()));
    TEST_ASSERT_EQUAL_STRING("{\"password\":\"set\"}", row->after);
    return 0;
}

void test_a_new_password_is_drawn_stored_and_not_in_the_audit(void) {
    char password[LINKS_PASSWORD_LEN + 1];
    char first[LINKS_PASSWORD_LEN + 1];
    uint32_t revision = 0;
    unsigned rows = 0;
    uint32_t before = settings_get(core)->revision[SETTING_PAGE_COMM_MODE];
    TEST_ASSERT_EQUAL(0, links_new_password(core, &by, first, &revision));
    TEST_ASSERT_EQUAL(LINKS_PASSWORD_LEN, strspn(first, "0123456789"));
    TEST_ASSERT_EQUAL_STRING(first, comm_password());
    TEST_ASSERT_EQUAL(before + 1, revision);
    TEST_ASSERT_EQUAL(0, store_audit_read(core->store, 1, look_for_password, &rows));
    TEST_ASSERT_EQUAL(1, rows);
    TEST_ASSERT_EQUAL(0, links_new_password(core, &by, password, &revision));
    TEST_ASSERT_TRUE(strcmp(first, password) != 0);
    TEST_ASSERT_EQUAL_STRING(password, comm_password());
    TEST_ASSERT_EQUAL(before + 2, revision);
}

void test_a_new_password_needs_a_person_and_randomness(void) {
    char password[LINKS_PASSWORD_LEN + 1];
    char kept[LINKS_PASSWORD_LEN + 1];
    uint32_t revision = 0;
    struct actor key = by;
    key.key_id = 7;
    strcpy(kept, comm_password());
    strcpy(password, "x");
    TEST_ASSERT_EQUAL(E_FORBIDDEN, links_new_password(core, &key, password, &revision));
    TEST_ASSERT_EQUAL_STRING("", password);
    fixture.fake.entropy_fails = true;
    TEST_ASSERT_EQUAL(E_IO, links_new_password(core, &by, password, &revision));
    TEST_ASSERT_EQUAL_STRING("", password);
    TEST_ASSERT_EQUAL_STRING(kept, comm_password());
}

/* What cuts somebody off. */

static struct settings old, now;

static void same(void) {
    memset(&old, 0, sizeof(old));
    old.values = setting_defaults;
    memset(&now, 0, sizeof(now));
    now.values = setting_defaults;
}

void test_another_address_cuts(void) {
    same();
    TEST_ASSERT_FALSE(network_cuts(core, &old, &now));
    strcpy(now.values.ethernet.address, "192.168.1.20");
    TEST_ASSERT_FALSE(network_cuts(core, &old, &now)); /* DHCP all the same */
    now.values.ethernet.mode = ADDRESS_MODE_FIXED;
    TEST_ASSERT_TRUE(network_cuts(core, &old, &now));
    old.values = now.values;
    TEST_ASSERT_FALSE(network_cuts(core, &old, &now));
    strcpy(now.values.ethernet.gateway, "192.168.1.1");
    TEST_ASSERT_TRUE(network_cuts(core, &old, &now));
}

void test_another_way_out_cuts_and_a_name_server_does_not(void) {
    same();
    strcpy(now.values.internet.dns1, "1.1.1.1");
    now.values.machine_param.volume = 1;
    TEST_ASSERT_FALSE(network_cuts(core, &old, &now));
    now.values.internet.wan = WAN_MODE_WIFI;
    TEST_ASSERT_TRUE(network_cuts(core, &old, &now));
}

void test_each_part_of_a_fixed_address_cuts(void) {
    char *const parts[] = {now.values.ethernet.address, now.values.ethernet.mask, now.values.ethernet.gateway};
    for (size_t i = 0; i < sizeof(parts) / sizeof(parts[0]); i++) {
        same();
        old.values.ethernet.mode = now.values.ethernet.mode = ADDRESS_MODE_FIXED;
        TEST_ASSERT_FALSE(network_cuts(core, &old, &now));
        strcpy(parts[i], "192.168.1.20");
        TEST_ASSERT_TRUE(network_cuts(core, &old, &now));
    }
    same();
    old.values.ethernet.mode = ADDRESS_MODE_FIXED;
    TEST_ASSERT_TRUE(network_cuts(core, &old, &now));
}

/* --- What the interfaces are told, and when ------------------------------------------------------------------------------ */

static struct setting_ethernet fixed(const char *address) {
    struct setting_ethernet values = {.mode = ADDRESS_MODE_FIXED, .mask = "255.255.255.0"};
    strcpy(values.address, address);
    return values;
}

void test_an_address_that_stays_is_not_set_again(void) {
    struct setting_ethernet values = fixed("192.168.1.20");
    TEST_ASSERT_EQUAL(0, effect_ethernet(core, NULL, settings_get(core))); /* at the start */
    TEST_ASSERT_EQUAL(1, net->configured[WAN_MODE_ETHERNET]);
    TEST_ASSERT_TRUE(net->configs[WAN_MODE_ETHERNET].dhcp);
    TEST_ASSERT_EQUAL(0, save(SETTING_PAGE_ETHERNET, &values));
    TEST_ASSERT_EQUAL(2, net->configured[WAN_MODE_ETHERNET]);
    TEST_ASSERT_EQUAL(0, effect_ethernet(core, settings_get(core), settings_get(core)));
    TEST_ASSERT_EQUAL(2, net->configured[WAN_MODE_ETHERNET]);
    values.mode = ADDRESS_MODE_DHCP; /* the fixed address is kept in the settings, not at the interface */
    TEST_ASSERT_EQUAL(0, save(SETTING_PAGE_ETHERNET, &values));
    TEST_ASSERT_TRUE(net->configs[WAN_MODE_ETHERNET].dhcp);
    TEST_ASSERT_EQUAL(0, net->configs[WAN_MODE_ETHERNET].address);
    TEST_ASSERT_EQUAL(0, net->configs[WAN_MODE_ETHERNET].mask);
}

/* Another address or way out is tried at once; one that was not taken leaves what was found. */
void test_a_change_is_tried_at_once(void) {
    struct setting_ethernet values = fixed("192.168.1.20");
    struct setting_internet wifi = {.wan = WAN_MODE_WIFI};
    net->way = (struct hal_net_way){.gateway = 0xC0A80101, .dns = 0xC0A80101};
    net->gateway = net->name = 0;
    look();
    TEST_ASSERT_EQUAL(PROBE_STATE_GOOD, internet().gateway);
    net->offline = true;
    TEST_ASSERT_EQUAL(E_OFFLINE, save(SETTING_PAGE_INTERNET, &wifi));
    TEST_ASSERT_EQUAL(E_OFFLINE, save(SETTING_PAGE_ETHERNET, &values));
    TEST_ASSERT_EQUAL(PROBE_STATE_GOOD, internet().gateway);
    TEST_ASSERT_EQUAL(PROBE_STATE_GOOD, internet().names);
    net->offline = false;
    TEST_ASSERT_EQUAL(0, save(SETTING_PAGE_ETHERNET, &values));
    TEST_ASSERT_EQUAL(PROBE_STATE_TRYING, internet().gateway);
    TEST_ASSERT_EQUAL(PROBE_STATE_TRYING, internet().names);
    TEST_ASSERT_EQUAL_INT64(core_mono_ms(core), network_due_ms(core));
    look();
    TEST_ASSERT_EQUAL(PROBE_STATE_GOOD, internet().gateway);
}

/* What was under way is begun again: an answer that comes for the way before counts for nothing. */
void test_an_attempt_under_way_begins_again_with_another_way(void) {
    net->way = (struct hal_net_way){.gateway = 0xC0A80101, .dns = 0xC0A80101};
    net->gateway = 0;
    network_upkeep(core); /* the name service has not answered yet */
    TEST_ASSERT_EQUAL(PROBE_STATE_GOOD, internet().gateway);
    unsigned pings = net->pings, names = net->names;
    fake_hal_advance(&fixture.fake, NETWORK_LOOK_MS - 1);
    network_upkeep(core);
    TEST_ASSERT_EQUAL(names, net->names);
    fake_hal_advance(&fixture.fake, 1);
    network_upkeep(core);
    TEST_ASSERT_EQUAL(names + 1, net->names);
    TEST_ASSERT_EQUAL(pings, net->pings); /* it has its answer */
    net->way.gateway = 0xC0A80102;
    network_upkeep(core);
    TEST_ASSERT_EQUAL(pings + 1, net->pings);
}

static void look_up(const char *first, const char *second) {
    struct setting_date_time_param values = settings_get(core)->values.date_time_param;
    strcpy(values.ntp_server1, first);
    strcpy(values.ntp_server2, second);
    TEST_ASSERT_EQUAL(0, save(SETTING_PAGE_DATE_TIME_PARAM, &values));
    net->host[0] = '\0';
    fake_hal_advance(&fixture.fake, NETWORK_TRY_EVERY_MS);
    network_upkeep(core);
}

void test_the_name_of_a_time_server_is_looked_up(void) {
    net->way = (struct hal_net_way){.gateway = 0xC0A80101, .dns = 0xC0A80101};
    net->gateway = net->name = 0;
    look_up("one.example", "two.example");
    TEST_ASSERT_EQUAL_STRING("one.example", net->host);
    TEST_ASSERT_EQUAL(PROBE_STATE_GOOD, internet().names);
    look_up("", "two.example");
    TEST_ASSERT_EQUAL_STRING("two.example", net->host);
    look_up("", "");
    TEST_ASSERT_EQUAL_STRING("", net->host);
    TEST_ASSERT_EQUAL(PROBE_STATE_UNKNOWN, internet().names); /* nothing was asked */
    TEST_ASSERT_EQUAL(PROBE_STATE_GOOD, internet().gateway);
    TEST_ASSERT_EQUAL_INT64(core_utc_ms(core) / 1000, internet().tried_s);
}

void test_what_became_of_the_time_servers(void) {
    static const struct {
        enum ntp_state ntp;
        enum probe_state probe;
    } all[] = {{NTP_STATE_OFF, PROBE_STATE_UNKNOWN},      {NTP_STATE_NEVER, PROBE_STATE_UNKNOWN},
               {NTP_STATE_TRYING, PROBE_STATE_TRYING},    {NTP_STATE_GOOD, PROBE_STATE_GOOD},
               {NTP_STATE_NO_ANSWER, PROBE_STATE_FAILED}, {NTP_STATE_BAD_ANSWER, PROBE_STATE_FAILED},
               {NTP_STATE_TOO_OLD, PROBE_STATE_FAILED}};
    for (size_t i = 0; i < sizeof(all) / sizeof(all[0]); i++) {
        clock_ntp_failed(core->shared, all[i].ntp);
        TEST_ASSERT_EQUAL(all[i].probe, internet().time);
    }
}

void test_an_interface_is_read_and_a_name_resolved(void) {
    struct hal_net_state state;
    uint32_t address = 0;
    net->states[WAN_MODE_WIFI] = (struct hal_net_state){.address = 0x0A000005};
    network_interface(core, WAN_MODE_WIFI, &state);
    TEST_ASSERT_EQUAL_HEX32(0x0A000005, state.address);
    net->name = 0;
    net->name_address = 0xCB007109;
    TEST_ASSERT_EQUAL(0, network_resolve(core, "door.example", &address));
    TEST_ASSERT_EQUAL_STRING("door.example", net->host);
    TEST_ASSERT_EQUAL_HEX32(0xCB007109, address);
    net->name = E_NOTFOUND;
    TEST_ASSERT_EQUAL(E_NOTFOUND, network_resolve(core, "none.example", &address));
}

/* An address of either interface is shown once, when it comes and when it goes. */
void test_the_display_shows_each_address_once(void) {
    net->gateway = net->name = 0;
    look();
    for (size_t i = 0; i < HAL_INTERFACES; i++) {
        net->states[i].address = 0xC0A80132 + (uint32_t)i;
        unsigned shown = fixture.fake.shown;
        TEST_ASSERT_TRUE(network_due_ms(core) <= core_mono_ms(core));
        look();
        TEST_ASSERT_EQUAL(shown + 1, fixture.fake.shown);
        TEST_ASSERT_TRUE(network_due_ms(core) > core_mono_ms(core));
        network_upkeep(core);
        TEST_ASSERT_EQUAL(shown + 1, fixture.fake.shown);
    }
    net->states[0].address = 0;
    unsigned shown = fixture.fake.shown;
    look();
    TEST_ASSERT_EQUAL(shown + 1, fixture.fake.shown);
}

/* --- Where TLS is served -------------------------------------------------------------------------------------------------- */

static void assert_served(const char *https, const char *expected) {
    char all[NETWORK_SERVED_MAX * NETWORK_ADDRESS_MAX] = "";
    struct network_served served;
    network_set_https(core->shared, https);
    TEST_ASSERT_EQUAL_STRING(https, network_https(core));
    network_served(core->shared, &served);
    for (size_t i = 0; i < served.count; i++) {
        strcat(strcat(all, i > 0 ? " " : ""), served.addresses[i]);
    }
    TEST_ASSERT_EQUAL_STRING_MESSAGE(expected, all, https);
}

void test_the_addresses_at_which_tls_is_served(void) {
    net->states[WAN_MODE_ETHERNET].address = 0xC0000207;
    net->states[WAN_MODE_WIFI].address = 0xC0000208;
    assert_served("", "");
    assert_served("0.0.0.0:443", "192.0.2.7 192.0.2.8");
    assert_served("[::]:443", "192.0.2.7 192.0.2.8");
    assert_served("192.0.2.8:443", "192.0.2.8 192.0.2.7"); /* each once */
    assert_served("192.0.2.9:8443", "192.0.2.9 192.0.2.7 192.0.2.8");
    assert_served("[2001:db8::7]:443", "2001:db8::7 192.0.2.7 192.0.2.8");
    assert_served("no port", "192.0.2.7 192.0.2.8");
    net->states[WAN_MODE_ETHERNET].address = 0;
    assert_served("0.0.0.0:443", "192.0.2.8");
}

void test_https_only_needs_a_listener_and_a_webhook_its_address(void) {
    struct setting_rest_param values = settings_get(core)->values.rest_param;
    const char *field = NULL;
    same();
    now.values.rest_param.https_only = true;
    TEST_ASSERT_EQUAL(E_HTTPS_NEEDED, effect_tls(core, &old, &now));
    TEST_ASSERT_EQUAL(0, effect_tls(core, NULL, &now)); /* at the start nobody waits for an answer */
    network_set_https(core->shared, "0.0.0.0:443");
    TEST_ASSERT_EQUAL(0, effect_tls(core, &old, &now));
    now.values.rest_param.hsts = true;
    TEST_ASSERT_EQUAL(E_CERTIFICATE_UNTRUSTED, effect_tls(core, &old, &now));
    values.webhook_on = true;
    values.webhook_url[0] = '\0';
    TEST_ASSERT_EQUAL(E_MISSING, setting_check_rest_param(&old, &values, &field));
    TEST_ASSERT_EQUAL_STRING("webhookUrl", field);
    values.webhook_on = false;
    TEST_ASSERT_EQUAL(0, setting_check_rest_param(&old, &values, &field));
    strcpy(values.webhook_ca, "no certificate");
    TEST_ASSERT_EQUAL(E_CERTIFICATE_INVALID, setting_check_rest_param(&old, &values, &field));
    TEST_ASSERT_EQUAL_STRING("webhookCa", field);
}

/* --- Links that this version does not make ---------------------------------------------------------------------------------- */

static void assert_refused(enum setting_page page, const void *values, uint64_t given, const char *field) {
    struct settings_result result;
    const struct settings_change change = {.page = page, .values = values, .given = given};
    uint64_t generation = settings_get(core)->generation;
    TEST_ASSERT_EQUAL_MESSAGE(E_NO_SERVER_LINKS, settings_save(core, &by, &change, &result), field);
    TEST_ASSERT_EQUAL_STRING(field, result.field);
    TEST_ASSERT_EQUAL_UINT64(generation, settings_get(core)->generation); /* nothing came into force */
}

void test_a_link_to_a_server_cannot_be_switched_on_yet(void) {
    const struct setting_comm_mode comm_mode = {
        .direction = COMM_DIRECTION_CALL, .port = 5010, .server_type = SERVER_TYPE_URL, .server_url = "tc.example.com"};
    const struct setting_cloud_param cloud = {.on = true, .code = "A1", .server = "203.0.113.7"};
    const struct setting_rest_param rest = {.webhook_on = true, .webhook_url = "https://hook.example"};
    assert_refused(SETTING_PAGE_COMM_MODE, &comm_mode, SETTINGS_ALL, "direction");
    assert_refused(SETTING_PAGE_CLOUD_PARAM, &cloud, SETTINGS_ALL, "on");
    assert_refused(SETTING_PAGE_REST_PARAM, &rest, SETTING_REST_PARAM_WEBHOOK_ON | SETTING_REST_PARAM_WEBHOOK_URL,
                   "webhookOn");
}

/* An earlier firmware stored them. */
void test_a_stored_link_to_a_server_is_off(void) {
    static const struct store_setting stored[] = {{.key = "CommMode.direction", .value = "call"},
                                                  {.key = "CommMode.port", .value = "5099"},
                                                  {.key = "CloudParam.on", .value = "true"},
                                                  {.key = "RestParam.webhookOn", .value = "true"}};
    for (size_t i = 0; i < sizeof(stored) / sizeof(stored[0]); i++) {
        TEST_ASSERT_EQUAL(0, store_settings_put(core->store, &stored[i]));
    }
    log_set_level(LOG_LEVEL_ERROR);
    fixture_restart(&fixture);
    log_set_level(LOG_LEVEL_INFO);
    core = fixture.core;
    const struct setting_values *values = &settings_get(core)->values;
    TEST_ASSERT_EQUAL(COMM_DIRECTION_LISTEN, values->comm_mode.direction);
    TEST_ASSERT_EQUAL(5099, values->comm_mode.port); /* the rest of the page is as it was */
    TEST_ASSERT_FALSE(values->cloud_param.on);
    TEST_ASSERT_FALSE(values->rest_param.webhook_on);
}

/* --- Links ---------------------------------------------------------------------------------------------------------------- */

static struct setting_comm_mode call_address(const char *address, uint16_t port) {
    struct setting_comm_mode set = {.direction = COMM_DIRECTION_CALL, .port = port, .server_type = SERVER_TYPE_ADDRESS};
    strcpy(set.server_address, address);
    return set;
}

static int64_t comm_since(void) {
    int64_t since_s = 0;
    (void)links_read(core, LINKS_COMM, &since_s);
    return since_s;
}

/* Each attempt: now, then a minute after its end; while it is under way, soon. Since when is told of the state, not of the attempt. */
void test_the_pace_of_a_link(void) {
    struct setting_comm_mode set = call_address("203.0.113.7", 5010);
    int64_t begun_s = core_utc_ms(core) / 1000;
    later_settings(core, SETTING_PAGE_COMM_MODE, &set);
    TEST_ASSERT_EQUAL_INT64(core_mono_ms(core), links_due_ms(core));
    TEST_ASSERT_EQUAL_INT64(begun_s, comm_since());
    fake_hal_advance(&fixture.fake, 3000);
    links_upkeep(core);
    TEST_ASSERT_EQUAL(1, net->servers);
    TEST_ASSERT_EQUAL(0, net->names); /* an address is no name */
    TEST_ASSERT_EQUAL_INT64(core_mono_ms(core) + NETWORK_LOOK_MS, links_due_ms(core));
    links_upkeep(core);
    TEST_ASSERT_EQUAL(1, net->servers); /* it is not due */
    fake_hal_advance(&fixture.fake, NETWORK_LOOK_MS);
    net->server = 0;
    links_upkeep(core);
    TEST_ASSERT_EQUAL(LINK_STATE_REACHABLE, comm());
    int64_t reached_s = core_utc_ms(core) / 1000;
    TEST_ASSERT_EQUAL_INT64(reached_s, comm_since());
    TEST_ASSERT_EQUAL_INT64(core_mono_ms(core) + LINKS_TRY_EVERY_MS, links_due_ms(core));
    fake_hal_advance(&fixture.fake, LINKS_TRY_EVERY_MS - 1);
    links_upkeep(core);
    TEST_ASSERT_EQUAL(2, net->servers);
    fake_hal_advance(&fixture.fake, 1);
    links_upkeep(core);
    TEST_ASSERT_EQUAL(3, net->servers);
    TEST_ASSERT_EQUAL_INT64(reached_s, comm_since());
}

/* A name is looked up once an attempt, and again for the next one. */
void test_a_name_is_looked_up_for_each_attempt(void) {
    struct setting_comm_mode set = {
        .direction = COMM_DIRECTION_CALL, .port = 5010, .server_type = SERVER_TYPE_URL, .server_url = "a.example"};
    later_settings(core, SETTING_PAGE_COMM_MODE, &set);
    net->name = 0;
    net->name_address = 0xCB007109;
    unsigned names = net->names;
    for (int i = 0; i < 3; i++) {
        links_upkeep(core);
        fake_hal_advance(&fixture.fake, NETWORK_LOOK_MS);
    }
    TEST_ASSERT_EQUAL(names + 1, net->names);
    net->server = E_TIMEOUT;
    links_upkeep(core);
    fake_hal_advance(&fixture.fake, LINKS_TRY_EVERY_MS);
    links_upkeep(core);
    TEST_ASSERT_EQUAL(names + 2, net->names);
    net->name = E_TIMEOUT; /* without a name service there is no name either */
    fake_hal_advance(&fixture.fake, LINKS_TRY_EVERY_MS);
    links_upkeep(core);
    TEST_ASSERT_EQUAL(LINK_STATE_NO_NAME, comm());
    net->name = E_OFFLINE;
    fake_hal_advance(&fixture.fake, LINKS_TRY_EVERY_MS);
    links_upkeep(core);
    TEST_ASSERT_EQUAL(LINK_STATE_UNREACHABLE, comm());
}

/* Host, port and whether it calls: each alone begins again; anything else of the page does not. */
void test_what_begins_a_link_again(void) {
    struct setting_comm_mode set = call_address("203.0.113.7", 5010);
    net->server = 0;
    later_settings(core, SETTING_PAGE_COMM_MODE, &set);
    look();
    TEST_ASSERT_EQUAL(LINK_STATE_REACHABLE, comm());
    strcpy(set.password, "123456");
    TEST_ASSERT_EQUAL(0, save(SETTING_PAGE_COMM_MODE, &set));
    TEST_ASSERT_EQUAL(LINK_STATE_REACHABLE, comm());
    set.port = 5011;
    TEST_ASSERT_EQUAL(0, save(SETTING_PAGE_COMM_MODE, &set));
    TEST_ASSERT_EQUAL(LINK_STATE_TRYING, comm());
    look();
    TEST_ASSERT_EQUAL(5011, net->server_port);
    strcpy(set.server_address, "203.0.113.8");
    TEST_ASSERT_EQUAL(0, save(SETTING_PAGE_COMM_MODE, &set));
    TEST_ASSERT_EQUAL(LINK_STATE_TRYING, comm());
    look();
    unsigned servers = net->servers;
    set.direction = COMM_DIRECTION_LISTEN;
    TEST_ASSERT_EQUAL(0, save(SETTING_PAGE_COMM_MODE, &set));
    TEST_ASSERT_EQUAL(LINK_STATE_NOT_INSTALLED, comm());
    TEST_ASSERT_EQUAL(INT64_MAX, links_due_ms(core));
    fake_hal_advance(&fixture.fake, LINKS_TRY_EVERY_MS);
    links_upkeep(core);
    TEST_ASSERT_EQUAL(servers, net->servers);
}

void test_a_cloud_server_without_a_port_has_the_usual_one(void) {
    struct setting_cloud_param set = {.on = true, .code = "A1", .server = "203.0.113.7"};
    int64_t since_s = 0;
    net->server = 0;
    TEST_ASSERT_EQUAL(0, effect_links(core, NULL, settings_get(core)));
    later_settings(core, SETTING_PAGE_CLOUD_PARAM, &set);
    TEST_ASSERT_EQUAL(LINK_STATE_TRYING, links_read(core, LINKS_CLOUD, &since_s));
    TEST_ASSERT_EQUAL_INT64(core_utc_ms(core) / 1000, since_s);
    look();
    TEST_ASSERT_EQUAL(LINKS_CLOUD_PORT, net->server_port);
    TEST_ASSERT_EQUAL(LINK_STATE_NOT_INSTALLED, comm()); /* one of the two says nothing of the other */
}

/* --- The password that is drawn ------------------------------------------------------------------------------------------- */

#define DRAWN_AT_ONCE 8 /* bytes of randomness for digits */

static unsigned long long drawn_first;
static unsigned draws_left;

static void draw_the_same(size_t len) {
    if (len == DRAWN_AT_ONCE && draws_left > 0) {
        draws_left--;
        atomic_store(&fixture.fake.drawn, drawn_first);
    }
}

/* A draw that gives the password in force is no new one: it is drawn again, and given up where that never ends. */
void test_a_draw_that_gives_the_same_password_is_repeated(void) {
    static const char wiped[LINKS_PASSWORD_LEN + 1];
    char first[LINKS_PASSWORD_LEN + 1], password[LINKS_PASSWORD_LEN + 1];
    uint32_t revision = 0;
    drawn_first = atomic_load(&fixture.fake.drawn);
    TEST_ASSERT_EQUAL(0, links_new_password(core, &by, first, &revision));
    fixture.fake.on_fill = draw_the_same;
    draws_left = 3;
    TEST_ASSERT_EQUAL(0, links_new_password(core, &by, password, &revision));
    TEST_ASSERT_EQUAL(0, draws_left);
    TEST_ASSERT_NOT_EQUAL(0, strcmp(first, password));
    TEST_ASSERT_EQUAL_STRING(password, comm_password());
    fixture.fake.on_fill = NULL;
    drawn_first = atomic_load(&fixture.fake.drawn);
    TEST_ASSERT_EQUAL(0, links_new_password(core, &by, first, &revision));
    fixture.fake.on_fill = draw_the_same;
    draws_left = 100;
    TEST_ASSERT_EQUAL(E_IO, links_new_password(core, &by, password, &revision));
    TEST_ASSERT_EQUAL(96, draws_left);
    TEST_ASSERT_EQUAL_MEMORY(wiped, password, sizeof(password));
    TEST_ASSERT_EQUAL_STRING(first, comm_password());
}
