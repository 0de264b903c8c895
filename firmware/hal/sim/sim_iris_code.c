/* See sim_iris_code.h. 128 places around the eye in 8 rings, two bits each. The places of one angle are 16 bits of a
 * word; a word is four angles, so turning the head by one place shifts the whole code by 16 bits. */
#include "hal/sim/sim_iris_code.h"

#include <math.h>
#include <stdbool.h>
#include <string.h>

#include "hal/sim/sim_octets.h"
#include "util/err.h"

#define CODE_RINGS 8
#define CODE_SPOKES 128
#define UNROLLED 256 /* samples around the eye */
#define PUPIL_SHADE 55 /* darker is pupil */
#define LID_SHADE 165 /* lighter is lid, white of the eye or reflection */
#define PUPIL_FEWEST 800 /* pixels */
#define GABOR_WAVE 10.0 /* samples per wave */
#define GABOR_WIDTH 5.0 /* samples */
#define GABOR_REACH 11
#define WEAK 2.6 /* a weaker filter response has no reproducible phase */
#define SHARP 5.4 /* mean response to a perfect picture */
#define SHIFTS 10 /* places that the head may be turned in each direction */
#define SHOWN_FEWEST 600 /* bits that must be visible in both codes */
#define TEMPLATE_VERSION 1

static const uint8_t template_mark[3] = {'P', 'I', TEMPLATE_VERSION};

/* Pupil and iris as circles. */
struct iris_place {
    double x, y, pupil, iris;
};

/* Finds the pupil: the dark pixels; ignores a reflection in it. */
static bool find_pupil(const struct eye_picture *picture, struct iris_place *ret_place) {
    double count = 0;
    double sum_x = 0;
    double sum_y = 0;
    for (int y = 0; y < EYE_HEIGHT; y++) {
        for (int x = 0; x < EYE_WIDTH; x++) {
            if (picture->grey[y][x] < PUPIL_SHADE) {
                count++;
                sum_x += x;
                sum_y += y;
            }
        }
    }
    if (count < PUPIL_FEWEST) {
        return false;
    }
    *ret_place = (struct iris_place){.x = sum_x / count, .y = sum_y / count};
    return true;
}

/* Returns the mean shade at a distance from the centre, to the left and right, where there is no lid. */
static double side_shade(const struct eye_picture *picture, const struct iris_place *place, int radius) {
    double sum = 0;
    int count = 0;
    for (int at = -12; at <= 12; at++) {
        for (int side = -1; side <= 1; side += 2) {
            int x = (int)lround(place->x + side * radius * cos(at * 0.03));
            int y = (int)lround(place->y + radius * sin(at * 0.03));
            if (x >= 0 && x < EYE_WIDTH && y >= 0 && y < EYE_HEIGHT) {
                sum += picture->grey[y][x];
                count++;
            }
        }
    }
    return count > 0 ? sum / count : 0;
}

/* Returns the distance between `from` and `to` where the shade rises most. */
static double radius_steepest(const struct eye_picture *picture, const struct iris_place *place, int from, int to) {
    double best = 0;
    int radius_best = 0;
    for (int radius = from; radius < to; radius++) {
        double rise = side_shade(picture, place, radius + 1) + side_shade(picture, place, radius + 2) -
                      side_shade(picture, place, radius - 1) - side_shade(picture, place, radius - 2);
        if (rise > best) {
            best = rise;
            radius_best = radius;
        }
    }
    return radius_best;
}

/* The unrolled ring between the circles: one row per ring of the code. Also whether the iris is visible. */
struct iris_strip {
    double grey[CODE_RINGS][UNROLLED];
    bool shown[CODE_RINGS][UNROLLED];
};

/* Returns the mean of 3 by 3 pixels: removes noise, keeps texture. White outside the picture. */
static double shade_near(const struct eye_picture *picture, double at_x, double at_y) {
    int left = (int)lround(at_x) - 1;
    int top = (int)lround(at_y) - 1;
    if (left < 0 || left + 2 >= EYE_WIDTH || top < 0 || top + 2 >= EYE_HEIGHT) {
        return 255;
    }
    int sum = 0;
    for (int i = 0; i < 9; i++) {
        sum += picture->grey[top + i / 3][left + i % 3];
    }
    return sum / 9.0;
}

static void strip_unroll(const struct eye_picture *picture, const struct iris_place *place,
                         struct iris_strip *ret_strip) {
    for (int ring = 0; ring < CODE_RINGS; ring++) {
        double radius = place->pupil + (place->iris - place->pupil) * (ring + 1) / (CODE_RINGS + 1);
        for (int at = 0; at < UNROLLED; at++) {
            double angle = 2 * M_PI * at / UNROLLED;
            double shade = shade_near(picture, place->x + radius * cos(angle), place->y + radius * sin(angle));
            ret_strip->grey[ring][at] = shade;
            ret_strip->shown[ring][at] = shade < LID_SHADE && shade > PUPIL_SHADE;
        }
    }
}

/* Computes both parts of a Gabor filter's response at a place of the strip; false if too much of it is hidden. */
static bool gabor_at(const struct iris_strip *strip, int ring, int centre, double *ret_even, double *ret_odd) {
    double even = 0;
    double odd = 0;
    double mean = 0;
    double weights = 0;
    int hidden = 0;
    for (int pass = 0; pass < 2; pass++) {
        for (int at = -GABOR_REACH; at <= GABOR_REACH; at++) {
            int sample = (centre + at + UNROLLED) % UNROLLED;
            double weight = exp(-at * at / (2 * GABOR_WIDTH * GABOR_WIDTH));
            double grey = strip->grey[ring][sample];
            if (pass == 0) {
                mean += weight * grey;
                weights += weight;
                hidden += !strip->shown[ring][sample];
            } else {
                even += weight * (grey - mean) * cos(2 * M_PI * at / GABOR_WAVE);
                odd += weight * (grey - mean) * sin(2 * M_PI * at / GABOR_WAVE);
            }
        }
        mean = pass == 0 ? mean / weights : mean;
    }
    *ret_even = even / weights;
    *ret_odd = odd / weights;
    return hidden <= 2;
}

