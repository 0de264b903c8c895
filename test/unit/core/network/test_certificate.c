/* The certificate in use: made, uploaded, asked for, reset, and what remains after a restart. */
#include "core/base/about.h"
#include "core/base/actor.h"
#include "core/network/certificate.h"

#include <string.h>

#include "audit_rows.h"
#include "certificate_chain.h"
#include "certificates.h"
#include "core/base/audit.h"
#include "core/network/certificate_impl.h"
#include "core/network/network.h"
#include "core/settings/settings.h"
#include "core/start/start.h"
#include "memory_watch.h"
#include "store/network/certificate.h"
#include "store/store_impl.h"
#include "terminal_fixture.h"
#include "unity.h"

#define NOW_MS (FAKE_UTC_MS + INT64_C(365) * 86400 * 1000) /* the certificates are younger than the fake calendar */

static struct fixture fixture;
static struct certificate_info info, before;
static int64_t not_after_s;
static const struct actor by = {.account = "admin", .peer = "192.0.2.1", .call = "GetRestParam"};

void setUp(void) {
    fixture_up(&fixture);
    fixture.fake.utc_ms = NOW_MS;
    certificate_read(fixture.core, &before);
}

void tearDown(void) {
    fixture_down(&fixture);
}

static int upload(const char *chain, const char *key) {
    int r = certificate_upload(fixture.core, &by, chain, key, &not_after_s);
    certificate_read(fixture.core, &info);
    return r;
}

static void assert_unchanged(void) {
    certificate_read(fixture.core, &info);
    TEST_ASSERT_EQUAL_MEMORY(before.x509.sha256, info.x509.sha256, sizeof(info.x509.sha256));
}

void test_the_first_one_is_the_devices_own_and_stays(void) {
    TEST_ASSERT_FALSE(before.own);
    TEST_ASSERT_FALSE(certificate_is_own(fixture.core));
    TEST_ASSERT_FALSE(before.requested);
    TEST_ASSERT_NOT_NULL(strstr(before.x509.subject, about_serial(fixture.shared)));
    TEST_ASSERT_LESS_THAN_INT64(FAKE_UTC_MS / 1000, before.x509.not_before_s);
    fixture_restart(&fixture);
    assert_unchanged();
}

void test_chain_and_key_in_use(void) {
    struct buf chain = {0}, key = {0};
    uint64_t generation = 0;
    TEST_ASSERT_EQUAL(0, certificate_pem(fixture.shared, &chain, &key, &generation));
    TEST_ASSERT_EQUAL_UINT64(certificate_generation(fixture.shared), generation);
    TEST_ASSERT_NOT_EQUAL(0, generation);
    TEST_ASSERT_EQUAL(0, x509_check_pair(chain.data, key.data));
    buf_done(&chain);
    buf_done(&key);
}

void test_an_uploaded_one_is_used_and_kept(void) {
    uint64_t generation = certificate_generation(fixture.shared);
    TEST_ASSERT_EQUAL(0, upload(CHAIN_LEAF CHAIN_MIDDLE, CHAIN_LEAF_KEY));
    TEST_ASSERT_EQUAL_INT64(info.x509.not_after_s, not_after_s);
    TEST_ASSERT_TRUE(info.own);
    TEST_ASSERT_EQUAL_STRING("CN=leaf.example", info.x509.subject);
    TEST_ASSERT_NOT_EQUAL(generation, certificate_generation(fixture.shared));
    fixture_restart(&fixture);
    certificate_read(fixture.core, &info);
    TEST_ASSERT_EQUAL_STRING("CN=leaf.example", info.x509.subject);
    TEST_ASSERT_TRUE(certificate_is_own(fixture.core));
    TEST_ASSERT_EQUAL(0, certificate_reset(fixture.core, &by, &not_after_s));
    certificate_read(fixture.core, &info);
    TEST_ASSERT_FALSE(info.own);
    TEST_ASSERT_NOT_EQUAL(0, memcmp(before.x509.sha256, info.x509.sha256, sizeof(info.x509.sha256)));
}

