/* See conformance_camera.h. */
#include "conformance_camera.h"

#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "unity.h"
#include "util/err.h"

#define UNTOUCHED 0xA5
#define THREADS 3
#define STILLS 4 /* of each thread */

static const enum camera_light lights[] = {CAMERA_LIGHT_AUTO, CAMERA_LIGHT_ON, CAMERA_LIGHT_OFF};

static int still(const struct conformance_camera *world, uint8_t *buf, size_t max, size_t *ret_len) {
    return world->camera->still(world->camera->ctx, buf, max, ret_len);
}

static bool is_jpeg(const uint8_t *data, size_t len) {
    return len > 4 && data[0] == 0xFF && data[1] == 0xD8 && data[len - 2] == 0xFF && data[len - 1] == 0xD9;
}

static uint8_t *room_new(void) {
    uint8_t *room = malloc(HAL_CAMERA_STILL_MAX);
    TEST_ASSERT_NOT_NULL(room);
    memset(room, UNTOUCHED, HAL_CAMERA_STILL_MAX);
    return room;
}

void conformance_camera_takes_stills(const struct conformance_camera *world) {
    uint8_t *room = room_new();
    for (size_t i = 0; i < sizeof(lights) / sizeof(lights[0]); i++) {
        size_t len = 0;
        TEST_ASSERT_EQUAL(0, world->camera->set_light(world->camera->ctx, lights[i]));
        TEST_ASSERT_EQUAL(0, still(world, room, HAL_CAMERA_STILL_MAX, &len));
        TEST_ASSERT_TRUE(is_jpeg(room, len));
    }
    free(room);
}

void conformance_camera_keeps_to_the_room(const struct conformance_camera *world) {
    uint8_t *room = room_new();
    size_t len = 0;
    TEST_ASSERT_EQUAL(E_TOO_LARGE, still(world, room, 16, &len));
    for (size_t i = 16; i < 4096; i++) {
        TEST_ASSERT_EQUAL_HEX8(UNTOUCHED, room[i]);
    }
    TEST_ASSERT_EQUAL(0, len);
    TEST_ASSERT_EQUAL(0, still(world, room, HAL_CAMERA_STILL_MAX, &len));
    free(room);
}

struct taker {
    const struct conformance_camera *world;
    unsigned good;
};

static void *take(void *arg) {
    struct taker *taker = arg;
    uint8_t *room = malloc(HAL_CAMERA_STILL_MAX);
    for (unsigned i = 0; room != NULL && i < STILLS; i++) {
        size_t len = 0;
        (void)taker->world->camera->set_light(taker->world->camera->ctx, lights[i % 3]);
        taker->good += still(taker->world, room, HAL_CAMERA_STILL_MAX, &len) == 0 && is_jpeg(room, len);
    }
    free(room);
    return NULL;
}

void conformance_camera_serves_threads(const struct conformance_camera *world) {
    pthread_t threads[THREADS];
    struct taker takers[THREADS];
    for (unsigned i = 0; i < THREADS; i++) {
        takers[i] = (struct taker){.world = world};
        TEST_ASSERT_EQUAL(0, pthread_create(&threads[i], NULL, take, &takers[i]));
    }
    for (unsigned i = 0; i < THREADS; i++) {
        (void)pthread_join(threads[i], NULL);
        TEST_ASSERT_EQUAL(STILLS, takers[i].good);
    }
}

void conformance_camera_goes_away(const struct conformance_camera *world) {
    uint8_t *room = room_new();
    size_t len = 0;
    world->connect(world->ctx, false);
    TEST_ASSERT_EQUAL(E_OFFLINE, still(world, room, HAL_CAMERA_STILL_MAX, &len));
    TEST_ASSERT_EQUAL(0, len);
    TEST_ASSERT_EQUAL(E_OFFLINE, world->camera->set_light(world->camera->ctx, CAMERA_LIGHT_ON));
    world->connect(world->ctx, true);
    TEST_ASSERT_EQUAL(0, still(world, room, HAL_CAMERA_STILL_MAX, &len));
    TEST_ASSERT_TRUE(is_jpeg(room, len));
    free(room);
}

void conformance_camera(const struct conformance_camera *world) {
    conformance_camera_takes_stills(world);
    conformance_camera_keeps_to_the_room(world);
    conformance_camera_serves_threads(world);
    conformance_camera_goes_away(world);
}
