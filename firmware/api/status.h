/* From the errors below the wire (util/err.h) to the catalogue of the contract, in one table. */
#ifndef POSTERN_API_STATUS_H
#define POSTERN_API_STATUS_H

#include "api/api.h"
#include "catalogue.h"

/* The catalogue's code for an E_*; CAT_OK for 0; CAT_SYSTEM_ERROR for what no client can do anything about. Those
 * that depend on the call (E_EXISTS, E_NOTFOUND) stand for the object they are most often about; a handler that
 * means another says so itself. */
enum catalogue_code status_of(int err);

/* Ends a handler: the code of `err`, with `field` noted in the context when it is a refusal about one (NULL: none),
 * and the time to wait when it is E_THROTTLED or E_BUSY. */
int status_refuse(struct api_ctx *ctx, int err, const char *field, unsigned wait_s);

#endif
