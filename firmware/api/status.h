/* From the errors of the firmware (util/err.h) to the catalogue of the contract. */
#ifndef POSTERN_API_STATUS_H
#define POSTERN_API_STATUS_H

#include "api/api.h"
#include "catalogue.h"

/* The catalogue's code for an E_*: its own, that of the table, or CAT_SYSTEM_ERROR for what no client can do anything
 * about; CAT_OK for 0. */
enum catalogue_code status_of(int err);

/* Ends a handler: the code of `err`, and of a refusal the `field` it is about, noted in the context (NULL: none). Where it helps
 * to wait, the context says how long. */
int status_refuse(struct api_ctx *ctx, int err, const char *field);

/* The same where the error may be E_THROTTLED, with its wait in seconds; 0 counts as 1. */
int status_refuse_after(struct api_ctx *ctx, int err, const char *field, unsigned wait_s);

#endif
