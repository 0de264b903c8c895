/* From the errors of the firmware (util/err.h) to the catalogue of the contract. */
#ifndef POSTERN_API_STATUS_H
#define POSTERN_API_STATUS_H

#include "api/api.h"
#include "catalogue.h"

/* The catalogue's code for an E_*: its own, that of the table, or CAT_SYSTEM_ERROR for what no client can do anything
 * about; CAT_OK for 0. */
enum catalogue_code status_of(int err);

/* Ends a handler: the code of `err`, with `field` noted in the context when it is a refusal about one (NULL: none),
 * and the time to wait when it is E_THROTTLED or E_BUSY. */
int status_refuse(struct api_ctx *ctx, int err, const char *field, unsigned wait_s);

#endif
