/* Where a request without TLS is sent when HTTPS only is on. Pure. */
#ifndef POSTERN_HTTP_REDIRECT_H
#define POSTERN_HTTP_REDIRECT_H

#include "http/reply.h"
#include "http/request.h"

/* Writes "https://<host><path>?<query>": the host that the client asked for, without its port; `own` (an address
 * without brackets) when it named none that is a host name or an address. `port` is said unless it is 443. A target
 * that does not fit becomes "/". */
void http_redirect(const struct http_request *request, const char *own, unsigned port,
                   char ret_location[HTTP_LOCATION_MAX]);

#endif
