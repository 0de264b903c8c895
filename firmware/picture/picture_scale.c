/* Reduces by a whole factor while rows arrive; the last step, by less than two, interpolates between pixels. */
#include <stdlib.h>
#include <string.h>

#include "picture/picture_impl.h"

#define FRACTION 256 /* steps between two pixels */
#define SIDE_MAX (PICTURE_WIDTH > PICTURE_HEIGHT ? PICTURE_WIDTH : PICTURE_HEIGHT)

static uint32_t smaller_of(uint32_t a, uint32_t b) {
    return a < b ? a : b;
}

static uint32_t at_least_one(uint32_t number) {
    return number > 0 ? number : 1;
}

/* Returns the largest central part with the aspect ratio of the output. */
struct picture_part picture_middle(uint32_t width, uint32_t height, bool turned) {
    const uint32_t wide = turned ? PICTURE_HEIGHT : PICTURE_WIDTH;
    const uint32_t high = turned ? PICTURE_WIDTH : PICTURE_HEIGHT;
    const uint32_t part_width = at_least_one(smaller_of(width, (uint32_t)((uint64_t)height * wide / high)));
    const uint32_t part_height = at_least_one(smaller_of(height, (uint32_t)((uint64_t)width * high / wide)));
    struct picture_part part = {.factor = at_least_one(smaller_of(part_width / wide, part_height / high))};
    part.width = part_width / part.factor * part.factor;
    part.height = part_height / part.factor * part.factor;
    part.left = (width - part.width) / 2;
    part.top = (height - part.height) / 2;
    return part;
}

int scaler_init(struct picture_scaler *scaler, uint32_t width, uint32_t height, bool turned) {
    const struct picture_part part = picture_middle(width, height, turned);
    *scaler = (struct picture_scaler){.left = part.left,
                                      .top = part.top,
                                      .factor = part.factor,
                                      .width = part.width / part.factor,
                                      .height = part.height / part.factor};
    scaler->sums = calloc((size_t)scaler->width * PICTURE_DOT, sizeof(*scaler->sums));
    scaler->dots = calloc((size_t)scaler->width * scaler->height, PICTURE_DOT);
    return scaler->sums == NULL || scaler->dots == NULL ? E_NOMEM : 0;
}

void scaler_done(struct picture_scaler *scaler) {
    free(scaler->sums);
    free(scaler->dots);
    *scaler = (struct picture_scaler){.row = 0};
}

static void add_row(struct picture_scaler *scaler, const uint8_t *row) {
    const uint8_t *dot = row + (size_t)scaler->left * PICTURE_DOT;
    for (uint32_t x = 0; x < scaler->width; x++) {
        uint32_t *sum = scaler->sums + (size_t)x * PICTURE_DOT;
        for (uint32_t i = 0; i < scaler->factor; i++, dot += PICTURE_DOT) {
            sum[0] += dot[0];
            sum[1] += dot[1];
            sum[2] += dot[2];
        }
    }
}

static void end_row(struct picture_scaler *scaler, uint32_t y) {
    uint8_t *out = scaler->dots + (size_t)y * scaler->width * PICTURE_DOT;
    uint32_t area = scaler->factor * scaler->factor;
    for (uint32_t i = 0; i < scaler->width * PICTURE_DOT; i++) {
        out[i] = (uint8_t)((scaler->sums[i] + area / 2) / area);
        scaler->sums[i] = 0;
    }
}

void scaler_take(struct picture_scaler *scaler, const uint8_t *row) {
    uint32_t y = scaler->row++;
    if (y < scaler->top || y >= scaler->top + scaler->height * scaler->factor) {
        return;
    }
    y -= scaler->top;
    add_row(scaler, row);
    if (y % scaler->factor == scaler->factor - 1) {
        end_row(scaler, y / scaler->factor);
    }
}

