/* The simulated face module: what every module promises (test/conformance), with an engine that this test plays at the
 * other end of the line, and what goes wrong on that line. A picture here is a mark of JPEG, a person and how good it
 * is; the engine makes 128 numbers of the person. */
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include "conformance_biometric.h"
#include "hal/sim/sim_biometric.h"
#include "hal/sim/sim_devices.h"
#include "hal/sim/sim_frames.h"
#include "hal/sim/sim_octets.h"
#include "patience.h"
#include "sim_world.h"
#include "unity.h"

#define PICTURE_LEN 16

static char dir[64], bench[80], line[96], picture[96];
static struct hal *hal;
static int engine; /* -1: not connected */
static uint8_t in[4096];
static size_t in_len;

static struct hal_biometric_info info(void) {
    struct hal_biometric_info now;
    hal->face.info(hal->face.ctx, &now);
    return now;
}

/* Waits until the line's thread has noticed that the engine connected or disconnected. */
static void wait_online(bool online) {
    for (int ms = 0; ms < PATIENCE_MS && info().online != online; ms++) {
        (void)usleep(1000);
    }
    TEST_ASSERT_EQUAL(online, info().online);
}

static void engine_connect(void) {
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    (void)snprintf(address.sun_path, sizeof(address.sun_path), "%s", line);
    engine = socket(AF_UNIX, SOCK_STREAM, 0);
    TEST_ASSERT_EQUAL(0, connect(engine, (const struct sockaddr *)&address, sizeof(address)));
    in_len = 0;
    wait_online(true);
}

static void engine_kill(void) {
    (void)close(engine);
    engine = -1;
    wait_online(false);
}

void setUp(void) {
    (void)snprintf(dir, sizeof(dir), "/tmp/postern-test-XXXXXX");
    TEST_ASSERT_NOT_NULL(mkdtemp(dir));
    (void)snprintf(bench, sizeof(bench), "%s/bench", dir);
    (void)snprintf(line, sizeof(line), "%s.face", bench);
    (void)snprintf(picture, sizeof(picture), "%s/picture", dir);
    TEST_ASSERT_EQUAL(0, hal_new(&(struct hal_options){.bench = bench}, &hal));
    TEST_ASSERT_FALSE(info().online);
    engine_connect();
}

void tearDown(void) {
    (void)close(engine);
    hal_free(hal);
    TEST_ASSERT_NOT_EQUAL(0, access(line, F_OK));
    (void)unlink(picture);
    (void)rmdir(dir);
}

static void picture_write(unsigned person, unsigned quality, unsigned faces) {
    const uint8_t octets[PICTURE_LEN] = {0xFF, 0xD8, 0xFF, (uint8_t)person, (uint8_t)quality, (uint8_t)faces};
    FILE *file = fopen(picture, "w");
    TEST_ASSERT_NOT_NULL(file);
    TEST_ASSERT_EQUAL(sizeof(octets), fwrite(octets, 1, sizeof(octets), file));
    TEST_ASSERT_EQUAL(0, fclose(file));
}

static void engine_say(uint8_t type, uint8_t sequence, const void *data, size_t len) {
    uint8_t head[FRAME_HEAD];
    uint8_t tail[FRAME_TAIL];
    frame_head(type, sequence, len, head);
    frame_tail(head, data, len, tail);
    TEST_ASSERT_EQUAL(FRAME_HEAD, send(engine, head, FRAME_HEAD, MSG_NOSIGNAL));
    TEST_ASSERT_EQUAL(len, send(engine, data, len, MSG_NOSIGNAL));
    TEST_ASSERT_EQUAL(FRAME_TAIL, send(engine, tail, FRAME_TAIL, MSG_NOSIGNAL));
}

/* Reads the next frame of the module; its data is in `in`. */
static struct frame engine_hear(void) {
    struct frame frame;
    unsigned bad = 0;
    size_t used = 0;
    while ((used = frame_read(in, in_len, &frame, &bad)) == 0) {
        struct pollfd one = {.fd = engine, .events = POLLIN};
        TEST_ASSERT_EQUAL(1, poll(&one, 1, PATIENCE_MS));
        ssize_t n = recv(engine, in + in_len, sizeof(in) - in_len, 0);
        TEST_ASSERT_GREATER_THAN(0, n);
        in_len += (size_t)n;
    }
    TEST_ASSERT_EQUAL(0, bad);
    TEST_ASSERT_EQUAL(in_len, used);
    TEST_ASSERT_EQUAL(FRAME_SENSE, frame.type);
    TEST_ASSERT_EQUAL(PICTURE_LEN, frame.len);
    in_len = 0;
    return frame;
}

