/* Stills of the simulated camera: the drawn scene, a given picture, the person in front. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "conformance_camera.h"
#include "hal/sim/sim.h"
#include "sim_world.h"
#include "unity.h"
#include "util/err.h"

static struct hal *hal;
static uint8_t still[1024 * 1024];
static size_t len;
static char path[] = "/tmp/postern-test-camera";

void setUp(void) {
    TEST_ASSERT_EQUAL(0, hal_new(&(struct hal_options){0}, &hal));
}

void tearDown(void) {
    (void)unlink(path);
    hal_free(hal);
}

static int take(size_t max) {
    len = 0;
    return hal->camera.still(hal->camera.ctx, still, max, &len);
}

static void file_write(const char *text) {
    FILE *file = fopen(path, "w");
    TEST_ASSERT_TRUE(file != NULL && fputs(text, file) >= 0 && fclose(file) == 0);
}

void test_it_draws_a_scene(void) {
    TEST_ASSERT_EQUAL(0, take(sizeof(still)));
    TEST_ASSERT_TRUE(len > 1000 && len < 100000);
    TEST_ASSERT_EQUAL_HEX8(0xFF, still[0]);
    TEST_ASSERT_EQUAL_HEX8(0xD8, still[1]);
    TEST_ASSERT_EQUAL_HEX8(0xFF, still[len - 2]);
    TEST_ASSERT_EQUAL_HEX8(0xD9, still[len - 1]);
    uint8_t dark[64];
    memcpy(dark, still + len - 64, sizeof(dark));
    TEST_ASSERT_EQUAL(0, hal->camera.set_light(hal->camera.ctx, CAMERA_LIGHT_ON));
    TEST_ASSERT_EQUAL(0, take(sizeof(still)));
    TEST_ASSERT_NOT_EQUAL(0, memcmp(dark, still + len - 64, sizeof(dark)));
}

void test_it_sees_what_it_is_given(void) {
    char command[120];
    file_write("\xFF\xD8\xFF hall, as a file");
    (void)snprintf(command, sizeof(command), "{\"do\":\"camera\",\"path\":\"%s\"}", path);
    TEST_ASSERT_NULL(sim_world_do(hal, command));
    TEST_ASSERT_EQUAL(0, take(sizeof(still)));
    TEST_ASSERT_EQUAL(19, len);
    TEST_ASSERT_EQUAL_MEMORY("\xFF\xD8\xFF hall, as a file", still, len);
    TEST_ASSERT_EQUAL(E_TOO_LARGE, take(18));
    TEST_ASSERT_EQUAL(0, take(19));
    TEST_ASSERT_NULL(sim_world_do(hal, "{\"do\":\"camera\",\"path\":null}"));
    TEST_ASSERT_EQUAL(0, take(sizeof(still)));
    TEST_ASSERT_GREATER_THAN(1000, len);
    file_write("\x89PNG and more of it");
    TEST_ASSERT_EQUAL_STRING("the camera takes JPEG alone, and 1 MiB at most", sim_world_do(hal, command));
    TEST_ASSERT_EQUAL_STRING("path is a file, or null", sim_world_do(hal, "{\"do\":\"camera\"}"));
}

void test_offline(void) {
    sim_world_fault(hal, "camera", "offline", true);
    TEST_ASSERT_EQUAL(E_OFFLINE, take(sizeof(still)));
    TEST_ASSERT_EQUAL(0, len);
}

static void camera_connect(void *ctx, bool on) {
    (void)ctx;
    sim_world_fault(hal, "camera", "offline", !on);
}

void test_it_is_what_the_contract_says(void) {
    conformance_camera(&(struct conformance_camera){.camera = &hal->camera, .connect = camera_connect});
}

void test_slow_answers_busy_until_it_is_there_and_keeps_nobody(void) {
    sim_world_fault(hal, "camera", "slow", true);
    TEST_ASSERT_EQUAL(E_BUSY, take(sizeof(still)));
    sim_world_advance(hal, 4000);
    TEST_ASSERT_EQUAL(E_BUSY, take(sizeof(still)));
    sim_world_advance(hal, 1000);
    TEST_ASSERT_EQUAL(0, take(sizeof(still)));
    TEST_ASSERT_EQUAL(E_BUSY, take(sizeof(still)));
    sim_world_fault(hal, "camera", "slow", false);
    TEST_ASSERT_EQUAL(0, take(sizeof(still)));
}

void test_garbage_is_no_picture(void) {
    sim_world_fault(hal, "camera", "garbage", true);
    TEST_ASSERT_EQUAL(0, take(sizeof(still)));
    TEST_ASSERT_GREATER_THAN(100, len);
    TEST_ASSERT_NOT_EQUAL(0xFF, still[0]);
}
