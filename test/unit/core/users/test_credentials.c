/* What people are recognised by: who may change it, what the audit log has of it, and what is kept of a template. */
#include "core/users/credentials.h"

#include <string.h>

#include "audit_rows.h"
#include "core/base/actor.h"
#include "core/base/secrets.h"
#include "core/settings/settings.h"
#include "fake_module.h"
#include "memory_watch.h"
#include "terminal_fixture.h"
#include "unity.h"

static const struct actor admin = {.account = "admin", .level = 16, .fresh = true, .peer = "-", .call = "regfp"};
static struct fixture t;
static struct fake_module finger;
static struct actor operator; /* user 8 with level 8 */

void setUp(void) {
    fixture_up(&t);
    fake_module_fit(&finger, 1, &t.fake.hal.finger);
    operator=(struct actor){
        .session = 2, .account = "8", .userid = 8, .level = 8, .fresh = true, .peer = "-", .call = "regfp"};
    fixture_add_user(&t, 7, "Ada", 0, 0, NULL);
    fixture_add_user(&t, 8, "Grace", 8, 0, "402913");
    fixture_add_user(&t, 9, "Chief", 9, 0, "739158");
}

void tearDown(void) {
    fixture_down(&t);
}

static int keep_as(const struct credential *one, bool by_rights, const void *template, size_t len) {
    TEST_ASSERT_EQUAL(0, store_begin(t.core->store));
    int r = credentials_keep(t.core, &admin, one, by_rights, template, len);
    if (r < 0) {
        store_abort(t.core->store);
        return r;
    }
    return store_commit(t.core->store);
}

static struct credential keep(uint32_t userid, uint8_t index, uint32_t slot) {
    struct credential one = {
        .userid = userid, .factor = FACTOR_FINGER, .index = index, .slot = slot, .quality = 66, .enrolled_s = 5};
    TEST_ASSERT_EQUAL(0, keep_as(&one, false, "minutiae", 8));
    return one;
}

static struct audit_rows audit(void) {
    struct audit_rows rows;
    audit_rows_read(t.core->store, &rows);
    return rows;
}

/* ---- modules ---- */

void test_the_three_factors_that_need_a_module_have_one(void) {
    TEST_ASSERT_EQUAL_PTR(&t.fake.hal.finger, credentials_module(t.core, FACTOR_FINGER));
    TEST_ASSERT_EQUAL_PTR(&t.fake.hal.face, credentials_module(t.core, FACTOR_FACE));
    TEST_ASSERT_EQUAL_PTR(&t.fake.hal.iris, credentials_module(t.core, FACTOR_IRIS));
    TEST_ASSERT_NULL(credentials_module(t.core, FACTOR_CARD));
    TEST_ASSERT_NULL(credentials_module(t.core, FACTOR_PASSWORD));
    TEST_ASSERT_NULL(credentials_module(t.core, FACTOR_ID));
    TEST_ASSERT_FALSE(credentials_is_trusted(t.core, FACTOR_CARD));
}

void test_a_module_is_believed_by_its_whole_serial(void) {
    struct credential found;
    struct fake_module face;
    (void)keep(7, 0, 3);
    TEST_ASSERT_FALSE(credentials_is_trusted(t.core, FACTOR_FINGER));
    credentials_trust(t.core, FACTOR_FINGER, finger.info.serial);
    TEST_ASSERT_TRUE(credentials_is_trusted(t.core, FACTOR_FINGER));
    TEST_ASSERT_EQUAL(0, credentials_by_slot(t.core, FACTOR_FINGER, 3, &found));
    TEST_ASSERT_EQUAL_UINT32(7, found.userid);
    TEST_ASSERT_EQUAL(E_NOTFOUND, credentials_by_slot(t.core, FACTOR_FINGER, 2, &found));
    for (size_t i = 0; i < HAL_BIOMETRIC_SERIAL_LEN; i += HAL_BIOMETRIC_SERIAL_LEN - 1) {
        finger.info.serial[i]++;
        TEST_ASSERT_FALSE(credentials_is_trusted(t.core, FACTOR_FINGER));
        TEST_ASSERT_EQUAL(E_NOTFOUND, credentials_by_slot(t.core, FACTOR_FINGER, 3, &found));
        finger.info.serial[i]--;
    }
    finger.info.fitted = false;
    TEST_ASSERT_FALSE(credentials_is_trusted(t.core, FACTOR_FINGER));
    finger.info.fitted = true;
    fake_module_fit(&face, 1, &t.fake.hal.face);
    TEST_ASSERT_FALSE(credentials_is_trusted(t.core, FACTOR_FACE));
    credentials_trust(t.core, FACTOR_FINGER, NULL);
    TEST_ASSERT_FALSE(credentials_is_trusted(t.core, FACTOR_FINGER));
}

