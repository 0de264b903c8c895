/* The handlers of the upgrade: their replies about the machine, a bundle and the last upgrade, and what they pass on. */
#include <stdio.h>
#include <string.h>

#include "api_world.h"
#include "contract.h"
#include "core/base/about.h"
#include "core/upgrade/upgrade_impl.h"
#include "fake_machine.h"
#include "fake_swupdate.h"
#include "unity.h"

#define HEAD ((size_t)65536)

static struct api_world w;
static const uint8_t *bundle;
static size_t bundle_len;
static struct upgrade_state_reply state;

/* The machine has a board and two slots from the next start on. */
static void start_machine(void) {
    char run[96];
    fixture_stop(&w.t);
    (void)snprintf(w.t.system_dir, sizeof(w.t.system_dir), "%s/system", w.t.dir);
    fake_machine_make(w.t.system_dir);
    TEST_ASSERT_EQUAL(SLOT_A, fake_machine_boot(w.t.system_dir));
    TEST_ASSERT_EQUAL(0, fixture_start(&w.t));
    (void)snprintf(run, sizeof(run), "%s/run", w.t.system_dir);
    fake_swupdate_start(run);
}

void setUp(void) {
    api_world_up(&w);
    start_machine();
    w.ctx.core = w.t.core;
    w.by.call = "UpdateMachine";
}

void tearDown(void) {
    fake_swupdate_stop();
    fake_machine_remove(w.t.system_dir);
    api_world_down(&w);
}

static void refused(int code, const char *field, int answer) {
    api_world_check(&w, code, field, answer);
}

static int call_state(void) {
    memset(&state, 0, sizeof(state));
    return api_upgrade_state(&w.ctx, &state);
}

static const struct upgrade_state_reply *see(enum upgrade_step step) {
    TEST_ASSERT_EQUAL(CAT_OK, call_state());
    TEST_ASSERT_EQUAL(step, state.step);
    return &state;
}

static struct update_machine_reply sent;

static int send_piece(size_t from, size_t len) {
    struct update_machine_req req = {.offset = (int64_t)from, .total = (int64_t)bundle_len, .name = "next.swu"};
    memset(&sent, 0, sizeof(sent));
    w.ctx.body = bundle + from;
    w.ctx.body_len = len;
    return api_update_machine(&w.ctx, &req, &sent);
}

static void offer(struct fake_bundle with) {
    bundle_len = fake_machine_bundle(&with, &bundle);
    refused(CAT_OK, NULL, send_piece(0, bundle_len < HEAD ? bundle_len : HEAD));
}

static int start(struct upgrade_start_req req) {
    return api_upgrade_start(&w.ctx, &req);
}

static const char *serial_end(void) {
    const char *serial = about_serial(w.t.shared);
    return serial + strlen(serial) - ABOUT_SERIAL_END;
}

/* --- The machine --- */

void test_what_runs(void) {
    see(UPGRADE_STEP_IDLE);
    TEST_ASSERT_TRUE(state.fitted);
    TEST_ASSERT_EQUAL_STRING("0.1.0", state.version);
    TEST_ASSERT_EQUAL_STRING("build-1", state.build_id);
    TEST_ASSERT_EQUAL_STRING("laptop", state.board);
    TEST_ASSERT_EQUAL_STRING("A", state.slot);
    TEST_ASSERT_EQUAL(1, state.floor);
    TEST_ASSERT_FALSE(state.own);
    TEST_ASSERT_EQUAL_STRING("", state.holder);
    TEST_ASSERT_EQUAL_STRING("", state.name);
    TEST_ASSERT_EQUAL(0, state.code);
    TEST_ASSERT_EQUAL(0, state.bundle.notes_count);
    TEST_ASSERT_EQUAL(UPGRADE_END_NONE, state.last.end);
    TEST_ASSERT_EQUAL_INT64(0, state.last.at);
    api_world_without_memory(&w, 1024, call_state);
}

