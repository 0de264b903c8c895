/* Who may make which call, by the table of rights alone. */
#ifndef POSTERN_API_ROUTE_MAY_H
#define POSTERN_API_ROUTE_MAY_H

#include "api/api.h"

struct rights_table; /* core/base/rights.h */

/* True if the rights of who asks let it make the call; a call that asks for no right is open to all. */
bool api_may(const struct rights_table *rights, const struct actor *by, const struct api_route *route);

#endif
