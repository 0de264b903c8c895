/* Calls leave no secret behind: not in memory that is freed, and not on the stack of the thread that ran them. The
 * whole daemon is searched in test/robust/memory.test.ts, where the next call may have written over what the one before
 * left. */
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "catalogue.h"
#include "core/accounts/accounts.h"
#include "core/accounts/sessions.h"
#include "core/base/actor.h"
#include "core/base/core.h"
#include "core/base/identity.h"
#include "core/base/secrets.h"
#include "core/devices/display.h"
#include "core/network/wifi.h"
#include "core/settings/settings.h"
#include "http/walker.h"
#include "memory_watch.h"
#include "pki/pem.h"
#include "pki/x509.h"
#include "store/accounts/account.h"
#include "store/network/certificate.h"
#include "terminal_fixture.h"
#include "unity.h"
#include "util/crypto.h"

static struct fixture fixture;
static char token[SESSIONS_TOKEN_LEN + 1];
static char initial_password[16];

/* What is called, and what it answered. */
static const char *path, *body;
static char answer[8192];

static void sign_in_as_admin(void) {
    struct actor view = {.account = "admin", .level = 16};
    uint64_t id;
    TEST_ASSERT_EQUAL(0, sessions_open(fixture.shared->sessions, &view, token, &id));
}

void setUp(void) {
    fixture_up(&fixture);
    (void)snprintf(initial_password, sizeof(initial_password), "%s", fixture.fake.initial_password);
    sign_in_as_admin();
}

void tearDown(void) {
    fixture_down(&fixture);
}

/* As the server does it, on one thread. The reply is kept outside what is watched. */
static void run_call(void) {
    static struct walker_call call;
    static struct walker_refusal refusal;
    static struct http_reply reply;
    struct http_request request = {.method = HTTP_POST,
                                   .path = {path, strlen(path)},
                                   .token = {token, strlen(token)},
                                   .content_type = {"application/json", 16},
                                   .length = strlen(body)};
    struct api_decode_error error;
    TEST_ASSERT_EQUAL(CAT_OK, walker_admit(fixture.core, &request, "192.0.2.1", &call, &refusal));
    TEST_ASSERT_EQUAL(CAT_OK, walker_decode(&call, body, strlen(body), &error, &refusal));
    (void)walker_run(fixture.core, &call, (struct http_reply_head){.close = true}, &reply);
    (void)snprintf(answer, sizeof(answer), "%.*s", (int)(reply.buf.len - reply.start), reply.buf.data + reply.start);
    walker_done(&call);
    crypto_wipe(reply.buf.data, reply.buf.len);
    buf_done(&reply.buf);
}

static void assert_good(void) {
    TEST_ASSERT_EQUAL_STRING_LEN("HTTP/1.1 200", answer, 12);
}

static void call_leaves_nothing(const char *of, const char *with, const char *secret) {
    path = of;
    body = with;
    memory_watch_nothing(run_call, secret);
}

/* A text of the last answer. */
static const char *answered(const char *name) {
    static char text[128];
    char key[160];
    (void)snprintf(key, sizeof(key), "\"%s\":\"", name);
    const char *at = strstr(answer, key);
    TEST_ASSERT_NOT_NULL_MESSAGE(at, answer);
    at += strlen(key);
    (void)snprintf(text, sizeof(text), "%.*s", (int)strcspn(at, "\""), at);
    return text;
}

static void call(const char *of, const char *with) {
    path = of;
    body = with;
    run_call();
    assert_good();
}

static void free_it(void) {
    char *copy = strdup("a secret that nobody wipes");
    TEST_ASSERT_NOT_NULL(copy);
    free(copy);
}

static void keep_it_on_the_stack(void) {
    volatile char copy[] = "a secret that nobody wipes";
    TEST_ASSERT_EQUAL('a', copy[0]);
}

void test_what_is_left_is_found(void) {
    static const char secret[] = "a secret that nobody wipes";
    TEST_ASSERT_EQUAL(1, memory_watch(free_it, secret, strlen(secret)).freed);
    TEST_ASSERT_NOT_EQUAL(0, memory_watch(keep_it_on_the_stack, secret, strlen(secret)).stack);
}

