/* Permission check of calls, by the table of rights alone. */
#ifndef POSTERN_API_ROUTE_MAY_H
#define POSTERN_API_ROUTE_MAY_H

#include "api/api.h"

struct rights_table; /* core/base/rights.h */

/* Returns true if `by` has the permission that the call requires, or if the call requires none. */
bool api_may(const struct rights_table *rights, const struct actor *by, const struct api_route *route);

#endif