void test_a_machine_without_slots(void) {
    fixture_stop(&w.t);
    fake_swupdate_stop();
    fake_machine_remove(w.t.system_dir);
    w.t.system_dir[0] = '\0';
    TEST_ASSERT_EQUAL(0, fixture_start(&w.t));
    w.ctx.core = w.t.core;
    TEST_ASSERT_FALSE(see(UPGRADE_STEP_IDLE)->fitted);
    TEST_ASSERT_EQUAL_STRING("", state.slot);
    TEST_ASSERT_EQUAL_STRING("", state.board);
    bundle_len = fake_machine_bundle(&(struct fake_bundle){.counter = 1}, &bundle);
    refused(CAT_UPGRADE_NOT_FITTED, NULL, send_piece(0, bundle_len));
    (void)snprintf(w.t.system_dir, sizeof(w.t.system_dir), "%s/system", w.t.dir); /* for what is removed behind it */
}

void test_the_page_without_a_session_is_opened_and_closed(void) {
    refused(CAT_OK, NULL, api_set_web_upgrade_mode(&w.ctx, &(struct set_web_upgrade_mode_req){.open = false}));
    TEST_ASSERT_FALSE(see(UPGRADE_STEP_IDLE)->open);
    refused(CAT_OK, NULL, api_set_web_upgrade_mode(&w.ctx, &(struct set_web_upgrade_mode_req){.open = true}));
    TEST_ASSERT_TRUE(see(UPGRADE_STEP_IDLE)->open);
}

/* --- A bundle --- */

void test_what_is_in_a_bundle(void) {
    offer((struct fake_bundle){.counter = 3, .image = 25000});
    TEST_ASSERT_EQUAL_INT64(bundle_len, sent.received);
    TEST_ASSERT_EQUAL(UPGRADE_STEP_OFFERED, sent.step);
    TEST_ASSERT_EQUAL_STRING("0.2.0", sent.bundle.version);
    see(UPGRADE_STEP_OFFERED);
    TEST_ASSERT_TRUE(state.own);
    TEST_ASSERT_EQUAL_STRING("admin", state.holder);
    TEST_ASSERT_EQUAL_STRING("next.swu", state.name);
    TEST_ASSERT_EQUAL_INT64(bundle_len, state.total);
    const struct api_bundle *with = &state.bundle;
    TEST_ASSERT_EQUAL_STRING("0.2.0", with->version);
    TEST_ASSERT_EQUAL_STRING("build-2", with->build_id);
    TEST_ASSERT_EQUAL_STRING("postern", with->brand);
    TEST_ASSERT_EQUAL_INT64(1767225600, with->built);
    TEST_ASSERT_EQUAL(3, with->counter);
    TEST_ASSERT_EQUAL_STRING("CN=signer", with->signer);
    TEST_ASSERT_EQUAL_INT64(25000, with->octets);
    TEST_ASSERT_FALSE(with->older || with->earlier || with->same || with->other_brand);
    TEST_ASSERT_EQUAL(2, with->notes_count);
    TEST_ASSERT_EQUAL_STRING("One thing.", with->notes[0]);
    TEST_ASSERT_EQUAL_STRING("Another.", with->notes[1]);
    w.by = (struct actor){.session = 2, .account = "7", .userid = 7, .level = 16, .peer = "-", .call = "upgradeState"};
    TEST_ASSERT_FALSE(see(UPGRADE_STEP_OFFERED)->own);
    TEST_ASSERT_EQUAL_STRING("admin", state.holder);
}

void test_how_a_bundle_stands_to_what_runs(void) {
    offer((struct fake_bundle){.version = "0.1.0", .build_id = "build-1", .brand = "other"});
    TEST_ASSERT_TRUE(sent.bundle.same);
    TEST_ASSERT_TRUE(sent.bundle.other_brand);
    offer((struct fake_bundle){.version = "0.0.9"});
    TEST_ASSERT_TRUE(sent.bundle.earlier);
}