/* Answers a picture like a good engine. */
static void engine_answer(const struct frame *asked) {
    uint8_t said[2 + 4 * 128] = {asked->data[5], asked->data[4]};
    size_t len = asked->data[5] == 1 ? sizeof(said) : 2;
    for (size_t i = 0; len > 2 && i < 128; i++) {
        /* Always the same for one person; 0.8 or more apart for two. */
        float number = (i % 10 == asked->data[3] % 10) ? 0.16F : 0.0F;
        uint32_t octets = 0;
        memcpy(&octets, &number, sizeof(octets));
        octets_put32(said + 2 + 4 * i, octets);
    }
    engine_say(FRAME_FACES, asked->sequence, said, len);
}

static bool is_awaited(void) {
    struct sim *sim = sim_enter(hal);
    const struct biometric *bio = sim_state(sim, &sim_face);
    bool awaited = bio->sensing == SENSE_AWAITED;
    sim_leave(sim);
    return awaited;
}

static void wait_taken(void) {
    for (int ms = 0; ms < PATIENCE_MS && is_awaited(); ms++) {
        (void)usleep(1000);
    }
    TEST_ASSERT_FALSE(is_awaited());
}

/* Answers the module's request, if any. */
static void engine_serve(void) {
    if (engine >= 0 && is_awaited()) {
        struct frame asked = engine_hear();
        engine_answer(&asked);
        wait_taken();
    }
}

static void act(const char *command) {
    TEST_ASSERT_NULL_MESSAGE(sim_world_do(hal, command), command);
}

static void stand(const char *more) {
    char command[200];
    (void)snprintf(command, sizeof(command), "{\"do\":\"face\",\"path\":\"%s\"%s}", picture, more);
    act(command);
}

static void face_present(void *ctx, unsigned person, bool well) {
    (void)ctx;
    picture_write(person, well ? 95 : 20, 1);
    stand("");
}

static void face_lift(void *ctx) {
    (void)ctx;
    act("{\"do\":\"face\",\"lift\":true}");
}

static void world_advance(void *ctx, int ms) {
    (void)ctx;
    sim_world_advance(hal, ms);
    engine_serve();
}

static void face_connect(void *ctx, bool on) {
    (void)ctx;
    if (on) {
        engine_connect();
    } else {
        engine_kill();
    }
}

void test_it_is_what_the_contract_says(void) {
    conformance_biometric(&(struct conformance_world){.module = &hal->face,
                                                      .input = &hal->input,
                                                      .kind = HAL_CREDENTIAL_FACE,
                                                      .present = face_present,
                                                      .lift = face_lift,
                                                      .advance = world_advance,
                                                      .connect = face_connect});
}

static struct hal_enrol_state enrol_state(void) {
    struct hal_enrol_state state;
    hal->face.enrol_state(hal->face.ctx, &state);
    return state;
}

static int enrol_picture(uint32_t slot, unsigned person, unsigned quality, unsigned faces) {
    const uint8_t octets[PICTURE_LEN] = {0xFF, 0xD8, 0xFF, (uint8_t)person, (uint8_t)quality, (uint8_t)faces};
    int r = hal->face.enrol_picture(hal->face.ctx, slot, octets, sizeof(octets));
    engine_serve();
    return r;
}

static struct hal_match show(unsigned person, const char *more) {
    struct hal_input_event event = {0};
    char all[60];
    (void)snprintf(all, sizeof(all), ",\"instantly\":true,\"lift\":true%s", more);
    picture_write(person, 95, 1);
    stand(all);
    engine_serve();
    TEST_ASSERT_EQUAL(0, hal->input.wait(hal->input.ctx, 0, &event));
    return event.match;
}