void scaler_fill(struct picture_scaler *scaler) {
    const uint32_t y = scaler->row > scaler->top ? (scaler->row - scaler->top) / scaler->factor : 0;
    if (y < scaler->height) {
        const size_t row = (size_t)scaler->width * PICTURE_DOT;
        memset(scaler->dots + y * row, 0xFF, (scaler->height - y) * row);
    }
}

void picture_on_white(const uint8_t *row, uint32_t width, uint8_t *ret_row) {
    for (uint32_t x = 0; x < width; x++, row += 4) {
        for (unsigned i = 0; i < PICTURE_DOT; i++) {
            *ret_row++ = (uint8_t)((row[i] * row[3] + 255 * (255 - row[3]) + 127) / 255);
        }
    }
}

/* Returns the position of pixel `i` of `count` among `of` pixels, in FRACTIONs; centres on centres. */
static uint32_t place_of(uint32_t i, uint32_t count, uint32_t of) {
    uint64_t twice = (uint64_t)(2 * i + 1) * of * FRACTION / count; /* of the position from the edge */
    uint64_t place = twice > FRACTION ? (twice - FRACTION) / 2 : 0;
    uint64_t last = (uint64_t)(of - 1) * FRACTION;
    return (uint32_t)(place < last ? place : last);
}

static void find_places(uint32_t count, uint32_t of, uint32_t ret_places[SIDE_MAX]) {
    for (uint32_t i = 0; i < count; i++) {
        ret_places[i] = place_of(i, count, of);
    }
}

static void put_between(const struct picture_scaler *scaler, uint32_t x, uint32_t y, uint8_t *ret_dot) {
    uint32_t left = x / FRACTION, top = y / FRACTION, dx = x % FRACTION, dy = y % FRACTION;
    uint32_t right = smaller_of(left + 1, scaler->width - 1), below = smaller_of(top + 1, scaler->height - 1);
    const uint8_t *upper = scaler->dots + (size_t)top * scaler->width * PICTURE_DOT;
    const uint8_t *lower = scaler->dots + (size_t)below * scaler->width * PICTURE_DOT;
    for (uint32_t i = 0; i < PICTURE_DOT; i++) {
        uint32_t a = upper[left * PICTURE_DOT + i] * (FRACTION - dx) + upper[right * PICTURE_DOT + i] * dx;
        uint32_t b = lower[left * PICTURE_DOT + i] * (FRACTION - dx) + lower[right * PICTURE_DOT + i] * dx;
        ret_dot[i] = (uint8_t)((a * (FRACTION - dy) + b * dy + FRACTION * FRACTION / 2) / (FRACTION * FRACTION));
    }
}

/* 1 upright; 3 rotated by 180°, 6 and 8 by 90°; 2, 4, 5, 7 the same mirrored. */
void scaler_finish(const struct picture_scaler *scaler, unsigned orientation, uint8_t *ret_dots) {
    bool turned = picture_is_turned(orientation);
    bool from_right = orientation == 2 || orientation == 3 || orientation == 7 || orientation == 8;
    bool from_below = orientation == 3 || orientation == 4 || orientation == 6 || orientation == 7;
    uint32_t wide = turned ? PICTURE_HEIGHT : PICTURE_WIDTH, high = turned ? PICTURE_WIDTH : PICTURE_HEIGHT;
    uint32_t columns[SIDE_MAX], rows[SIDE_MAX];
    find_places(wide, scaler->width, columns);
    find_places(high, scaler->height, rows);
    for (uint32_t y = 0; y < PICTURE_HEIGHT; y++) {
        for (uint32_t x = 0; x < PICTURE_WIDTH; x++) {
            uint32_t column = turned ? y : x, row = turned ? x : y;
            column = from_right ? wide - 1 - column : column;
            row = from_below ? high - 1 - row : row;
            put_between(scaler, columns[column], rows[row], ret_dots + ((size_t)y * PICTURE_WIDTH + x) * PICTURE_DOT);
        }
    }
}
