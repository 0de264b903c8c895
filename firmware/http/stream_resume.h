/* Parser of the last record number that a client of the event stream sends. Pure. */
#ifndef POSTERN_HTTP_STREAM_RESUME_H
#define POSTERN_HTTP_STREAM_RESUME_H

#include <stdbool.h>
#include <stdint.h>

#include "http/request.h"

#define STREAM_RESUME_MAX INT64_C(9007199254740991) /* largest integer that JavaScript represents exactly */

/* Accepts decimal digits without a leading zero, up to STREAM_RESUME_MAX. Returns true with *ret_after. */
bool stream_resume(struct http_text text, int64_t *ret_after);

#endif
