/* Functions on field rows shared by both decoders. Internal to api/decode; values/value.h parses the values. */
#ifndef POSTERN_API_DECODE_FIELD_H
#define POSTERN_API_DECODE_FIELD_H

#include "api/decode.h"

/* Returns where the value of a field is stored: its member, or the buffer of a borrowed text. */
void *decode_place(const struct api_field *field, char *base);

/* Returns the catalogue code for an error of values/. */
int decode_code(int err);

/* Returns the code to answer instead of the general `code`: the field's own code for invalid values if it declares one.
 * CAT_OK stays CAT_OK. */
int decode_refusal(const struct api_field *field, int code);

/* Completes an object: fills in the defaults of missing fields. Bit n of `seen` is set if row n was sent. Returns 0, or
 * the code for the first missing mandatory field, with its name in *ret_missing. */
int decode_finish(const struct api_field *fields, size_t count, uint64_t seen, char *base, const char **ret_missing);

/* Sets the presence flag of a field, if it has one, and points a member to its borrowed text. `base` is the request. */
void decode_mark(const struct api_field *field, char *base);

/* Returns the row with this name in requests, or NULL. */
const struct api_field *decode_find(const struct api_field *fields, size_t count, const char *name, size_t len);

#endif
