/* See sim_minutiae.h. Aligns two sets by voting: each pair of minutiae that may match votes for the rotation and shift
 * of one picture, and most true matches agree. */
#include "hal/sim/sim_minutiae.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "hal/sim/sim_octets.h"

#define CENTRE_X 128 /* of a picture, in pixels */
#define CENTRE_Y 144
#define TURN_MAX 32 /* most rotation between two pictures, in 1/256 of a turn: 45 degrees */
#define TURN_BIN 6
#define SHIFT_BIN 12 /* pixels */
#define SHIFT_MAX 312 /* pixels in each direction */
#define TURN_BINS (2 * TURN_MAX / TURN_BIN + 3)
#define SHIFT_BINS (2 * SHIFT_MAX / SHIFT_BIN + 2)

#define NEAR_PX 11 /* largest distance of a match */
#define NEAR_TURN 13 /* and largest difference of directions */
#define OVERLAP_PX 10 /* margin around the other picture that still counts as seen by both */
#define FEW_PAIRS 12 /* fewer weigh less than their share of the overlap */

#define SKETCH_NEAR_PX 10 /* minimum distance of neighbours in the sketch */
#define SKETCH_FAR_PX 66
#define SKETCH_DISTANCES 8
#define SKETCH_TURNS 16

#define TEMPLATE_VERSION 1

static const uint8_t template_mark[2] = {'P', 'F'};

/* Rotation (about CENTRE_X, CENTRE_Y) and then shift of one picture to fit the other. */
struct placing {
    double turn; /* radians */
    double dx, dy;
};

/* Difference of two directions, -128 to 127. */
static int turn_between(unsigned from, unsigned to) {
    return (int8_t)(uint8_t)(to - from);
}

static double radians_of(double turn) {
    return turn * M_PI / 128;
}

static double turn_of_bin(int bin) {
    return radians_of(bin * TURN_BIN - TURN_MAX);
}

struct votes {
    uint8_t counts[TURN_BINS][SHIFT_BINS][SHIFT_BINS];
    float cosines[TURN_BINS], sines[TURN_BINS]; /* of the rotations */
    unsigned best; /* highest count of a bin */
    struct placing placing; /* that it represents */
};

/* Votes for a match of `from` and `to` at one rotation: for the four nearest bins of the shift, so that no bin boundary
 * splits a cluster. */
static void vote_shift(struct votes *votes, int bin_turn, const struct minutia *from, const struct minutia *to) {
    float c = votes->cosines[bin_turn];
    float s = votes->sines[bin_turn];
    float x = (float)(from->x - CENTRE_X);
    float y = (float)(from->y - CENTRE_Y);
    float dx = (float)(to->x - CENTRE_X) - (c * x - s * y);
    float dy = (float)(to->y - CENTRE_Y) - (s * x + c * y);
    if (fabsf(dx) >= SHIFT_MAX || fabsf(dy) >= SHIFT_MAX) {
        return;
    }
    int bin_x = (int)((dx + SHIFT_MAX) / SHIFT_BIN);
    int bin_y = (int)((dy + SHIFT_MAX) / SHIFT_BIN);
    for (int at = 0; at < 4; at++) {
        uint8_t *vote = &votes->counts[bin_turn][bin_x + (at & 1)][bin_y + (at >> 1)];
        if (++*vote > votes->best) {
            votes->best = *vote;
            votes->placing = (struct placing){turn_of_bin(bin_turn), (bin_x + (at & 1)) * SHIFT_BIN - SHIFT_MAX,
                                              (bin_y + (at >> 1)) * SHIFT_BIN - SHIFT_MAX};
        }
    }
}

/* Returns the placement with most votes. */
static struct placing vote_placing(const struct minutiae *a, const struct minutiae *b) {
    struct votes votes = {.best = 0};
    for (int bin = 0; bin < TURN_BINS; bin++) {
        votes.cosines[bin] = (float)cos(turn_of_bin(bin));
        votes.sines[bin] = (float)sin(turn_of_bin(bin));
    }
    for (unsigned i = 0; i < a->count; i++) {
        for (unsigned j = 0; j < b->count; j++) {
            int turn = turn_between(a->at[i].angle, b->at[j].angle);
            if (abs(turn) > TURN_MAX) {
                continue;
            }
            int bin_turn = (turn + TURN_MAX) / TURN_BIN;
            vote_shift(&votes, bin_turn, &a->at[i], &b->at[j]);
            vote_shift(&votes, bin_turn + 1, &a->at[i], &b->at[j]);
        }
    }
    return votes.placing;
}

