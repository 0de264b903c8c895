/* Redirect target of a request without TLS while "HTTPS only" is on. Pure. */
#ifndef POSTERN_HTTP_REDIRECT_H
#define POSTERN_HTTP_REDIRECT_H

#include "http/reply.h"
#include "http/request.h"

/* Writes "https://<host><path>?<query>": the requested host, without its port, if it is `own` (an address without
 * brackets) or one of `names` (those of the certificate, separated by ", "); otherwise `own`, so that a forged Host
 * field cannot redirect to another host. `port` is added unless it is 443. A target that is too long becomes "/". */
void http_redirect(const struct http_request *request, const char *own, const char *names, unsigned port,
                   char ret_location[HTTP_LOCATION_MAX]);

#endif