void test_those_of_a_user_are_listed(void) {
    struct credential found[CREDENTIALS_USER_MAX];
    size_t count = 9;
    TEST_ASSERT_EQUAL(0, credentials_of(t.core, 7, found, &count));
    TEST_ASSERT_EQUAL_size_t(0, count);
    (void)keep(7, 4, 0);
    (void)keep(7, 2, 1);
    (void)keep(8, 2, 2);
    TEST_ASSERT_EQUAL(0, credentials_of(t.core, 7, found, &count));
    TEST_ASSERT_EQUAL_size_t(2, count);
    TEST_ASSERT_EQUAL_UINT8(2, found[0].index);
    TEST_ASSERT_EQUAL_UINT8(4, found[1].index);
}

/* ---- the device's mode ---- */

void test_a_mode_that_asks_for_more_locks_out_who_lacks_it(void) {
    enum { CARD = 1U << FACTOR_CARD, FINGER = 1U << FACTOR_FINGER };
    static const struct {
        enum default_mode before_mode, after_mode;
        uint32_t before, after;
        bool all_have_cards;
        int err;
    } cases[] = {
        {DEFAULT_MODE_ANY, DEFAULT_MODE_ALL, 0, CARD, false, E_USERS_LOCKED_OUT},
        {DEFAULT_MODE_ANY, DEFAULT_MODE_ALL, CARD, CARD, false, E_USERS_LOCKED_OUT},
        {DEFAULT_MODE_ANY, DEFAULT_MODE_ANY, 0, CARD, false, 0},
        {DEFAULT_MODE_ALL, DEFAULT_MODE_ANY, CARD, CARD | FINGER, false, 0},
        {DEFAULT_MODE_ALL, DEFAULT_MODE_ALL, CARD, CARD, false, 0},
        {DEFAULT_MODE_ALL, DEFAULT_MODE_ALL, CARD | FINGER, CARD, false, 0},
        {DEFAULT_MODE_ALL, DEFAULT_MODE_ALL, CARD, CARD | FINGER, false, E_USERS_LOCKED_OUT},
        {DEFAULT_MODE_ANY, DEFAULT_MODE_ALL, 0, CARD, true, 0},
        {DEFAULT_MODE_ANY, DEFAULT_MODE_ALL, 0, CARD | FINGER, true, E_USERS_LOCKED_OUT},
    };
    static struct settings before, after;
    uint32_t lacking = 0;
    TEST_ASSERT_EQUAL(0, credentials_lacking(t.core, FACTOR_CARD, &lacking));
    TEST_ASSERT_EQUAL_UINT32(3, lacking);
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        const char *field = NULL;
        memcpy(&before, settings_get(t.core), sizeof(before));
        memcpy(&after, &before, sizeof(after));
        before.values.identify_param.identify_mode = cases[i].before_mode;
        before.values.identify_param.identify_factors = (uint8_t)cases[i].before;
        after.values.identify_param.identify_mode = cases[i].after_mode;
        after.values.identify_param.identify_factors = (uint8_t)cases[i].after;
        if (cases[i].all_have_cards) {
            fixture_down(&t);
            fixture_up(&t);
            fixture_add_user(&t, 7, "Ada", 0, 4711, NULL);
        }
        TEST_ASSERT_EQUAL(cases[i].err, credentials_check_mode(t.core, &before, &after, &field));
        TEST_ASSERT_EQUAL_STRING(cases[i].err == 0 ? NULL : "identifyFactors", field);
    }
}

/* ---- who may ---- */