int iris_code(const struct eye_picture *picture, struct iris_code *ret_code) {
    struct iris_place place;
    memset(ret_code, 0, sizeof(*ret_code));
    if (!find_pupil(picture, &place)) {
        return E_NOTFOUND;
    }
    place.pupil = radius_steepest(picture, &place, 20, 44);
    place.iris = radius_steepest(picture, &place, 60, 86);
    if (place.pupil == 0 || place.iris == 0) {
        return E_NOTFOUND;
    }
    struct iris_strip strip;
    strip_unroll(picture, &place, &strip);
    unsigned shown = 0;
    double strength = 0;
    for (int spoke = 0; spoke < CODE_SPOKES; spoke++) {
        for (int ring = 0; ring < CODE_RINGS; ring++) {
            double even = 0;
            double odd = 0;
            bool is_clear = gabor_at(&strip, ring, spoke * UNROLLED / CODE_SPOKES, &even, &odd);
            double power = hypot(even, odd);
            unsigned bit = (unsigned)((spoke % 4) * 16 + ring * 2);
            uint64_t *bits = &ret_code->bits[spoke / 4];
            *bits |= ((uint64_t)(even > 0) << bit) | ((uint64_t)(odd > 0) << (bit + 1));
            if (is_clear) {
                strength += power;
                shown++;
                ret_code->shown[spoke / 4] |= (uint64_t)(power >= WEAK ? 3 : 0) << bit;
            }
        }
    }
    double share = (double)shown / (CODE_SPOKES * CODE_RINGS);
    double sharp = shown > 0 ? strength / shown / SHARP : 0;
    double quality = EYE_QUALITY_MAX * (share > 0.75 ? 1 : share / 0.75) * (sharp > 1 ? 1 : sharp);
    ret_code->quality = (unsigned)quality;
    return 0;
}

/* Returns word `at` of a code that is turned by `places`. */
static uint64_t words_turned(const uint64_t words[IRIS_CODE_WORDS], int at, int places) {
    int whole = places >= 0 ? places / 4 : -((3 - places) / 4);
    unsigned rest = (unsigned)(places - whole * 4) * 16;
    uint64_t low = words[(at + whole + 2 * IRIS_CODE_WORDS) % IRIS_CODE_WORDS];
    uint64_t high = words[(at + whole + 1 + 2 * IRIS_CODE_WORDS) % IRIS_CODE_WORDS];
    return rest == 0 ? low : (low >> rest) | (high << (64 - rest));
}

unsigned iris_distance(const struct iris_code *a, const struct iris_code *b) {
    unsigned least = IRIS_DISTANCE_MAX;
    for (int places = -SHIFTS; places <= SHIFTS; places++) {
        unsigned differ = 0;
        unsigned common = 0;
        for (int i = 0; i < IRIS_CODE_WORDS; i++) {
            uint64_t both = words_turned(a->shown, i, places) & b->shown[i];
            differ += (unsigned)__builtin_popcountll((words_turned(a->bits, i, places) ^ b->bits[i]) & both);
            common += (unsigned)__builtin_popcountll(both);
        }
        if (common >= SHOWN_FEWEST) {
            unsigned distance = differ * IRIS_DISTANCE_MAX / common;
            least = distance < least ? distance : least;
        }
    }
    return least;
}

static size_t put_words(const uint64_t words[IRIS_CODE_WORDS], uint8_t *buf) {
    for (size_t i = 0; i < IRIS_CODE_WORDS; i++) {
        octets_put32(buf + i * 8, (uint32_t)(words[i] >> 32));
        octets_put32(buf + i * 8 + 4, (uint32_t)words[i]);
    }
    return IRIS_CODE_BITS / 8;
}

static void get_words(const uint8_t *buf, uint64_t ret_words[IRIS_CODE_WORDS]) {
    for (size_t i = 0; i < IRIS_CODE_WORDS; i++) {
        ret_words[i] = ((uint64_t)octets_get32(buf + i * 8) << 32) | octets_get32(buf + i * 8 + 4);
    }
}

void iris_encode(const struct iris_code *code, uint8_t *buf) {
    memcpy(buf, template_mark, sizeof(template_mark));
    buf[3] = 0;
    size_t len = 4;
    len += put_words(code->bits, buf + len);
    len += put_words(code->shown, buf + len);
    octets_put16(buf + len, octets_crc16(buf, len));
}

int iris_decode(const void *data, size_t len, struct iris_code *ret_code) {
    const uint8_t *octets = data;
    if (len != IRIS_TEMPLATE_LEN || memcmp(octets, template_mark, sizeof(template_mark)) != 0 ||
        octets_get16(octets + len - 2) != octets_crc16(octets, len - 2)) {
        return E_FORMAT;
    }
    iris_unpack(data, ret_code);
    return 0;
}

void iris_unpack(const void *data, struct iris_code *ret_code) {
    const uint8_t *octets = data;
    get_words(octets + 4, ret_code->bits);
    get_words(octets + 4 + IRIS_CODE_BITS / 8, ret_code->shown);
    ret_code->quality = 0;
}