void test_enrolled_from_a_picture(void) {
    TEST_ASSERT_EQUAL(0, enrol_picture(0, 1, 95, 1));
    TEST_ASSERT_EQUAL(HAL_ENROL_DONE, enrol_state().step);
    TEST_ASSERT_EQUAL(95, enrol_state().quality);
    TEST_ASSERT_TRUE(show(1, "").found);
    TEST_ASSERT_FALSE(show(2, "").found);
    TEST_ASSERT_EQUAL(0, enrol_picture(1, 1, 95, 1));
    TEST_ASSERT_EQUAL(HAL_ENROL_NOTE_DUPLICATE, enrol_state().note);
    TEST_ASSERT_EQUAL(0, enrol_state().duplicate);
}

void test_a_picture_has_one_try(void) {
    TEST_ASSERT_EQUAL(0, enrol_picture(0, 1, 95, 3));
    TEST_ASSERT_EQUAL(HAL_ENROL_FAILED, enrol_state().step);
    TEST_ASSERT_EQUAL(HAL_ENROL_NOTE_SEVERAL, enrol_state().note);
    TEST_ASSERT_EQUAL(0, enrol_picture(0, 1, 0, 0));
    TEST_ASSERT_EQUAL(HAL_ENROL_NOTE_NO_FACE, enrol_state().note);
    TEST_ASSERT_EQUAL(0, enrol_picture(0, 1, 54, 1));
    TEST_ASSERT_EQUAL(HAL_ENROL_NOTE_POOR, enrol_state().note);
    TEST_ASSERT_EQUAL(0, enrol_picture(0, 1, 55, 1));
    TEST_ASSERT_EQUAL(HAL_ENROL_DONE, enrol_state().step);
    TEST_ASSERT_EQUAL(E_FORMAT, hal->face.enrol_picture(hal->face.ctx, 1, "GIF89a..........", 16));
    TEST_ASSERT_EQUAL(E_FORMAT, hal->face.enrol_picture(hal->face.ctx, 1, "\xFF\xD8\xFF", 3));
}

void test_a_held_up_picture_is_not_alive(void) {
    TEST_ASSERT_EQUAL(0, enrol_picture(0, 1, 95, 1));
    struct hal_match match = show(1, ",\"live\":false");
    TEST_ASSERT_FALSE(match.live);
    TEST_ASSERT_TRUE(match.readable);
}

void test_the_engine_is_killed_while_it_works(void) {
    struct hal_input_event event;
    TEST_ASSERT_EQUAL(0, hal->face.enrol(hal->face.ctx, 0));
    picture_write(1, 95, 1);
    stand(",\"instantly\":true");
    (void)engine_hear();
    engine_kill();
    TEST_ASSERT_EQUAL(HAL_ENROL_FAILED, enrol_state().step);
    TEST_ASSERT_EQUAL(HAL_ENROL_NOTE_LOST, enrol_state().note);
    TEST_ASSERT_EQUAL(E_OFFLINE, hal->face.enrol(hal->face.ctx, 0));
    act("{\"do\":\"face\",\"lift\":true}");
    engine_connect();
    TEST_ASSERT_EQUAL(E_TIMEOUT, hal->input.wait(hal->input.ctx, 0, &event));
    TEST_ASSERT_EQUAL(0, enrol_picture(0, 1, 95, 1));
    TEST_ASSERT_EQUAL(HAL_ENROL_DONE, enrol_state().step);
}

/* Returns a number of the module's published state. */
static int counted(const char *name) {
    struct sim *sim = sim_enter(hal);
    cJSON *state = sim_face.state(sim);
    int number = cJSON_GetObjectItemCaseSensitive(state, name)->valueint;
    cJSON_Delete(state);
    sim_leave(sim);
    return number;
}

static void wait_counted(const char *name, int number) {
    for (int ms = 0; ms < PATIENCE_MS && counted(name) < number; ms++) {
        (void)usleep(1000);
    }
    TEST_ASSERT_EQUAL(number, counted(name));
}