static void place_set(const struct minutiae *set, struct placing placing, struct minutiae *ret_placed) {
    double c = cos(placing.turn);
    double s = sin(placing.turn);
    ret_placed->count = set->count;
    for (unsigned i = 0; i < set->count; i++) {
        double x = set->at[i].x - CENTRE_X;
        double y = set->at[i].y - CENTRE_Y;
        ret_placed->at[i] = (struct minutia){
            .x = (int16_t)lround(c * x - s * y + placing.dx + CENTRE_X),
            .y = (int16_t)lround(s * x + c * y + placing.dy + CENTRE_Y),
            .angle = (uint8_t)(int)lround(set->at[i].angle + placing.turn * 128 / M_PI),
        };
    }
}

/* Finds for each of `a`, aligned with `b`, its partner in `b`, or -1; no partner is used twice. Returns the number of
 * pairs. */
static unsigned pair_up(const struct minutiae *a, const struct minutiae *b, int near_px,
                        int ret_partner[MINUTIAE_MAX]) {
    bool taken[MINUTIAE_MAX] = {false};
    unsigned pairs = 0;
    for (unsigned i = 0; i < a->count; i++) {
        int nearest = near_px * near_px;
        ret_partner[i] = -1;
        for (unsigned j = 0; j < b->count; j++) {
            int dx = a->at[i].x - b->at[j].x;
            int dy = a->at[i].y - b->at[j].y;
            int distance = dx * dx + dy * dy;
            if (!taken[j] && distance < nearest && abs(turn_between(a->at[i].angle, b->at[j].angle)) <= NEAR_TURN) {
                nearest = distance;
                ret_partner[i] = (int)j;
            }
        }
        if (ret_partner[i] >= 0) {
            taken[ret_partner[i]] = true;
            pairs++;
        }
    }
    return pairs;
}

/* Returns the placement of `a` with the best fit of its pairs. */
static struct placing fit_placing(const struct minutiae *a, const struct minutiae *b, const int partner[MINUTIAE_MAX],
                                  unsigned pairs) {
    double ax = 0, ay = 0, bx = 0, by = 0;
    for (unsigned i = 0; i < a->count; i++) {
        if (partner[i] >= 0) {
            ax += a->at[i].x;
            ay += a->at[i].y;
            bx += b->at[partner[i]].x;
            by += b->at[partner[i]].y;
        }
    }
    ax /= pairs;
    ay /= pairs;
    bx /= pairs;
    by /= pairs;
    double along = 0, across = 0;
    for (unsigned i = 0; i < a->count; i++) {
        if (partner[i] >= 0) {
            double px = a->at[i].x - ax, py = a->at[i].y - ay;
            double qx = b->at[partner[i]].x - bx, qy = b->at[partner[i]].y - by;
            along += px * qx + py * qy;
            across += px * qy - py * qx;
        }
    }
    double turn = atan2(across, along);
    ax -= CENTRE_X;
    ay -= CENTRE_Y;
    return (struct placing){.turn = turn,
                            .dx = bx - CENTRE_X - (cos(turn) * ax - sin(turn) * ay),
                            .dy = by - CENTRE_Y - (sin(turn) * ax + cos(turn) * ay)};
}

/* Aligns `a` with `b`. Returns the number of pairs, the partners and the aligned `a`. */
static unsigned align_sets(const struct minutiae *a, const struct minutiae *b, struct minutiae *ret_placed,
                           int ret_partner[MINUTIAE_MAX]) {
    place_set(a, vote_placing(a, b), ret_placed);
    unsigned pairs = pair_up(ret_placed, b, 2 * NEAR_PX, ret_partner);
    if (pairs < 3) {
        return pairs;
    }
    place_set(a, fit_placing(a, b, ret_partner, pairs), ret_placed);
    return pair_up(ret_placed, b, NEAR_PX, ret_partner);
}

