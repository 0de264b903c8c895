#include "decode_call.h"

#include <stddef.h>

static const char *const colour_text[] = {"red", "green", "blue"};
static const uint8_t colour_len[] = {3, 5, 4};
static const struct value_words colours = {.words = colour_text, .lengths = colour_len, .count = 3};

#define IN(tag, member) .offset = offsetof(struct tag, member), .octets = sizeof(((struct tag *)0)->member)
#define AT(member) IN(call_req, member)
#define NO_FLAG .has_offset = API_NO_OFFSET, .given_offset = API_NO_OFFSET
#define HAS(tag, member) \
    .optional = true, .has_offset = offsetof(struct tag, has_##member), .given_offset = API_NO_OFFSET
#define OPTIONAL(member) HAS(call_req, member)

static const struct value_row point_x = {
    .name = "x", .type = VALUE_INT, .size = 4, .is_signed = true, .min = -10, .max = 10, IN(point, x)};
static const struct value_row point_label = {.name = "label", .type = VALUE_TEXT, .min = 1, .max = 2, IN(point, label)};
static const struct api_field point_fields[] = {
    {.row = &point_x, NO_FLAG},
    {.row = &point_label, HAS(point, label)},
};

static const struct value_row id_row = {.type = VALUE_INT, .size = 2, .min = 1, .max = 500};
static const struct api_field id_item = {.row = &id_row, .code = CAT_USER_ID_INVALID, NO_FLAG};
static const struct value_row point_row = {.type = VALUE_OBJECT};
static const struct api_field point_item = {.row = &point_row, .of = point_fields, .of_count = 2, NO_FLAG};

static const struct value_row rows[] = {
    {.name = "small", .type = VALUE_INT, .size = 1, .min = 1, .max = 200, AT(small)},
    {.name = "number", .type = VALUE_INT, .size = 4, .min = 0, .max = UINT32_MAX, AT(number)},
    {.name = "large",
     .type = VALUE_INT,
     .size = 8,
     .is_signed = true,
     .min = -9007199254740991,
     .max = 9007199254740991,
     AT(large)},
    {.name = "name", .type = VALUE_TEXT, .min = 1, .max = 4, AT(name)},
    {.name = "pin", .type = VALUE_TEXT, .min = 4, .max = 6, .format = FORMAT_DIGITS, .allow_empty = true, AT(pin)},
    {.name = "card", .type = VALUE_DECIMAL, .min = 0, .max = UINT32_MAX, AT(card)},
    {.name = "day", .type = VALUE_DATE, AT(day)},
    {.name = "colour", .type = VALUE_ENUM, .words = &colours, AT(colour)},
    {.name = "colours", .type = VALUE_FLAGS, .words = &colours, AT(colours)},
    {.name = "flag", .type = VALUE_BOOL, AT(flag)},
    {.name = "ids", .type = VALUE_LIST, .min = 1, .max = 3, AT(ids)},
    {.name = "points", .type = VALUE_LIST, .min = 0, .max = 2, AT(points)},
    {.name = "origin", .type = VALUE_OBJECT, AT(origin)},
};

/* The fields that the call shares with others. */
#define SHARED(member) IN(call_shared, member)
#define GIVEN(n)                                                                              \
    .base = offsetof(struct call_req, shared), .optional = true, .has_offset = API_NO_OFFSET, \
    .given_offset = offsetof(struct call_req, shared.given), .bit = (n)
static const struct value_row shared_rows[] = {
    {.name = "nick",
     .type = VALUE_TEXT,
     .min = 0,
     .max = 3,
     .borrowed = true,
     .octets = 13,
     .offset = offsetof(struct call_shared, nick)},
    {.name = "week", .type = VALUE_NUMBERS, .size = 2, .count = 3, .min = 0, .max = 9, SHARED(week)},
    {.name = "floor", .type = VALUE_INT, .size = 1, .is_signed = true, .min = -2, .max = 9, SHARED(floor)},
};

static const struct api_field fields[] = {
    {.row = &rows[0], NO_FLAG},
    {.row = &rows[1], .code = CAT_USER_ID_INVALID, OPTIONAL(number)},
    {.row = &rows[2], OPTIONAL(large), .has_default = true, .default_value = -7},
    {.row = &rows[3], .empty_code = CAT_USER_NAME_EMPTY, OPTIONAL(name), .has_default = true, .default_text = "anna"},
    {.row = &rows[4], .code = CAT_PASSWORD_RULES, OPTIONAL(pin)},
    {.row = &rows[5], OPTIONAL(card)},
    {.row = &rows[6], OPTIONAL(day)},
    {.row = &rows[7], OPTIONAL(colour), .has_default = true, .default_value = COLOUR_BLUE},
    {.row = &rows[8], OPTIONAL(colours)},
    {.row = &rows[9], OPTIONAL(flag), .has_default = true, .default_value = 1},
    {.row = &shared_rows[0], GIVEN(0), .room_offset = offsetof(struct call_req, nick_text)},
    {.row = &shared_rows[2], GIVEN(2)},
    {.row = &rows[10],
     .code = CAT_USER_ID_INVALID,
     OPTIONAL(ids),
     .count_offset = offsetof(struct call_req, ids_count),
     .item_size = sizeof(uint16_t),
     .of = &id_item,
     .of_count = 1},
    {.row = &rows[11],
     OPTIONAL(points),
     .count_offset = offsetof(struct call_req, points_count),
     .item_size = sizeof(struct point),
     .of = &point_item,
     .of_count = 1},
    {.row = &rows[12], .of = point_fields, .of_count = 2, OPTIONAL(origin)},
    {.row = &shared_rows[1], GIVEN(1), .code = CAT_CAPACITY},
};

const struct api_route call_body_route = {.path = "/goform/call",
                                          .name = "call",
                                          .method = API_POST,
                                          .req_size = sizeof(struct call_req),
                                          .fields = fields,
                                          .field_count = 16};
const struct api_route call_query_route = {.path = "/goform/call",
                                           .name = "call",
                                           .method = API_GET,
                                           .req_size = sizeof(struct call_req),
                                           .fields = fields,
                                           .field_count = 12};