void test_a_busy_engine_is_asked_again(void) {
    struct hal_input_event event;
    picture_write(1, 95, 1);
    stand(",\"instantly\":true,\"lift\":true");
    struct frame asked = engine_hear();
    engine_say(FRAME_BUSY, asked.sequence, "", 0);
    wait_counted("busyAnswers", 1);
    sim_world_advance(hal, 300);
    struct frame again = engine_hear();
    TEST_ASSERT_NOT_EQUAL(asked.sequence, again.sequence);
    engine_answer(&again);
    wait_taken();
    TEST_ASSERT_EQUAL(0, hal->input.wait(hal->input.ctx, 0, &event));
    TEST_ASSERT_TRUE(event.match.readable);
}

void test_no_answer_in_time_and_one_too_late(void) {
    struct hal_input_event event;
    picture_write(1, 95, 1);
    stand(",\"instantly\":true,\"lift\":true");
    struct frame asked = engine_hear();
    sim_world_advance(hal, 59900);
    TEST_ASSERT_EQUAL(E_TIMEOUT, hal->input.wait(hal->input.ctx, 0, &event));
    sim_world_advance(hal, 200);
    TEST_ASSERT_EQUAL(0, hal->input.wait(hal->input.ctx, 0, &event));
    TEST_ASSERT_FALSE(event.match.readable);
    TEST_ASSERT_EQUAL(1, counted("timeouts"));
    engine_answer(&asked);
    wait_counted("lateAnswers", 1);
    TEST_ASSERT_EQUAL(E_TIMEOUT, hal->input.wait(hal->input.ctx, 0, &event));
}

void test_noise_on_the_line_is_thrown_away(void) {
    static const uint8_t noise[] = {0x00, 0xA5, 0x5A, 0x81, 0x01, 0xFF, 0xFF, 0xFF, 0xFF, 0x13, 0x37};
    struct hal_input_event event;
    picture_write(1, 95, 1);
    stand(",\"instantly\":true,\"lift\":true");
    struct frame asked = engine_hear();
    TEST_ASSERT_EQUAL(sizeof(noise), send(engine, noise, sizeof(noise), MSG_NOSIGNAL));
    engine_answer(&asked);
    wait_taken();
    TEST_ASSERT_GREATER_THAN(0, counted("badAnswers"));
    TEST_ASSERT_EQUAL(0, hal->input.wait(hal->input.ctx, 0, &event));
    TEST_ASSERT_TRUE(event.match.readable);
}

void test_an_answer_that_makes_no_sense(void) {
    static const uint8_t short_faces[] = {1, 90, 0};
    struct hal_input_event event;
    picture_write(1, 95, 1);
    stand(",\"instantly\":true,\"lift\":true");
    struct frame asked = engine_hear();
    engine_say(FRAME_FACES, asked.sequence, short_faces, sizeof(short_faces));
    wait_taken();
    TEST_ASSERT_EQUAL(0, hal->input.wait(hal->input.ctx, 0, &event));
    TEST_ASSERT_FALSE(event.match.readable);
}

void test_a_picture_that_is_none(void) {
    char command[200];
    TEST_ASSERT_EQUAL_STRING("a face has the path of a picture", sim_world_do(hal, "{\"do\":\"face\"}"));
    TEST_ASSERT_EQUAL_STRING("the picture cannot be opened",
                             sim_world_do(hal, "{\"do\":\"face\",\"path\":\"/nowhere\"}"));
    FILE *file = fopen(picture, "w");
    TEST_ASSERT_TRUE(fputs("GIF89a, and more of it", file) >= 0 && fclose(file) == 0);
    (void)snprintf(command, sizeof(command), "{\"do\":\"face\",\"path\":\"%s\"}", picture);
    TEST_ASSERT_EQUAL_STRING("the picture is neither JPEG nor PNG, or larger than 8 MiB", sim_world_do(hal, command));
}

void test_the_camera_sees_who_stands_there(void) {
    static uint8_t still[1024 * 1024];
    size_t len = 0;
    picture_write(7, 95, 1);
    stand("");
    TEST_ASSERT_EQUAL(0, hal->camera.still(hal->camera.ctx, still, sizeof(still), &len));
    TEST_ASSERT_EQUAL(PICTURE_LEN, len);
    TEST_ASSERT_EQUAL(7, still[3]);
    act("{\"do\":\"face\",\"lift\":true}");
    TEST_ASSERT_EQUAL(0, hal->camera.still(hal->camera.ctx, still, sizeof(still), &len));
    TEST_ASSERT_GREATER_THAN(1000, len);
}
