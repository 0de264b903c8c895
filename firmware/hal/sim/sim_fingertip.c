/* See sim_fingertip.h. The ridges flow around a core and a delta or two (arch, loop, whorl), as Sherlock and Monro draw
 * them; where they end or fork is random. */
#include "hal/sim/sim_fingertip.h"

#include <math.h>
#include <stdbool.h>

#include "hal/sim/sim_random.h"

#define FINGER_WIDTH 320 /* pixels at 500 dpi */
#define FINGER_HEIGHT 400
#define SENSOR_WIDTH 256
#define SENSOR_HEIGHT 288
#define APART_PX 9 /* least distance between two */
#define MINUTIAE_FEWEST 46
#define MINUTIAE_MOST 63

struct ridges {
    double core_x[2], core_y[2], delta_x[2], delta_y[2];
    int poles; /* cores, and as many deltas */
};

static void ridges_draw(struct sim_random *random, struct ridges *ret_ridges) {
    double kind = sim_random_between(random, 0, 1);
    double side = sim_random_between(random, 0, 1) < 0.5 ? -1 : 1;
    *ret_ridges = (struct ridges){.poles = kind < 0.06 ? 0 : kind < 0.7 ? 1 : 2}; /* arches, loops, whorls */
    for (int i = 0; i < 2; i++) {
        double way = i == 0 ? side : -side;
        ret_ridges->core_x[i] = FINGER_WIDTH / 2.0 + sim_random_normal(random, 10);
        ret_ridges->core_y[i] = 170 + i * 40 + sim_random_normal(random, 12);
        ret_ridges->delta_x[i] = FINGER_WIDTH / 2.0 + way * (95 + sim_random_normal(random, 12));
        ret_ridges->delta_y[i] = 290 + sim_random_normal(random, 15);
    }
}

/* Returns the direction of the ridge, in radians, with either sign. */
static double ridges_flow(const struct ridges *ridges, double x, double y) {
    if (ridges->poles == 0) {
        return 0.9 * sin((x - FINGER_WIDTH / 2.0) / FINGER_WIDTH * M_PI) * (y / FINGER_HEIGHT);
    }
    double flow = 0;
    for (int i = 0; i < ridges->poles; i++) {
        flow += 0.5 * atan2(y - ridges->core_y[i], x - ridges->core_x[i]);
        flow -= 0.5 * atan2(y - ridges->delta_y[i], x - ridges->delta_x[i]);
    }
    return flow + M_PI / 2;
}

static uint8_t turn_of(double radians) {
    return (uint8_t)(int)lround(radians * 128 / M_PI);
}

static bool is_apart(const struct minutiae *finger, double x, double y) {
    for (unsigned i = 0; i < finger->count; i++) {
        double dx = finger->at[i].x - x;
        double dy = finger->at[i].y - y;
        if (dx * dx + dy * dy < APART_PX * APART_PX) {
            return false;
        }
    }
    return true;
}

static void finger_draw(uint64_t seed, struct minutiae *ret_finger) {
    struct sim_random random = sim_random_from(seed, 0);
    struct ridges ridges;
    ridges_draw(&random, &ridges);
    unsigned count = (unsigned)sim_random_between(&random, MINUTIAE_FEWEST, MINUTIAE_MOST + 1);
    ret_finger->count = 0;
    while (ret_finger->count < count) {
        double x = sim_random_between(&random, 8, FINGER_WIDTH - 8);
        double y = sim_random_between(&random, 8, FINGER_HEIGHT - 8);
        double across = (x - FINGER_WIDTH / 2.0) / (FINGER_WIDTH / 2.0);
        double along = (y - FINGER_HEIGHT / 2.0) / (FINGER_HEIGHT / 2.0);
        if (across * across + along * along > 1 || !is_apart(ret_finger, x, y)) {
            continue;
        }
        double way = sim_random_between(&random, 0, 1) < 0.5 ? 0 : M_PI;
        ret_finger->at[ret_finger->count++] = (struct minutia){
            .x = (int16_t)lround(x), .y = (int16_t)lround(y), .angle = turn_of(ridges_flow(&ridges, x, y) + way)};
    }
}