void test_who_may_change_what_somebody_is_recognised_by(void) {
    struct actor stale = operator, gone = operator, key = admin;
    stale.fresh = false;
    gone.level = 7;
    key.key_id = 3;
    fixture_add_user(&t, 10, "Peer", 8, 0, "517394");
    const struct {
        const struct actor *by;
        uint32_t userid;
        bool gives;
        int err;
        uint8_t level;
    } cases[] = {
        {&admin, 9, true, 0, 9},
        {&operator, 7, true, 0, 0},
        {&stale, 7, true, 0, 0},
        {&operator, 10, true, 0, 8},
        {&operator, 9, true, E_ABOVE_LEVEL, 99},
        {&stale, 10, true, E_PASSWORD_NEEDED, 8},
        {&stale, 10, false, 0, 8},
        {&gone, 7, false, E_SESSION_ENDED, 99},
        {&admin, 11, true, E_USER_UNKNOWN, 99},
        {&key, 10, false, E_ABOVE_LEVEL, 99},
        {&key, 7, true, 0, 0},
    };
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        uint8_t level = 99;
        TEST_ASSERT_EQUAL(cases[i].err,
                          credentials_may_change(t.core, cases[i].by, cases[i].userid, cases[i].gives, &level));
        TEST_ASSERT_EQUAL_UINT8(cases[i].level, level);
        TEST_ASSERT_EQUAL(cases[i].err,
                          credentials_may_change(t.core, cases[i].by, cases[i].userid, cases[i].gives, NULL));
    }
    credentials_hold(t.shared, true);
    TEST_ASSERT_EQUAL(E_BULK_RUNNING, credentials_check_held(t.core));
    TEST_ASSERT_EQUAL(E_BULK_RUNNING, credentials_may_change(t.core, &admin, 7, false, NULL));
    credentials_hold(t.shared, false);
    TEST_ASSERT_EQUAL(0, credentials_check_held(t.core));
    TEST_ASSERT_EQUAL(0, credentials_may_change(t.core, &admin, 7, false, NULL));
}

/* ---- deleting, and the mark of duress ---- */

void test_a_deleted_one_is_gone_and_noted(void) {
    struct credential found;
    (void)keep(7, 2, 0);
    (void)keep(7, 3, 1);
    (void)keep(10 - 1, 2, 2);
    unsigned rows = audit().count, changes = credentials_changes(t.core);
    TEST_ASSERT_EQUAL(E_NOTFOUND, credentials_delete(t.core, &admin, 7, FACTOR_FINGER, 4));
    TEST_ASSERT_EQUAL(E_NOTFOUND, credentials_delete(t.core, &admin, 7, FACTOR_FACE, 0));
    TEST_ASSERT_EQUAL(E_USER_UNKNOWN, credentials_delete(t.core, &admin, 11, FACTOR_FINGER, 2));
    TEST_ASSERT_EQUAL(E_ABOVE_LEVEL, credentials_delete(t.core, &operator, 9, FACTOR_FINGER, 2));
    TEST_ASSERT_EQUAL_UINT(rows, audit().count);
    TEST_ASSERT_EQUAL_UINT(changes, credentials_changes(t.core));
    TEST_ASSERT_EQUAL(0, credentials_delete(t.core, &operator, 7, FACTOR_FINGER, 2));
    TEST_ASSERT_EQUAL_UINT(changes + 1, credentials_changes(t.core));
    TEST_ASSERT_EQUAL(E_NOTFOUND, store_credential_get(t.core->store, 7, FACTOR_FINGER, 2, &found));
    TEST_ASSERT_EQUAL(0, store_credential_get(t.core->store, 7, FACTOR_FINGER, 3, &found));
    struct audit_rows after = audit();
    TEST_ASSERT_EQUAL_UINT(rows + 1, after.count);
    TEST_ASSERT_EQUAL_STRING("8", after.rows[0].account);
    TEST_ASSERT_EQUAL_STRING("user 7", after.rows[0].object);
    TEST_ASSERT_EQUAL_STRING("{\"factor\":\"finger\",\"index\":2,\"duress\":false,\"quality\":66}",
                             after.rows[0].before);
    TEST_ASSERT_EQUAL_STRING("", after.rows[0].after);
    TEST_ASSERT_EQUAL(AUDIT_IMPORTANCE_EDIT, after.rows[0].importance);
    TEST_ASSERT_EQUAL(0, credentials_delete(t.core, &admin, 9, FACTOR_FINGER, 2));
    TEST_ASSERT_EQUAL(AUDIT_IMPORTANCE_RIGHTS, audit().rows[0].importance); /* may sign in with it at the door */
}