void test_signing_in(void) {
    call_leaves_nothing("/goform/chklogin", "{\"username\":\"admin\",\"password\":\"wrong and long\"}",
                        "wrong and long");
    char right[80];
    (void)snprintf(right, sizeof(right), "{\"username\":\"admin\",\"password\":\"%s\"}", initial_password);
    call_leaves_nothing("/goform/chklogin", right, initial_password);
    assert_good();
}

void test_a_new_passphrase_and_a_new_password(void) {
    char text[160];
    (void)snprintf(text, sizeof(text), "{\"oldpassword\":\"%s\",\"passphrase\":\"%s\",\"confirm\":\"%s\"}",
                   initial_password, "seventeen bottles", "seventeen bottles");
    call_leaves_nothing("/goform/EditPassphrase", text, "seventeen bottles");
    assert_good();
    static const char back[] = "{\"userid\":\"admin\",\"oldpassword\":\"seventeen bottles\",\"password\":\"704182\","
                               "\"confirm\":\"704182\"}";
    call_leaves_nothing("/goform/EditPwd", back, "704182");
    assert_good();
    call_leaves_nothing(
        "/goform/EditPwd",
        "{\"userid\":\"admin\",\"oldpassword\":\"704182\",\"password\":\"815293\",\"confirm\":\"815293\"}", "704182");
    assert_good();
}

static void assert_nothing_on_stacks(struct memory_found found, const char *what) {
    TEST_ASSERT_EQUAL_MESSAGE(0, found.frames, what);
    TEST_ASSERT_EQUAL_MESSAGE(0, found.stack, what);
}

void test_a_user_with_a_password(void) {
    call_leaves_nothing("/goform/adduser", "{\"userid\":7,\"level\":3,\"password\":\"704182\"}", "704182");
    assert_good();
    call_leaves_nothing("/goform/edituser", "{\"userid\":7,\"password\":\"815293\"}", "815293");
    assert_good();
}

/* With the same randomness a terminal that is made again makes and answers the same. */
static void make_anew(void) {
    tearDown();
    setUp();
    atomic_store(&fixture.fake.drawn, 1000000);
}

/* The hash of admin's password, as it is stored. */
static const char *stored_hash(void) {
    static char hash[STORE_ACCOUNT_HASH_MAX];
    struct store_account row;
    TEST_ASSERT_EQUAL(0, store_account_get(fixture.core->store, "admin", &row));
    (void)snprintf(hash, sizeof(hash), "%s", row.password_hash);
    TEST_ASSERT_GREATER_THAN(60, strlen(hash));
    return hash;
}

static void restart(void) {
    fixture_restart(&fixture);
}

static void refresh_display(void) {
    TEST_ASSERT_EQUAL(0, display_refresh(fixture.shared, fixture.core->store));
}

static void ask_for_passphrase(void) {
    bool is_set = true;
    TEST_ASSERT_EQUAL(0, accounts_has_passphrase(fixture.core, &is_set));
    TEST_ASSERT_FALSE(is_set);
}

static void hash_leaves_the_stack(const char *of, const char *with, const char *hash) {
    path = of;
    body = with;
    assert_nothing_on_stacks(memory_watch(run_call, hash, strlen(hash)), of);
    assert_good();
}

/* A hash can be tried at home, as often as one likes. */
void test_the_hash_of_a_password(void) {
    char sign_in[80], edit[160], old[STORE_ACCOUNT_HASH_MAX], new[STORE_ACCOUNT_HASH_MAX];
    (void)snprintf(old, sizeof(old), "%s", stored_hash());
    (void)snprintf(sign_in, sizeof(sign_in), "{\"username\":\"admin\",\"password\":\"%s\"}", initial_password);
    hash_leaves_the_stack("/goform/chklogin", sign_in, old);
    assert_nothing_on_stacks(memory_watch(ask_for_passphrase, old, strlen(old)), "a question");
    assert_nothing_on_stacks(memory_watch(refresh_display, old, strlen(old)), "the display");
    assert_nothing_on_stacks(memory_watch(restart, old, strlen(old)), "a start");

    static const char *const changes[][2] = {
        {"/goform/EditPwd",
         "{\"userid\":\"admin\",\"oldpassword\":\"%s\",\"password\":\"704182\",\"confirm\":\"704182\"}"},
        {"/goform/EditPassphrase",
         "{\"oldpassword\":\"%s\",\"passphrase\":\"seventeen bottles\",\"confirm\":\"seventeen bottles\"}"},
    };
    for (size_t i = 0; i < 2; i++) {
        make_anew();
        (void)snprintf(edit, sizeof(edit), changes[i][1], initial_password);
        (void)snprintf(old, sizeof(old), "%s", stored_hash());
        hash_leaves_the_stack(changes[i][0], edit, old);
        (void)snprintf(new, sizeof(new), "%s", stored_hash());
        TEST_ASSERT_NOT_EQUAL(0, strcmp(old, new));
        make_anew(); /* with the same randomness the same hash is made again */
        hash_leaves_the_stack(changes[i][0], edit, new);
        TEST_ASSERT_EQUAL_STRING(new, stored_hash());
    }
}