/* Position of a finger on the sensor in one press. */
struct lie {
    double turn, dx, dy; /* of the whole */
    double stretch, shear; /* of the skin */
    double blur; /* 0 clear to 1 unrecognizable */
    double left, right, top, bottom; /* contact area on the sensor */
};

static struct lie lie_of(struct sim_random *random, unsigned quality) {
    double blur = 1 - (double)quality / FINGERTIP_QUALITY_MAX;
    struct lie lie = {
        .turn = sim_random_normal(random, 0.10 + 0.10 * blur),
        .dx = sim_random_normal(random, 9 + 22 * blur),
        .dy = sim_random_normal(random, 11 + 26 * blur),
        .stretch = 1 + sim_random_normal(random, 0.012 + 0.02 * blur),
        .shear = sim_random_normal(random, 0.012 + 0.02 * blur),
        .blur = blur,
        .right = SENSOR_WIDTH,
        .bottom = SENSOR_HEIGHT,
    };
    /* Below half the quality, part of the finger is beside the sensor. */
    double missing = blur > 0.5 ? (blur - 0.5) * 1.2 : 0;
    if (sim_random_between(random, 0, 1) < 0.5) {
        lie.left = missing * SENSOR_WIDTH;
    } else {
        lie.top = missing * SENSOR_HEIGHT;
    }
    return lie;
}

static void add_seen(struct minutiae *seen, const struct lie *lie, double x, double y, uint8_t angle) {
    if (x >= lie->left && x < lie->right && y >= lie->top && y < lie->bottom && seen->count < MINUTIAE_MAX) {
        seen->at[seen->count++] = (struct minutia){.x = (int16_t)lround(x), .y = (int16_t)lround(y), .angle = angle};
    }
}

void fingertip_press(uint64_t seed, uint64_t press, unsigned quality, struct fingertip_press *ret_press) {
    struct minutiae finger;
    finger_draw(seed, &finger);
    struct sim_random random = sim_random_from(seed, press + 1);
    struct lie lie = lie_of(&random, quality);
    ret_press->seen.count = 0;
    double missed = 0.04 + 0.5 * lie.blur * lie.blur;
    for (unsigned i = 0; i < finger.count; i++) {
        double x = (finger.at[i].x - FINGER_WIDTH / 2.0) * lie.stretch;
        double y = (finger.at[i].y - FINGER_HEIGHT / 2.0) / lie.stretch;
        x += lie.shear * y;
        double px = cos(lie.turn) * x - sin(lie.turn) * y + SENSOR_WIDTH / 2.0 + lie.dx;
        double py = sin(lie.turn) * x + cos(lie.turn) * y + SENSOR_HEIGHT / 2.0 + lie.dy;
        px += sim_random_normal(&random, 1 + 4 * lie.blur);
        py += sim_random_normal(&random, 1 + 4 * lie.blur);
        double angle = lie.turn + sim_random_normal(&random, 0.06 + 0.3 * lie.blur);
        if (sim_random_between(&random, 0, 1) >= missed) {
            add_seen(&ret_press->seen, &lie, px, py, (uint8_t)(finger.at[i].angle + turn_of(angle)));
        }
    }
    unsigned spurious = (unsigned)sim_random_between(&random, 0, 3 + 16 * lie.blur);
    for (unsigned i = 0; i < spurious; i++) {
        double x = sim_random_between(&random, lie.left, lie.right);
        double y = sim_random_between(&random, lie.top, lie.bottom);
        add_seen(&ret_press->seen, &lie, x, y, (uint8_t)sim_random_next(&random));
    }
    double area = (lie.right - lie.left) * (lie.bottom - lie.top) / (SENSOR_WIDTH * SENSOR_HEIGHT);
    double clear = FINGERTIP_QUALITY_MAX * (1 - lie.blur) * (0.6 + 0.4 * area) + sim_random_normal(&random, 2);
    ret_press->quality = clear < 0 ? 0 : clear > FINGERTIP_QUALITY_MAX ? FINGERTIP_QUALITY_MAX : (unsigned)clear;
}