void test_the_mark_of_duress_is_set_and_taken_away(void) {
    struct credential found;
    (void)keep(7, 2, 0);
    unsigned changes = credentials_changes(t.core);
    TEST_ASSERT_EQUAL(0, credentials_set_duress(t.core, &operator, 7, 2, true));
    TEST_ASSERT_EQUAL(0, store_credential_get(t.core->store, 7, FACTOR_FINGER, 2, &found));
    TEST_ASSERT_TRUE(found.duress);
    struct audit_rows rows = audit();
    TEST_ASSERT_EQUAL_STRING("{\"factor\":\"finger\",\"index\":2,\"duress\":false,\"quality\":66}",
                             rows.rows[0].before);
    TEST_ASSERT_EQUAL_STRING("{\"factor\":\"finger\",\"index\":2,\"duress\":true,\"quality\":66}", rows.rows[0].after);
    TEST_ASSERT_EQUAL(0, credentials_set_duress(t.core, &operator, 7, 2, true)); /* as it is: nothing to note */
    TEST_ASSERT_EQUAL_UINT(rows.count, audit().count);
    TEST_ASSERT_EQUAL(E_NOTFOUND, credentials_set_duress(t.core, &operator, 7, 3, true));
    TEST_ASSERT_EQUAL(0, credentials_set_duress(t.core, &operator, 7, 2, false));
    TEST_ASSERT_EQUAL(0, store_credential_get(t.core->store, 7, FACTOR_FINGER, 2, &found));
    TEST_ASSERT_FALSE(found.duress);
    TEST_ASSERT_EQUAL_UINT(rows.count + 1, audit().count);
    TEST_ASSERT_EQUAL_UINT(changes, credentials_changes(t.core)); /* nothing for the module */
}

/* ---- templates ---- */

void test_what_is_kept_is_noted_with_what_it_replaces(void) {
    struct credential one = {.userid = 7, .factor = FACTOR_IRIS, .index = 1, .slot = 0, .quality = 7};
    unsigned rows = audit().count;
    TEST_ASSERT_EQUAL(0, keep_as(&one, false, "first", 5));
    TEST_ASSERT_EQUAL_STRING("", audit().rows[0].before);
    TEST_ASSERT_EQUAL_STRING("{\"factor\":\"iris\",\"index\":1,\"duress\":false,\"quality\":7}", audit().rows[0].after);
    TEST_ASSERT_EQUAL(AUDIT_IMPORTANCE_EDIT, audit().rows[0].importance);
    one.slot = 1;
    one.quality = 8;
    TEST_ASSERT_EQUAL(0, keep_as(&one, true, "second", 6));
    TEST_ASSERT_EQUAL_STRING("{\"factor\":\"iris\",\"index\":1,\"duress\":false,\"quality\":7}",
                             audit().rows[0].before);
    TEST_ASSERT_EQUAL_STRING("{\"factor\":\"iris\",\"index\":1,\"duress\":false,\"quality\":8}", audit().rows[0].after);
    TEST_ASSERT_EQUAL(AUDIT_IMPORTANCE_RIGHTS, audit().rows[0].importance);
    one.userid = 8;
    TEST_ASSERT_EQUAL(E_EXISTS, keep_as(&one, false, "third", 5)); /* the slot of Ada */
    t.fake.entropy_fails = true;
    one.slot = 2;
    TEST_ASSERT_EQUAL(E_IO, keep_as(&one, false, "third", 5));
    TEST_ASSERT_EQUAL_UINT(rows + 2, audit().count);
}

void test_a_template_is_as_long_as_a_module_makes_them(void) {
    uint8_t given[HAL_BIOMETRIC_TEMPLATE_MAX + 1], kept[HAL_BIOMETRIC_TEMPLATE_MAX];
    struct credential one = {.userid = 7, .factor = FACTOR_FINGER};
    size_t len = 0;
    for (size_t i = 0; i < sizeof(given); i++) {
        given[i] = (uint8_t)(i * 7 + 1);
    }
    TEST_ASSERT_EQUAL(E_RANGE, keep_as(&one, false, given, sizeof(given)));
    TEST_ASSERT_EQUAL(0, keep_as(&one, false, given, sizeof(given) - 1));
    TEST_ASSERT_EQUAL(0, credentials_template(t.core, &one, kept, &len));
    TEST_ASSERT_EQUAL_size_t(HAL_BIOMETRIC_TEMPLATE_MAX, len);
    TEST_ASSERT_EQUAL_MEMORY(given, kept, len);
    TEST_ASSERT_EQUAL(0, keep_as(&one, false, given, 0));
    TEST_ASSERT_EQUAL(0, credentials_template(t.core, &one, kept, &len));
    TEST_ASSERT_EQUAL_size_t(0, len);
}

