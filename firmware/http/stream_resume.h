/* The number that a reader of the event stream had last, as it comes off the wire. Pure. */
#ifndef POSTERN_HTTP_STREAM_RESUME_H
#define POSTERN_HTTP_STREAM_RESUME_H

#include <stdbool.h>
#include <stdint.h>

#include "http/request.h"

#define STREAM_RESUME_MAX INT64_C(9007199254740991) /* what a JSON number of JavaScript holds exactly */

/* Decimal digits alone, without a leading zero, up to STREAM_RESUME_MAX; true with *ret_after. */
bool stream_resume(struct http_text text, int64_t *ret_after);

#endif
