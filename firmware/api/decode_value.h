/* One value into its member, for both decoders. Internal to api/decode.
 *
 * Each function checks by the field's row, writes to `at` (the member) and returns 0 or the general code of the
 * catalogue: CAT_WRONG_TYPE, CAT_OUT_OF_RANGE, CAT_BAD_TEXT, CAT_BAD_FORMAT. decode_refusal() turns that into what the
 * field declares. */
#ifndef POSTERN_API_DECODE_VALUE_H
#define POSTERN_API_DECODE_VALUE_H

#include "api/decode.h"

/* API_TYPE_STRING, _DECIMAL, _DATE and _ENUM: `len` octets of any content. */
int decode_value_text(const struct api_field *field, const char *text, size_t len, void *at);

/* API_TYPE_INT of a JSON number: must be an integer, exactly. */
int decode_value_number(const struct api_field *field, double value, void *at);

/* API_TYPE_INT of decimal digits with an optional minus sign. */
int decode_value_digits(const struct api_field *field, const char *text, size_t len, void *at);

/* One word of API_TYPE_FLAGS, added to the bits at `at`. The same word twice is CAT_OUT_OF_RANGE. */
int decode_value_flag(const struct api_field *field, const char *text, size_t len, void *at);

/* What to answer for the general `code`: the field's own where it declares one for invalid values, CAT_OK for CAT_OK. */
int decode_refusal(const struct api_field *field, int code);

/* Ends an object: fills in the defaults of what was not sent, bit n of `seen` telling that row n was. Returns 0, or what
 * to answer for the first mandatory field that is missing, with its name in *ret_missing. */
int decode_finish(const struct api_field *fields, size_t count, uint64_t seen, char *base, const char **ret_missing);

/* Says that a field was sent, where its struct has a flag for that. `base` is the struct. */
void decode_mark(const struct api_field *field, char *base);

/* The row of a wire name, or NULL. */
const struct api_field *decode_find(const struct api_field *fields, size_t count, const char *name, size_t len);

#endif