void test_a_template_belongs_to_its_user_factor_and_place_alone(void) {
    uint8_t kept[HAL_BIOMETRIC_TEMPLATE_MAX], sealed[STORE_SEALED_MAX];
    struct credential own = keep(7, 1, 0);
    size_t len = 0;
    for (unsigned bit = 0; bit < 32; bit++) {
        struct credential other = own;
        other.userid ^= UINT32_C(1) << bit;
        TEST_ASSERT_EQUAL(E_CORRUPT, credentials_template(t.core, &other, kept, &len));
    }
    struct credential other = own;
    other.index = 2;
    TEST_ASSERT_EQUAL(E_CORRUPT, credentials_template(t.core, &other, kept, &len));
    other = own;
    other.slot = 1;
    TEST_ASSERT_EQUAL(E_NOTFOUND, credentials_template(t.core, &other, kept, &len));
    /* Copied to the row of an eye of the same user. */
    other = own;
    other.factor = FACTOR_IRIS;
    TEST_ASSERT_EQUAL(0, store_credential_sealed(t.core->store, FACTOR_FINGER, 0, sealed, &len));
    TEST_ASSERT_EQUAL(0, store_begin(t.core->store));
    TEST_ASSERT_EQUAL(0, store_credential_put(t.core->store, &other, sealed, len));
    TEST_ASSERT_EQUAL(0, store_commit(t.core->store));
    TEST_ASSERT_EQUAL(E_CORRUPT, credentials_template(t.core, &other, kept, &len));
    TEST_ASSERT_EQUAL(0, credentials_template(t.core, &own, kept, &len));
}

/* Somebody has sealed something else with the secret of this terminal. */
static void put_plain(const struct credential *one, const void *plain, size_t len) {
    static const uint8_t nonce[CRYPTO_NONCE_LEN] = {1};
    uint8_t sealed[STORE_SEALED_MAX];
    secrets_seal(t.shared, nonce, plain, len, sealed);
    TEST_ASSERT_EQUAL(0, store_begin(t.core->store));
    TEST_ASSERT_EQUAL(0, store_credential_put(t.core->store, one, sealed, len + CRYPTO_SEAL_EXTRA));
    TEST_ASSERT_EQUAL(0, store_commit(t.core->store));
}

void test_what_is_shorter_or_longer_than_a_template_is_none(void) {
    static const struct {
        size_t len;
        int err;
    } cases[] = {{7, E_CORRUPT}, {8, 0}, {8 + 2048, 0}, {8 + 2049, E_CORRUPT}};
    static const struct credential one = {.userid = 7, .factor = FACTOR_FINGER, .index = 1};
    static const uint8_t plain[8 + 2049] = {7, 0, 0, 0, FACTOR_FINGER, 1, 0, 0, 0xee};
    uint8_t kept[HAL_BIOMETRIC_TEMPLATE_MAX];
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        size_t len = 99999;
        put_plain(&one, plain, cases[i].len);
        TEST_ASSERT_EQUAL(cases[i].err, credentials_template(t.core, &one, kept, &len));
        TEST_ASSERT_EQUAL_size_t(cases[i].err == 0 ? cases[i].len - 8 : 99999, len);
    }
}

static const char secret[] = "these are the minutiae of Ada";
static struct credential watched = {.userid = 7, .factor = FACTOR_FINGER, .index = 1};

static void act_keep(void) {
    TEST_ASSERT_EQUAL(0, store_begin(t.core->store));
    TEST_ASSERT_EQUAL(0, credentials_keep(t.core, &admin, &watched, false, secret, sizeof(secret) - 1));
    TEST_ASSERT_EQUAL(0, store_commit(t.core->store));
}

static uint8_t read_back[HAL_BIOMETRIC_TEMPLATE_MAX];

static void act_read(void) {
    size_t len = 0;
    TEST_ASSERT_EQUAL(0, credentials_template(t.core, &watched, read_back, &len));
}

void test_templates_are_left_nowhere(void) {
    memory_watch_nothing(act_keep, secret);
    memory_watch_nothing(act_read, secret);
    TEST_ASSERT_EQUAL_STRING_LEN(secret, read_back, sizeof(secret) - 1);
}
