#include "api/route_may.h"

#include "core/base/actor.h"
#include "core/base/rights.h"

bool api_may(const struct rights_table *rights, const struct actor *by, const struct api_route *route) {
    switch (route->access) {
        case API_ACCESS_NONE:
        case API_ACCESS_OPEN:
        case API_ACCESS_SESSION: return true;
        case API_ACCESS_SUPER: return by->super;
        case API_ACCESS_READ: return (route->or_super && by->super) || rights_may(rights, by, route->group, RIGHT_READ);
        case API_ACCESS_WRITE:
            return (route->or_super && by->super) || rights_may(rights, by, route->group, RIGHT_WRITE);
    }
    return false;
}