void test_a_secret_of_the_settings(void) {
    static const char first[] = "{\"password\":\"clouds in the morning\"}";
    call_leaves_nothing("/goform/GetCloudParam", first, "clouds in the morning");
    assert_good();
    call_leaves_nothing("/goform/GetCloudParam", "{\"password\":\"rain\"}", "clouds in the morning");
    assert_good();
    call("/goform/GetCloudParam", first);
    memory_watch_nothing(restart, "clouds in the morning");
    TEST_ASSERT_EQUAL_STRING("clouds in the morning", settings_get(fixture.core)->values.cloud_param.password);
}

void test_the_key_of_a_network(void) {
    call_leaves_nothing("/goform/GetChooseWirless",
                        "{\"ssid\":\"Harbour\",\"security\":\"wpa2\",\"key\":\"a key of the harbour\"}",
                        "a key of the harbour");
}

void test_the_keys_of_networks_that_are_tried_and_given_up(void) {
    static const char harbour[] = "{\"ssid\":\"Harbour\",\"security\":\"wpa2\",\"key\":\"a key of the harbour\"}";
    static const char *const keys[] = {"a key of our own", "a key of the harbour"};
    for (size_t i = 0; i < 2; i++) {
        make_anew();
        call("/goform/GetWirless", "{\"mode\":\"accessPoint\",\"apKey\":\"a key of our own\"}");
        call("/goform/GetChooseWirless", harbour);
        call_leaves_nothing("/goform/cancelWirless", "{}", keys[i]);
        assert_good();
        TEST_ASSERT_NOT_NULL(strstr(answer, "\"cancelled\":true"));
        TEST_ASSERT_EQUAL_STRING("a key of our own", settings_get(fixture.core)->values.wirless.ap_key);
    }
}

void test_the_key_of_a_certificate(void) {
    static const char begin[] = "MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQg"; /* of each P-256 key as PEM */
    call_leaves_nothing("/goform/resetCertificate", "{}", begin);
    assert_good();
    call_leaves_nothing("/goform/certificateRequest", "{\"commonName\":\"door.example\",\"names\":[]}", begin);
    assert_good();
    memory_watch_nothing(restart, begin);
}

/* What is made for an answer is in the answer, and not on the stack, neither as text nor as the bytes it is made of. */
static void answered_secret_leaves_the_stack(const char *of, const char *with, const char *name) {
    char secret[128];
    uint8_t octets[CRYPTO_KEY_LEN];
    make_anew();
    call(of, with);
    (void)snprintf(secret, sizeof(secret), "%s", answered(name));
    size_t skip = strlen(secret) - (CRYPTO_BASE64URL_LEN(sizeof(octets)) - 1);
    TEST_ASSERT_EQUAL(0, crypto_base64url_read(secret + skip, strlen(secret) - skip, octets, sizeof(octets)));
    make_anew();
    assert_nothing_on_stacks(memory_watch(run_call, secret, strlen(secret)), name);
    TEST_ASSERT_EQUAL_STRING(secret, answered(name));
    make_anew();
    assert_nothing_on_stacks(memory_watch(run_call, octets, sizeof(octets)), name);
}