/* Lines of what is new: empty ones count, and no more are told than fit. */
void test_notes_are_told_line_by_line(void) {
    char *notes = w.t.shared->upgrade->offer.facts.notes;
    offer((struct fake_bundle){.counter = 1});
    (void)snprintf(notes, BUNDLE_NOTES_MAX, "a\n\nb\n");
    see(UPGRADE_STEP_OFFERED);
    TEST_ASSERT_EQUAL(3, state.bundle.notes_count);
    TEST_ASSERT_EQUAL_STRING("a", state.bundle.notes[0]);
    TEST_ASSERT_EQUAL_STRING("", state.bundle.notes[1]);
    TEST_ASSERT_EQUAL_STRING("b", state.bundle.notes[2]);
    notes[0] = '\0';
    for (unsigned i = 0; i < 101; i++) {
        (void)strcat(notes, "x\n");
    }
    see(UPGRADE_STEP_OFFERED);
    TEST_ASSERT_EQUAL(100, state.bundle.notes_count);
}

void test_pieces_and_the_start(void) {
    refused(CAT_UPGRADE_NOT_READY, NULL, start((struct upgrade_start_req){.force = false}));
    offer((struct fake_bundle){.image = 80000});
    TEST_ASSERT_EQUAL_INT64(HEAD, sent.received);
    refused(CAT_UPGRADE_NOT_READY, NULL, send_piece(HEAD, 1000));
    refused(CAT_OK, NULL, start((struct upgrade_start_req){.force = false}));
    api_world_audit(&w, "UpdateMachine", "upgrade", "0.2.0");
    TEST_ASSERT_EQUAL_INT64(HEAD, see(UPGRADE_STEP_RECEIVING)->received);
    refused(CAT_UPLOAD_GAP, NULL, send_piece(HEAD + 1, 1000));
    refused(CAT_OK, NULL, send_piece(HEAD, 1000));
    TEST_ASSERT_EQUAL_INT64(HEAD + 1000, sent.received);
    TEST_ASSERT_EQUAL(UPGRADE_STEP_RECEIVING, sent.step);
    refused(CAT_OK, NULL, api_upgrade_cancel(&w.ctx));
    see(UPGRADE_STEP_IDLE);
    refused(CAT_UPGRADE_NOT_READY, NULL, api_upgrade_cancel(&w.ctx));
}

/* The head of a whole file starts it too. */
static int send_head(struct fake_bundle with) {
    bundle_len = fake_machine_bundle(&with, &bundle);
    const size_t len = bundle_len < HEAD ? bundle_len : HEAD;
    struct update_machine_req req = {.total = (int64_t)bundle_len, .name = "next.swu", .start = true};
    w.ctx.body = bundle;
    w.ctx.body_len = len;
    return api_update_machine(&w.ctx, &req, &sent);
}

void test_a_head_may_start_at_once(void) {
    refused(CAT_OK, NULL, send_head((struct fake_bundle){.image = 80000}));
    api_world_audit(&w, "UpdateMachine", "upgrade", "0.2.0");
    TEST_ASSERT_EQUAL_INT64(HEAD, see(UPGRADE_STEP_RECEIVING)->received);
    struct update_machine_req more = {
        .offset = (int64_t)HEAD, .total = (int64_t)bundle_len, .name = "next.swu", .start = true};
    w.ctx.body = bundle + HEAD;
    w.ctx.body_len = 1000;
    w.by.fresh = false; /* it was asked for with the head */
    refused(CAT_OK, NULL, api_update_machine(&w.ctx, &more, &sent));
    TEST_ASSERT_EQUAL_INT64(HEAD + 1000, sent.received);
}

void test_what_may_not_start_is_not_left_there(void) {
    refused(CAT_BUNDLE_OLDER, NULL, send_head((struct fake_bundle){.version = "0.0.9", .counter = 9}));
    see(UPGRADE_STEP_IDLE);
}

void test_who_did_not_type_the_password_lately_starts_nothing(void) {
    w.by.fresh = false;
    refused(CAT_PASSWORD_NEEDED, NULL, send_head((struct fake_bundle){.image = 80000}));
    see(UPGRADE_STEP_IDLE);
    w.by.super = true; /* but the engineer did */
    refused(CAT_OK, NULL, send_head((struct fake_bundle){.image = 80000}));
    see(UPGRADE_STEP_RECEIVING);
}