/* Counts how many of `a` lie within the area of `b`. */
static unsigned count_within(const struct minutiae *a, const struct minutiae *b) {
    int left = INT16_MAX, right = INT16_MIN, top = INT16_MAX, bottom = INT16_MIN;
    for (unsigned i = 0; i < b->count; i++) {
        left = b->at[i].x < left ? b->at[i].x : left;
        right = b->at[i].x > right ? b->at[i].x : right;
        top = b->at[i].y < top ? b->at[i].y : top;
        bottom = b->at[i].y > bottom ? b->at[i].y : bottom;
    }
    unsigned count = 0;
    for (unsigned i = 0; i < a->count; i++) {
        const struct minutia *at = &a->at[i];
        count += at->x >= left - OVERLAP_PX && at->x <= right + OVERLAP_PX && at->y >= top - OVERLAP_PX &&
                 at->y <= bottom + OVERLAP_PX;
    }
    return count;
}

unsigned minutiae_likeness(const struct minutiae *a, const struct minutiae *b) {
    struct minutiae placed;
    int partner[MINUTIAE_MAX];
    unsigned pairs = align_sets(a, b, &placed, partner);
    unsigned seen_a = count_within(&placed, b);
    unsigned seen_b = count_within(b, &placed);
    if (pairs == 0 || seen_a == 0 || seen_b == 0) {
        return 0;
    }
    double likeness = 1000.0 * pairs * pairs / ((double)seen_a * seen_b);
    likeness *= pairs < FEW_PAIRS ? (double)pairs / FEW_PAIRS : 1;
    return likeness > 1000 ? 1000 : (unsigned)likeness;
}

void minutiae_merge(const struct minutiae *sets, size_t count, struct minutiae *ret_merged) {
    struct minutiae placed[8];
    int partner[8][MINUTIAE_MAX];
    count = count > 8 ? 8 : count;
    for (size_t k = 1; k < count; k++) {
        (void)align_sets(&sets[0], &sets[k], &placed[k], partner[k]);
        struct placing back = {0};
        unsigned pairs = 0;
        int other_way[MINUTIAE_MAX];
        for (unsigned j = 0; j < MINUTIAE_MAX; j++) {
            other_way[j] = -1;
        }
        for (unsigned i = 0; i < sets[0].count; i++) {
            if (partner[k][i] >= 0) {
                other_way[partner[k][i]] = (int)i;
                pairs++;
            }
        }
        if (pairs >= 3) {
            back = fit_placing(&sets[k], &sets[0], other_way, pairs);
        }
        place_set(&sets[k], back, &placed[k]);
    }
    *ret_merged = (struct minutiae){0};
    placed[0] = sets[0];
    /* Minutiae seen in the first and in another set; then those that the first missed and two others saw. */
    for (size_t first = 0; first + 1 < count || first == 0; first++) {
        for (unsigned i = 0; i < placed[first].count && ret_merged->count < MINUTIAE_MAX; i++) {
            struct minutiae one = {.count = 1, .at = {placed[first].at[i]}};
            double x = one.at[0].x, y = one.at[0].y;
            unsigned seen = 1;
            int ignored[MINUTIAE_MAX];
            if (pair_up(&one, ret_merged, NEAR_PX, ignored) > 0) {
                continue;
            }
            for (size_t k = first + 1; k < count; k++) {
                if (pair_up(&one, &placed[k], NEAR_PX, ignored) > 0) {
                    x += placed[k].at[ignored[0]].x;
                    y += placed[k].at[ignored[0]].y;
                    seen++;
                }
            }
            if (seen >= 2 || count == 1) {
                struct minutia *at = &ret_merged->at[ret_merged->count++];
                *at = one.at[0];
                at->x = (int16_t)lround(x / seen);
                at->y = (int16_t)lround(y / seen);
            }
        }
    }
}

static void sketch_set(uint64_t *sketch, int distance, int from, int to) {
    unsigned bit =
        (unsigned)((distance * SKETCH_TURNS + (from & (SKETCH_TURNS - 1))) * SKETCH_TURNS + (to & (SKETCH_TURNS - 1)));
    sketch[bit / 64] |= (uint64_t)1 << (bit % 64);
}

