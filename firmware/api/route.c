#include "api/api.h"

#include <string.h>

/* Order of a path of `len` bytes and a row's: byte by byte, the shorter first. */
static int route_compare(const char *path, size_t len, const char *row) {
    const size_t row_len = strlen(row);
    const int order = memcmp(path, row, len < row_len ? len : row_len);
    if (order != 0) {
        return order;
    }
    return (len > row_len) - (len < row_len);
}

const struct api_route *api_route_find(const char *path, size_t len) {
    size_t low = 0;
    size_t high = api_route_count;
    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        const int order = route_compare(path, len, api_routes[middle].path);
        if (order == 0) {
            return &api_routes[middle];
        }
        if (order < 0) {
            high = middle;
        } else {
            low = middle + 1;
        }
    }
    return NULL;
}