void test_what_is_answered_once(void) {
    char right[80];
    (void)snprintf(right, sizeof(right), "{\"username\":\"admin\",\"password\":\"%s\"}", initial_password);
    answered_secret_leaves_the_stack("/goform/GetEthernet",
                                     "{\"mode\":\"fixed\",\"address\":\"10.20.30.40\",\"mask\":\"255.255.255.0\"}",
                                     "confirmCode");
    answered_secret_leaves_the_stack("/goform/addRestKey", "{\"name\":\"payroll\",\"level\":4}", "key");
    answered_secret_leaves_the_stack("/goform/chklogin", right, "token");
}

static uint8_t octets[CRYPTO_KEY_LEN];

/* The number that is a certificate's private key, from the sealed text in the store. */
static void read_private_key(enum store_certificate_slot slot) {
    struct store_certificate row = {.own = false};
    char key[X509_KEY_PEM_MAX] = "";
    uint8_t der[256];
    const char *at = key;
    size_t len = 0;
    TEST_ASSERT_EQUAL(0, store_certificate_get(fixture.core->store, slot, &row));
    TEST_ASSERT_LESS_THAN(sizeof(key) + CRYPTO_SEAL_EXTRA, row.key_sealed.len);
    TEST_ASSERT_EQUAL(0, secrets_open(fixture.shared, (const uint8_t *)row.key_sealed.data, row.key_sealed.len, key));
    TEST_ASSERT_EQUAL(0, pem_next(&at, "PRIVATE KEY", der, sizeof(der), &len));
    memcpy(octets, der + 36, sizeof(octets)); /* PKCS #8 of P-256 */
    crypto_wipe(key, sizeof(key));
    crypto_wipe(der, sizeof(der));
    buf_done(&row.chain);
    buf_done(&row.key_sealed);
}

static void reset_certificate(void) {
    call("/goform/resetCertificate", "{}");
    read_private_key(STORE_CERTIFICATE_USED);
}

static void request_certificate(void) {
    call("/goform/certificateRequest", "{\"commonName\":\"door.example\",\"names\":[]}");
    read_private_key(STORE_CERTIFICATE_REQUESTED);
}

void test_the_private_key_of_a_certificate_that_is_made(void) {
    TEST_ASSERT_EQUAL(0, memory_watch(reset_certificate, octets, sizeof(octets)).stack);
    TEST_ASSERT_EQUAL(0, memory_watch(request_certificate, octets, sizeof(octets)).stack);
}

static struct fixture fresh;

static void start_fresh(void) {
    fixture_up(&fresh);
    fixture_down(&fresh);
}

/* The fakes draw the same randomness each time, so a first start makes the same passwords again. */
void test_the_passwords_of_a_first_start(void) {
    char links[8];
    (void)snprintf(links, sizeof(links), "%s", settings_get(fixture.core)->values.comm_mode.password);
    TEST_ASSERT_EQUAL(6, strlen(links));
    memory_watch_nothing(start_fresh, initial_password);
    TEST_ASSERT_EQUAL_STRING(initial_password, fresh.fake.initial_password);
    memory_watch_nothing(start_fresh, links);
}

void test_the_display(void) {
    char ssid[HAL_SSID_MAX + 1], key[WIFI_AP_KEY_LEN + 1];
    memory_watch_nothing(refresh_display, initial_password);
    call("/goform/GetWirless", "{\"mode\":\"accessPoint\"}");
    TEST_ASSERT_TRUE(wifi_access_point(fixture.shared, ssid, key));
    TEST_ASSERT_EQUAL(WIFI_AP_KEY_LEN, strlen(key));
    memory_watch_nothing(refresh_display, key);
}

/* The keys of the device are in use; they go with the state that has them, and are not on the stack. */
void test_the_keys_of_the_device(void) {
    struct identity identity;
    struct crypto_key seal;
    TEST_ASSERT_EQUAL(0, identity_read(fixture.dir, &identity));
    crypto_derive(&identity.device, "seal", &seal);
    const struct crypto_key *const keys[] = {&identity.pepper, &identity.device, &seal};
    for (size_t i = 0; i < sizeof(keys) / sizeof(keys[0]); i++) {
        struct memory_found found = memory_watch(restart, keys[i]->octets, CRYPTO_KEY_LEN);
        TEST_ASSERT_EQUAL(0, found.freed);
        assert_nothing_on_stacks(found, "key of the device");
    }
}
