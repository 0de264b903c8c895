/* Maps errors of the firmware (util/err.h) to catalogue codes. */
#ifndef POSTERN_API_STATUS_H
#define POSTERN_API_STATUS_H

#include "api/api.h"
#include "catalogue.h"

/* Returns the catalogue code for an E_*: the one of the table, or CAT_SYSTEM_ERROR for errors that a client cannot act
 * on; CAT_OK for 0. */
enum catalogue_code status_of(int err);

/* Ends a handler: stores the error, `field` (NULL: none) and, if the client may retry, the time to wait in the context.
 * Returns the catalogue code of `err`. */
int status_refuse(struct api_ctx *ctx, int err, const char *field);

/* The same for an error that may be E_THROTTLED, with the time to wait in seconds; 0 counts as 1. */
int status_refuse_after(struct api_ctx *ctx, int err, const char *field, unsigned wait_s);

#endif
