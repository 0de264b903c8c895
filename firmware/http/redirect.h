/* Where a request without TLS is sent when HTTPS only is on. Pure. */
#ifndef POSTERN_HTTP_REDIRECT_H
#define POSTERN_HTTP_REDIRECT_H

#include "http/reply.h"
#include "http/request.h"

/* Writes "https://<host><path>?<query>": the host that the client asked for, without its port, when it is the
 * terminal's: `own` (an address without brackets) or one of `names` (those of the certificate, with ", " between them); else `own`,
 * so that no Host field of somebody else's making leads away from the terminal. `port` is said unless it is 443. A
 * target that does not fit becomes "/". */
void http_redirect(const struct http_request *request, const char *own, const char *names, unsigned port,
                   char ret_location[HTTP_LOCATION_MAX]);

#endif
