/* Replies: the envelope around the output of the generated encoders. */
#ifndef POSTERN_API_ENCODE_H
#define POSTERN_API_ENCODE_H

#include "api/api.h"
#include "api/decode.h"
#include "util/buf.h"

/* Appends the envelope of a success with route->encode's object as `data`. `reply` is the struct of the call, `ctx`
 * says whether the code is "wait" and whether the terminal restarts. Errors are kept in `out`. */
void api_encode_success(struct buf *out, const struct api_route *route, const struct api_ctx *ctx, const void *reply);

/* Appends the envelope of a refusal. `code` is a catalogue code; `field` may be NULL or "". */
void api_encode_error(struct buf *out, int code, const char *field);

/* For the generated encoders, on reserved memory: writes the word in quotes, and the array of the words whose bits are
 * set. A value outside the enumeration is a defect of the handler: the first word is written; such a bit is skipped. */
char *api_put_word(char *at, const struct value_words *words, unsigned index);
char *api_put_flags(char *at, const struct value_words *words, uint32_t bits);

#endif