void test_what_is_refused_changes_nothing(void) {
    TEST_ASSERT_EQUAL(E_CERTIFICATE_INVALID, upload("nonsense", P384_KEY));
    TEST_ASSERT_EQUAL(E_CERTIFICATE_CHAIN, upload(CHAIN_LEAF, CHAIN_LEAF_KEY));
    TEST_ASSERT_EQUAL(E_CERTIFICATE_KEY, upload(P384_CERTIFICATE, RSA_KEY));
    TEST_ASSERT_EQUAL(E_CERTIFICATE_KEY, upload(P384_CERTIFICATE, ""));
    fixture.fake.utc_ms += INT64_C(200) * 365 * 86400 * 1000;
    TEST_ASSERT_EQUAL(E_CERTIFICATE_EXPIRED, upload(P384_CERTIFICATE, P384_KEY));
    fixture.fake.utc_ms = NOW_MS;
    fixture.fake.entropy_fails = true;
    TEST_ASSERT_EQUAL(E_IO, upload(P384_CERTIFICATE, P384_KEY));
    TEST_ASSERT_EQUAL(E_IO, certificate_reset(fixture.core, &by, &not_after_s));
    fixture.fake.entropy_fails = false;
    assert_unchanged();
    fixture_restart(&fixture);
    assert_unchanged();
}

/* Uploads at a time of the calendar, in seconds. */
static int upload_at(int64_t now_s) {
    fixture.fake.utc_ms = now_s * 1000;
    return upload(P384_CERTIFICATE, P384_KEY);
}

void test_a_certificate_is_taken_from_a_day_before_its_time_to_its_end(void) {
    struct x509_info x509;
    TEST_ASSERT_EQUAL(0, x509_read(P384_CERTIFICATE, &x509));
    fixture_built_at(&fixture, 0); /* a clock that was set */
    int64_t from_s = x509.not_before_s - 86400; /* clocks differ */
    TEST_ASSERT_EQUAL(E_CERTIFICATE_EXPIRED, upload_at(from_s - 1));
    assert_unchanged();
    TEST_ASSERT_EQUAL(0, upload_at(from_s));
    TEST_ASSERT_EQUAL(0, upload_at(x509.not_after_s - 1));
    TEST_ASSERT_EQUAL(E_CERTIFICATE_EXPIRED, upload_at(x509.not_after_s));
}

void test_a_clock_that_was_never_set_does_not_judge(void) {
    struct x509_info x509;
    TEST_ASSERT_EQUAL(0, x509_read(P384_CERTIFICATE, &x509));
    fixture_built_at(&fixture, 100000000);
    TEST_ASSERT_EQUAL(E_CERTIFICATE_EXPIRED, upload_at(100000000));
    TEST_ASSERT_EQUAL(0, upload_at(100000000 - 1));
}

void test_the_devices_own_is_valid_from_yesterday_for_ten_years(void) {
    int64_t now_s = fixture.fake.utc_ms / 1000;
    TEST_ASSERT_EQUAL(0, certificate_reset(fixture.core, &by, &not_after_s));
    certificate_read(fixture.core, &info);
    TEST_ASSERT_EQUAL_INT64(now_s - 86400, info.x509.not_before_s);
    TEST_ASSERT_EQUAL_INT64(now_s - 86400 + INT64_C(3650) * 86400, info.x509.not_after_s);
    fixture_built_at(&fixture, now_s + 1000000); /* the calendar stands before the firmware was built */
    TEST_ASSERT_EQUAL(0, certificate_reset(fixture.core, &by, &not_after_s));
    certificate_read(fixture.core, &info);
    TEST_ASSERT_EQUAL_INT64(now_s + 1000000 - 86400, info.x509.not_before_s);
}

static int set_hsts(bool on) {
    struct setting_rest_param values = {.hsts = on};
    struct settings_change change = {
        .page = SETTING_PAGE_REST_PARAM, .values = &values, .given = SETTING_REST_PARAM_HSTS};
    struct settings_result result;
    return settings_save(fixture.core, &by, &change, &result);
}

