/* What both decoders do with the row of a field. Internal to api/decode; values themselves are values/value.h's. */
#ifndef POSTERN_API_DECODE_FIELD_H
#define POSTERN_API_DECODE_FIELD_H

#include "api/decode.h"

/* Where the value of a field is kept: its member, or the room of a text that the member borrows. */
void *decode_place(const struct api_field *field, char *base);

/* Catalogue code of what values/ answers. */
int decode_code(int err);

/* What to answer for the general `code`: the field's own where it declares one for invalid values, CAT_OK for CAT_OK.
 * */
int decode_refusal(const struct api_field *field, int code);

/* Ends an object: fills in the defaults of what was not sent, bit n of `seen` telling that row n was. Returns 0, or
 * what to answer for the first mandatory field that is missing, with its name in *ret_missing. */
int decode_finish(const struct api_field *fields, size_t count, uint64_t seen, char *base, const char **ret_missing);

/* Says that a field was sent, where its struct has room for that, and leads a member to the text it borrows. `base` is
 * the request. */
void decode_mark(const struct api_field *field, char *base);

/* The row of a wire name, or NULL. */
const struct api_field *decode_find(const struct api_field *fields, size_t count, const char *name, size_t len);

#endif