void test_without_memory_a_piece_is_not_answered(void) {
    bundle_len = fake_machine_bundle(&(struct fake_bundle){.counter = 1}, &bundle);
    arena_done(&w.arena);
    w.arena.cap = 0;
    refused(CAT_SYSTEM_ERROR, NULL, send_piece(0, bundle_len));
}

void test_an_older_one_is_forced_by_the_engineer_alone(void) {
    struct upgrade_start_req req = {.force = true};
    offer((struct fake_bundle){.version = "0.0.9", .counter = 9});
    refused(CAT_BUNDLE_OLDER, NULL, start((struct upgrade_start_req){.force = false}));
    (void)snprintf(req.serial, sizeof(req.serial), "%s", serial_end());
    req.has_serial = true;
    refused(CAT_SUPER_NEEDED, NULL, start(req));
    w.by.super = true;
    req.has_serial = false; /* it is not given */
    refused(CAT_SERIAL_WRONG, "serial", start(req));
    req.has_serial = true;
    req.serial[0] = req.serial[0] == 'X' ? 'Y' : 'X';
    refused(CAT_SERIAL_WRONG, "serial", start(req));
    (void)snprintf(req.serial, sizeof(req.serial), "%s", serial_end());
    refused(CAT_OK, NULL, start(req));
}

void test_why_it_failed(void) {
    static uint8_t damaged[100000];
    bundle_len = fake_machine_bundle(&(struct fake_bundle){.image = 80000}, &bundle);
    memcpy(damaged, bundle, bundle_len);
    damaged[bundle_len - 5000] ^= 1;
    bundle = damaged;
    refused(CAT_OK, NULL, send_piece(0, HEAD));
    refused(CAT_OK, NULL, start((struct upgrade_start_req){.force = false}));
    refused(CAT_BUNDLE_DAMAGED, NULL, send_piece(HEAD, bundle_len - HEAD));
    TEST_ASSERT_EQUAL(CAT_BUNDLE_DAMAGED, see(UPGRADE_STEP_FAILED)->code);
    bundle_len = fake_machine_bundle(&(struct fake_bundle){.stranger = true}, &bundle);
    refused(CAT_BUNDLE_SIGNER_UNKNOWN, NULL, send_piece(0, bundle_len));
}

/* --- The last one --- */

static void last_was(enum upgrade_phase phase) {
    w.t.shared->upgrade->history = (struct upgrade_history){.phase = phase,
                                                            .from = "0.0.8",
                                                            .to = "0.0.9",
                                                            .at_s = 1780000000,
                                                            .reason = UPGRADE_REASON_SELF_TEST,
                                                            .device = "sound",
                                                            .lines_taken = 5,
                                                            .lines_left = 6};
    TEST_ASSERT_EQUAL(CAT_OK, call_state());
}

void test_how_the_last_one_ended(void) {
    last_was(UPGRADE_PHASE_BACK);
    TEST_ASSERT_EQUAL(UPGRADE_END_WENT_BACK, state.last.end);
    TEST_ASSERT_EQUAL(UPGRADE_REASON_SELF_TEST, state.last.reason);
    TEST_ASSERT_EQUAL_STRING("0.0.8", state.last.from);
    TEST_ASSERT_EQUAL_STRING("0.0.9", state.last.to);
    TEST_ASSERT_EQUAL_INT64(1780000000, state.last.at);
    TEST_ASSERT_EQUAL(5, state.last.records);
    TEST_ASSERT_EQUAL(6, state.last.records_lost);
    TEST_ASSERT_EQUAL_STRING("sound", state.last.device);
    last_was(UPGRADE_PHASE_CONFIRMED);
    TEST_ASSERT_EQUAL(UPGRADE_END_CONFIRMED, state.last.end);
    TEST_ASSERT_EQUAL_INT64(1780000000, state.last.at);
    last_was(UPGRADE_PHASE_SWITCHED); /* it is not over */
    TEST_ASSERT_EQUAL(UPGRADE_END_NONE, state.last.end);
    TEST_ASSERT_EQUAL_INT64(0, state.last.at);
    last_was(UPGRADE_PHASE_NONE);
    TEST_ASSERT_EQUAL(UPGRADE_END_NONE, state.last.end);
}