void test_hsts_keeps_the_uploaded_one(void) {
    TEST_ASSERT_EQUAL(E_CERTIFICATE_UNTRUSTED, set_hsts(true));
    TEST_ASSERT_EQUAL(0, upload(P384_CERTIFICATE, P384_KEY));
    TEST_ASSERT_EQUAL(0, set_hsts(true));
    TEST_ASSERT_EQUAL(E_CERTIFICATE_UNTRUSTED, certificate_reset(fixture.core, &by, &not_after_s));
    TEST_ASSERT_TRUE(certificate_is_own(fixture.core));
    TEST_ASSERT_EQUAL(0, set_hsts(false));
    TEST_ASSERT_EQUAL(0, certificate_reset(fixture.core, &by, &not_after_s));
}

void test_a_request_waits_for_its_certificate(void) {
    struct x509_subject subject = {.common_name = "door.example"};
    char request[X509_PEM_MAX];
    TEST_ASSERT_EQUAL(0, certificate_request(fixture.core, &by, &subject, request));
    assert_unchanged();
    TEST_ASSERT_TRUE(info.requested);
    fixture_restart(&fixture);
    TEST_ASSERT_EQUAL(E_CERTIFICATE_KEY, upload(P384_CERTIFICATE, ""));
    TEST_ASSERT_TRUE(info.requested);
    /* Another pair does not end the waiting. */
    TEST_ASSERT_EQUAL(0, upload(RSA_CERTIFICATE, RSA_KEY));
    TEST_ASSERT_TRUE(info.requested);
}

void test_a_stored_one_that_cannot_be_used_is_replaced(void) {
    TEST_ASSERT_EQUAL(0, store_begin(fixture.core->store));
    TEST_ASSERT_EQUAL(0, store_certificate_put(fixture.core->store, STORE_CERTIFICATE_USED, "nonsense", "x", 1, true));
    TEST_ASSERT_EQUAL(0, store_commit(fixture.core->store));
    TEST_ASSERT_EQUAL(E_CERTIFICATE_KEY, certificate_reload(fixture.core));
    assert_unchanged();
    fixture_restart(&fixture);
    certificate_read(fixture.core, &info);
    TEST_ASSERT_FALSE(info.own);
    TEST_ASSERT_TRUE(info.x509.can_serve);
}

static void assert_names(const char *names) {
    char expected[X509_NAMES_MAX];
    (void)snprintf(expected, sizeof(expected), "%s.local%s", about_serial(fixture.shared), names);
    certificate_read(fixture.core, &info);
    TEST_ASSERT_EQUAL_STRING(expected, info.x509.names);
}

/* What app/upkeep does, `ms` later. */
static void upkeep_after(int64_t ms) {
    fixture.fake.mono_ms += ms;
    if (certificate_due_ms(fixture.core) <= core_mono_ms(fixture.core)) {
        certificate_upkeep(fixture.core);
    }
}

static void set_address(enum wan_mode interface, uint32_t address) {
    fixture.fake.net.states[interface].address = address;
}

void test_the_devices_own_names_its_addresses(void) {
    upkeep_after(0);
    assert_unchanged(); /* TLS does not listen */
    network_set_https(fixture.shared, "0.0.0.0:443");
    upkeep_after(CERTIFICATE_SETTLE_MS);
    assert_unchanged(); /* and has no address */
    assert_names(", localhost, 127.0.0.1, ::1");
    set_address(WAN_MODE_ETHERNET, 0xc0000207);
    upkeep_after(0);
    upkeep_after(CERTIFICATE_SETTLE_MS - 1);
    certificate_upkeep(fixture.core); /* it is not due */
    assert_unchanged();
    upkeep_after(1);
    assert_names(", 192.0.2.7, localhost, 127.0.0.1, ::1");
    TEST_ASSERT_EQUAL_MEMORY(before.x509.public, info.x509.public, before.x509.public_len); /* the same key */
    TEST_ASSERT_FALSE(info.own);
    before = info;
    fixture_restart(&fixture);
    assert_unchanged();
}

