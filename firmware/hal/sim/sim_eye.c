/* See sim_eye.h. The iris is a sum of waves around and across it, whose strengths and phases are specific to the eye:
 * as in real ones, neighbouring angles are hardly correlated. */
#include "hal/sim/sim_eye.h"

#include <math.h>

#include "hal/sim/sim_random.h"

#define RINGS 8 /* distinct rings of the iris, inside to outside */
#define SPOKES 96 /* distinct places around it */
#define IRIS_RADIUS 74.0
#define PUPIL_RADIUS 30.0

/* Parameters of one picture of an eye. */
struct look {
    double x, y; /* middle of the pupil */
    double pupil, iris; /* radii */
    double turn; /* of the head, in radians */
    double blur; /* 0 to 1 */
    double noise; /* of the camera, in shades of grey */
    double upper, lower; /* edges of the lids, above and below the middle */
    double lamp_x, lamp_y; /* its reflection */
};

struct iris_pattern {
    double shade[RINGS][SPOKES];
};

static void pattern_draw(uint64_t seed, struct iris_pattern *ret_pattern) {
    struct sim_random random = sim_random_from(seed, 0);
    for (int ring = 0; ring < RINGS; ring++) {
        for (int spoke = 0; spoke < SPOKES; spoke++) {
            ret_pattern->shade[ring][spoke] = sim_random_normal(&random, 1);
        }
    }
}

static struct look look_of(struct sim_random *random, unsigned quality) {
    double bad = 1 - (double)quality / EYE_QUALITY_MAX;
    return (struct look){
        .x = EYE_WIDTH / 2.0 + sim_random_normal(random, 3),
        .y = EYE_HEIGHT / 2.0 + sim_random_normal(random, 3),
        .pupil = PUPIL_RADIUS + sim_random_between(random, -5, 5),
        .iris = IRIS_RADIUS + sim_random_between(random, -2, 2),
        .turn = sim_random_normal(random, 0.05),
        .blur = bad,
        .noise = 4 + 60 * bad * bad,
        .upper = (IRIS_RADIUS - 14 + sim_random_normal(random, 4)) * (1 - 0.75 * bad),
        .lower = (IRIS_RADIUS - 4 + sim_random_normal(random, 4)) * (1 - 0.5 * bad),
        .lamp_x = sim_random_between(random, -10, 10),
        .lamp_y = sim_random_between(random, -10, 10),
    };
}

/* Interpolates the pattern at a point of the iris: `across` 0 at the pupil to 1. */
static double pattern_at(const struct iris_pattern *pattern, double across, double angle) {
    double ring = across * (RINGS - 1);
    double spoke = angle / (2 * M_PI) * SPOKES;
    int r = (int)ring < RINGS - 1 ? (int)ring : RINGS - 2;
    int s = (int)floor(spoke);
    double dr = ring - r;
    double ds = spoke - s;
    int s0 = ((s % SPOKES) + SPOKES) % SPOKES;
    int s1 = (s0 + 1) % SPOKES;
    return (1 - dr) * ((1 - ds) * pattern->shade[r][s0] + ds * pattern->shade[r][s1]) +
           dr * ((1 - ds) * pattern->shade[r + 1][s0] + ds * pattern->shade[r + 1][s1]);
}

/* Returns the shade of a point, before the noise. */
static double shade_at(const struct iris_pattern *pattern, const struct look *look, double x, double y) {
    double dx = x - look->x;
    double dy = y - look->y;
    double radius = sqrt(dx * dx + dy * dy);
    double lamp_x = dx - look->lamp_x;
    double lamp_y = dy - look->lamp_y;
    double bend = dx * dx / 260; /* a lid is an arc */
    if (dy < -look->upper + bend || dy > look->lower - bend) {
        return 190;
    }
    if (lamp_x * lamp_x + lamp_y * lamp_y < 25) {
        return 255;
    }
    if (radius < look->pupil) {
        return 15;
    }
    if (radius > look->iris) {
        return 225;
    }
    double across = (radius - look->pupil) / (look->iris - look->pupil);
    double contrast = 26 * (1 - 0.6 * look->blur);
    return 110 + contrast * pattern_at(pattern, across, atan2(dy, dx) - look->turn);
}

void eye_draw(uint64_t seed, uint64_t look_number, unsigned quality, struct eye_picture *ret_picture) {
    struct iris_pattern pattern;
    pattern_draw(seed, &pattern);
    struct sim_random random = sim_random_from(seed, look_number + 1);
    struct look look = look_of(&random, quality);
    for (int y = 0; y < EYE_HEIGHT; y++) {
        for (int x = 0; x < EYE_WIDTH; x++) {
            double shade = shade_at(&pattern, &look, x, y) + sim_random_normal(&random, look.noise);
            ret_picture->grey[y][x] = (uint8_t)(shade < 0 ? 0 : shade > 255 ? 255 : shade);
        }
    }
}
