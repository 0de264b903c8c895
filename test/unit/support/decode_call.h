/* A call with a field of every type, written by hand: tests the decoders without the generator. */
#ifndef POSTERN_TEST_DECODE_CALL_H
#define POSTERN_TEST_DECODE_CALL_H

#include "api/decode.h"
#include "catalogue.h"

enum colour { COLOUR_RED, COLOUR_GREEN, COLOUR_BLUE };

struct point {
    int32_t x;
    char label[9];
    bool has_label;
};

/* Fields shared with others: a settings page, an entity. */
struct call_shared {
    const char *nick; /* borrowed */
    uint16_t week[3];
    int8_t floor;
    uint64_t given; /* bits: nick, week, floor */
};

struct call_req {
    uint8_t small;
    uint32_t number;
    bool has_number;
    int64_t large;
    bool has_large;
    char name[17];
    bool has_name;
    char pin[25];
    bool has_pin;
    uint64_t card;
    bool has_card;
    uint32_t day;
    bool has_day;
    enum colour colour;
    bool has_colour;
    uint32_t colours;
    bool has_colours;
    bool flag;
    bool has_flag;
    uint16_t ids[3];
    uint32_t ids_count;
    bool has_ids;
    struct point points[2];
    uint32_t points_count;
    bool has_points;
    struct point origin;
    bool has_origin;
    struct call_shared shared;
    char nick_text[13];
};

/* All fields of `struct call_req`: `small` is mandatory. */
extern const struct api_route call_body_route;

/* The same without ids, points, origin and week. */
extern const struct api_route call_query_route;

#endif