void test_an_address_of_the_listener(void) {
    network_set_https(fixture.shared, "[2001:db8::7]:443");
    set_address(WAN_MODE_WIFI, 0xc0000208);
    upkeep_after(0);
    upkeep_after(CERTIFICATE_SETTLE_MS);
    assert_names(", 2001:db8::7, 192.0.2.8, localhost, 127.0.0.1, ::1");
    TEST_ASSERT_EQUAL(0, certificate_reset(fixture.core, &by, &not_after_s));
    assert_names(", 2001:db8::7, 192.0.2.8, localhost, 127.0.0.1, ::1");
    TEST_ASSERT_NOT_EQUAL(0, memcmp(before.x509.public, info.x509.public, before.x509.public_len));
}

void test_an_address_that_flaps_makes_few_certificates(void) {
    network_set_https(fixture.shared, "0.0.0.0:443");
    unsigned made = 0;
    for (unsigned second = 0; second < 3600; second++) {
        bool is_long = second % 40 < 20; /* long enough to settle */
        set_address(WAN_MODE_ETHERNET, is_long ? 0xc0000200 + second / 40 % 200 : 0);
        upkeep_after(1000);
        certificate_read(fixture.core, &info);
        made += memcmp(before.x509.sha256, info.x509.sha256, sizeof(info.x509.sha256)) != 0 ? 1 : 0;
        before = info;
    }
    TEST_ASSERT_GREATER_OR_EQUAL_UINT(1, made);
    TEST_ASSERT_LESS_OR_EQUAL_UINT(6, made);
}

void test_an_address_that_goes_and_comes_back_changes_nothing(void) {
    network_set_https(fixture.shared, "0.0.0.0:443");
    set_address(WAN_MODE_ETHERNET, 0xc0000207);
    upkeep_after(0);
    upkeep_after(CERTIFICATE_SETTLE_MS);
    certificate_read(fixture.core, &before);
    set_address(WAN_MODE_ETHERNET, 0);
    upkeep_after(0);
    upkeep_after(CERTIFICATE_EVERY_MS);
    set_address(WAN_MODE_ETHERNET, 0xc0000207);
    upkeep_after(0);
    upkeep_after(CERTIFICATE_EVERY_MS);
    assert_unchanged();
    set_address(WAN_MODE_ETHERNET, 0xc0000200 + 70); /* whose text begins like the other one's */
    upkeep_after(0);
    upkeep_after(CERTIFICATE_EVERY_MS);
    assert_names(", 192.0.2.70, localhost, 127.0.0.1, ::1");
    set_address(WAN_MODE_ETHERNET, 0xc0000207);
    upkeep_after(0);
    upkeep_after(CERTIFICATE_EVERY_MS);
    assert_names(", 192.0.2.7, localhost, 127.0.0.1, ::1");
}

void test_an_uploaded_one_stays_whatever_the_addresses(void) {
    network_set_https(fixture.shared, "0.0.0.0:443");
    TEST_ASSERT_EQUAL(0, upload(P384_CERTIFICATE, P384_KEY));
    before = info;
    set_address(WAN_MODE_ETHERNET, 0xc0000207);
    TEST_ASSERT_EQUAL_INT64(INT64_MAX, certificate_due_ms(fixture.core));
    certificate_upkeep(fixture.core);
    assert_unchanged();
}

void test_one_that_cannot_be_stored_is_not_tried_at_once_again(void) {
    network_set_https(fixture.shared, "0.0.0.0:443");
    set_address(WAN_MODE_ETHERNET, 0xc0000207);
    upkeep_after(0);
    fixture.fake.entropy_fails = true;
    upkeep_after(CERTIFICATE_SETTLE_MS);
    assert_unchanged();
    fixture.fake.entropy_fails = false;
    upkeep_after(CERTIFICATE_EVERY_MS - 1);
    assert_unchanged();
    upkeep_after(1);
    assert_names(", 192.0.2.7, localhost, 127.0.0.1, ::1");
}

/* --- What is noted, and what is left --------------------------------------------------------------------------------------- */

static struct audit_rows rows;