/* Adds a pair: their distance, and the directions of their ridges relative to the line between them. */
static void sketch_pair(uint64_t *sketch, const struct minutia *from, const struct minutia *to, bool spread) {
    double dx = to->x - from->x;
    double dy = to->y - from->y;
    double distance = sqrt(dx * dx + dy * dy);
    if (distance < SKETCH_NEAR_PX || distance >= SKETCH_FAR_PX) {
        return;
    }
    double line = atan2(dy, dx) * 128 / M_PI;
    double far = (distance - SKETCH_NEAR_PX) * SKETCH_DISTANCES / (SKETCH_FAR_PX - SKETCH_NEAR_PX);
    double width = 256.0 / SKETCH_TURNS;
    double from_turn = fmod(from->angle - line + 512, 256) / width;
    double to_turn = fmod(to->angle - line + 512, 256) / width;
    int bins[3] = {(int)far, (int)from_turn, (int)to_turn};
    sketch_set(sketch, bins[0], bins[1], bins[2]);
    if (!spread) {
        return;
    }
    /* The nearer neighbour of each bin. */
    int next[3] = {far - bins[0] < 0.5 ? -1 : 1, from_turn - bins[1] < 0.5 ? -1 : 1, to_turn - bins[2] < 0.5 ? -1 : 1};
    for (int at = 1; at < 8; at++) {
        int distance_bin = bins[0] + ((at & 1) != 0 ? next[0] : 0);
        if (distance_bin >= 0 && distance_bin < SKETCH_DISTANCES) {
            sketch_set(sketch, distance_bin, bins[1] + ((at & 2) != 0 ? next[1] : 0),
                       bins[2] + ((at & 4) != 0 ? next[2] : 0));
        }
    }
}

void minutiae_sketch(const struct minutiae *set, bool spread, uint64_t ret_sketch[MINUTIAE_SKETCH_WORDS]) {
    memset(ret_sketch, 0, MINUTIAE_SKETCH_WORDS * sizeof(ret_sketch[0]));
    for (unsigned i = 0; i < set->count; i++) {
        for (unsigned j = i + 1; j < set->count; j++) {
            /* Starts from the one whose ridge is more along the line, so that the pair is the same from both ends. */
            const struct minutia *a = &set->at[i];
            const struct minutia *b = &set->at[j];
            double line = atan2(b->y - a->y, b->x - a->x) * 128 / M_PI;
            double from_a = cos(radians_of(a->angle - line));
            double from_b = -cos(radians_of(b->angle - line));
            sketch_pair(ret_sketch, from_a >= from_b ? a : b, from_a >= from_b ? b : a, spread);
            if (spread && fabs(from_a - from_b) < 0.3) {
                sketch_pair(ret_sketch, from_a >= from_b ? b : a, from_a >= from_b ? a : b, spread);
            }
        }
    }
}

unsigned minutiae_sketch_common(const uint64_t *press, const uint64_t *stored) {
    unsigned common = 0, all = 0;
    for (int i = 0; i < MINUTIAE_SKETCH_WORDS; i++) {
        common += (unsigned)__builtin_popcountll(press[i] & stored[i]);
        all += (unsigned)__builtin_popcountll(stored[i]);
    }
    return all == 0 ? 0 : common * 1000 / (all + 20);
}

size_t minutiae_encode(const struct minutiae *set, uint8_t *buf) {
    size_t len = 0;
    memcpy(buf, template_mark, sizeof(template_mark));
    buf[2] = TEMPLATE_VERSION;
    buf[3] = (uint8_t)set->count;
    memset(buf + 4, 0, 4);
    len = 8;
    for (unsigned i = 0; i < set->count; i++) {
        octets_put16(buf + len, (uint16_t)set->at[i].x);
        octets_put16(buf + len + 2, (uint16_t)set->at[i].y);
        buf[len + 4] = set->at[i].angle;
        len += 5;
    }
    octets_put16(buf + len, octets_crc16(buf, len));
    return len + 2;
}

int minutiae_decode(const void *data, size_t len, struct minutiae *ret_set) {
    const uint8_t *octets = data;
    if (len < 10 || memcmp(octets, template_mark, sizeof(template_mark)) != 0 || octets[2] != TEMPLATE_VERSION ||
        octets[3] == 0 || octets[3] > MINUTIAE_MAX || len != 8 + (size_t)octets[3] * 5 + 2 ||
        octets_get16(octets + len - 2) != octets_crc16(octets, len - 2)) {
        return E_FORMAT;
    }
    minutiae_unpack(data, ret_set);
    return 0;
}

void minutiae_unpack(const void *data, struct minutiae *ret_set) {
    const uint8_t *octets = data;
    ret_set->count = octets[3];
    for (unsigned i = 0; i < ret_set->count; i++) {
        const uint8_t *at = octets + 8 + (size_t)i * 5;
        ret_set->at[i] =
            (struct minutia){.x = (int16_t)octets_get16(at), .y = (int16_t)octets_get16(at + 2), .angle = at[4]};
    }
}