void test_each_change_has_its_row_with_the_subject_before_and_after(void) {
    struct x509_subject subject = {.common_name = "door.example"};
    char request[X509_PEM_MAX], expected[512];
    TEST_ASSERT_EQUAL(0, upload(P384_CERTIFICATE, P384_KEY));
    audit_rows_read(fixture.core->store, &rows);
    TEST_ASSERT_EQUAL(1, rows.count);
    TEST_ASSERT_EQUAL_STRING("certificate", rows.rows[0].object);
    TEST_ASSERT_EQUAL_STRING("admin", rows.rows[0].account);
    (void)snprintf(expected, sizeof(expected), "{\"subject\":\"%s\",\"notAfter\":%lld}", before.x509.subject,
                   (long long)before.x509.not_after_s);
    TEST_ASSERT_EQUAL_STRING(expected, rows.rows[0].before);
    (void)snprintf(expected, sizeof(expected), "{\"subject\":\"%s\",\"notAfter\":%lld}", info.x509.subject,
                   (long long)info.x509.not_after_s);
    TEST_ASSERT_EQUAL_STRING(expected, rows.rows[0].after);
    TEST_ASSERT_EQUAL(0, certificate_request(fixture.core, &by, &subject, request));
    audit_rows_read(fixture.core->store, &rows);
    TEST_ASSERT_EQUAL(2, rows.count);
    TEST_ASSERT_EQUAL_STRING("certificate request", rows.rows[0].object);
    TEST_ASSERT_EQUAL(0, certificate_reset(fixture.core, &by, &not_after_s));
    certificate_read(fixture.core, &info);
    TEST_ASSERT_EQUAL_INT64(info.x509.not_after_s, not_after_s);
    TEST_ASSERT_TRUE(info.requested); /* the one that waits is not the device's own */
    audit_rows_read(fixture.core->store, &rows);
    TEST_ASSERT_EQUAL(3, rows.count);
}

/* What cannot be in the audit log is not done: neither the certificate nor the request. */
void test_what_cannot_be_noted_is_not_done(void) {
    struct x509_subject subject = {.common_name = "door.example"};
    char request[X509_PEM_MAX];
    uint64_t generation = certificate_generation(fixture.shared);
    TEST_ASSERT_EQUAL(0, store_exec(fixture.core->store, "ALTER TABLE audit RENAME TO gone"));
    TEST_ASSERT_LESS_THAN(0, upload(P384_CERTIFICATE, P384_KEY));
    TEST_ASSERT_LESS_THAN(0, certificate_reset(fixture.core, &by, &not_after_s));
    TEST_ASSERT_LESS_THAN(0, certificate_request(fixture.core, &by, &subject, request));
    assert_unchanged();
    TEST_ASSERT_FALSE(info.requested);
    TEST_ASSERT_EQUAL_UINT64(generation, certificate_generation(fixture.shared));
    TEST_ASSERT_EQUAL(0, store_exec(fixture.core->store, "ALTER TABLE gone RENAME TO audit"));
    fixture_restart(&fixture);
    assert_unchanged();
    TEST_ASSERT_FALSE(info.requested);
    TEST_ASSERT_EQUAL(0, upload(P384_CERTIFICATE, P384_KEY)); /* nothing is held */
}

/* A signing request that is answered: its key is used, and it waits no more. */
void test_a_request_that_is_answered(void) {
    struct x509_subject subject = {.common_name = "door.example"};
    char request[X509_PEM_MAX];
    TEST_ASSERT_EQUAL(0, certificate_request(fixture.core, &by, &subject, request));
    certificate_read(fixture.core, &info);
    TEST_ASSERT_TRUE(info.requested);
    /* As if the request had been made with the key of this certificate. */
    TEST_ASSERT_EQUAL(0, store_begin(fixture.core->store));
    TEST_ASSERT_EQUAL(0, certificate_store(fixture.shared, fixture.core->store, STORE_CERTIFICATE_REQUESTED, request,
                                           P384_KEY, false));
    TEST_ASSERT_EQUAL(0, store_commit(fixture.core->store));
    TEST_ASSERT_EQUAL(0, upload(P384_CERTIFICATE, ""));
    TEST_ASSERT_TRUE(info.own);
    TEST_ASSERT_FALSE(info.requested);
    fixture_restart(&fixture);
    certificate_read(fixture.core, &info);
    TEST_ASSERT_TRUE(info.own);
    TEST_ASSERT_FALSE(info.requested);
    TEST_ASSERT_EQUAL(E_CERTIFICATE_KEY, upload(P384_CERTIFICATE, ""));
}

/* Nobody else has written what is in use: what is stored meanwhile comes with the signal. */
void test_what_is_stored_is_read_again_when_it_is_asked_for(void) {
    uint64_t generation = certificate_generation(fixture.shared);
    TEST_ASSERT_EQUAL(0, store_begin(fixture.core->store));
    TEST_ASSERT_EQUAL(0, certificate_store(fixture.shared, fixture.core->store, STORE_CERTIFICATE_USED,
                                           P384_CERTIFICATE, P384_KEY, true));
    TEST_ASSERT_EQUAL(0, store_commit(fixture.core->store));
    TEST_ASSERT_EQUAL(0, certificate_reload(fixture.core));
    TEST_ASSERT_TRUE(certificate_is_own(fixture.core));
    TEST_ASSERT_EQUAL_UINT64(generation + 1, certificate_generation(fixture.shared));
    TEST_ASSERT_EQUAL(0, store_begin(fixture.core->store));
    TEST_ASSERT_EQUAL(0, certificate_store(fixture.shared, fixture.core->store, STORE_CERTIFICATE_USED,
                                           P384_CERTIFICATE, RSA_KEY, true)); /* two that do not belong together */
    TEST_ASSERT_EQUAL(0, store_commit(fixture.core->store));
    TEST_ASSERT_EQUAL(E_CERTIFICATE_KEY, certificate_reload(fixture.core));
    TEST_ASSERT_EQUAL_UINT64(generation + 1, certificate_generation(fixture.shared));
}

static char key_line[65];

static void upload_key(void) {
    (void)upload(P384_CERTIFICATE, P384_KEY);
}

static void restart_and_stop(void) {
    fixture_restart(&fixture);
    TEST_ASSERT_EQUAL(0, certificate_reset(fixture.core, &by, &not_after_s)); /* frees the one before */
}

/* The second line of the key, as it stands in the PEM. */
void test_a_key_is_left_in_no_memory(void) {
    const char *line = strchr(P384_KEY, '\n') + 1;
    (void)snprintf(key_line, sizeof(key_line), "%.64s", line);
    memory_watch_nothing(upload_key, key_line);
    TEST_ASSERT_TRUE(info.own);
    memory_watch_nothing(restart_and_stop, key_line);
    TEST_ASSERT_EQUAL(0, upload(P384_CERTIFICATE, P384_KEY));
    struct memory_found found = memory_watch(upload_key, key_line, strlen(key_line)); /* in the place of the same */
    TEST_ASSERT_EQUAL(0, found.freed);
}

/* Somebody else writes: it is not said that it was done. */
void test_a_store_that_is_held_is_the_answer(void) {
    struct x509_subject subject = {.common_name = "door.example"};
    char request[X509_PEM_MAX];
    struct core *other = fixture_core(&fixture);
    TEST_ASSERT_EQUAL(0, store_begin(other->store));
    store_wait_most(fixture.core->store, 1);
    TEST_ASSERT_EQUAL(E_BUSY, upload(P384_CERTIFICATE, P384_KEY));
    TEST_ASSERT_EQUAL(E_BUSY, certificate_request(fixture.core, &by, &subject, request));
    TEST_ASSERT_EQUAL(E_BUSY, certificate_reset(fixture.core, &by, &not_after_s));
    store_abort(other->store);
    start_thread_end(other);
    assert_unchanged();
    TEST_ASSERT_FALSE(info.requested);
    TEST_ASSERT_EQUAL(0, upload(P384_CERTIFICATE, P384_KEY));
}
