/* Encodes replies of the fixture's calls, a line each, and decodes one request back into a reply. */
#include <stdio.h>

#include "api/encode.h"
#include "contract.h"

static void print_reply(const char *path, const void *reply) {
    struct buf out = {0};
    const struct api_route *route = api_route_find(path, strlen(path));
    if (route != NULL) {
        api_encode_success(&out, route, &(struct api_ctx){0}, reply);
    }
    printf("%s\n", buf_text(&out));
    buf_done(&out);
}

int main(void) {
    const struct api_thing things[] = {
        {.id = 1, .colour = COLOUR_GREEN},
        {.id = 65535, .colour = COLOUR_BLUE},
    };
    const char *const names[] = {"a\"b", NULL, "\xc3\xa9\n"};
    const int32_t numbers[] = {-2147483647 - 1, 0, 2147483647};
    const struct list_things_reply full = {
        .things = things,
        .things_count = 2,
        .names = names,
        .names_count = 3,
        .numbers = numbers,
        .numbers_count = 3,
        .first = {.id = 7, .colour = COLOUR_RED},
        .since = 20261121,
        .card = 4294967295,
        .mixed = 1u << COLOUR_RED | 1u << COLOUR_BLUE,
        .text = "back\\slash\x01",
        .balance = -9007199254740991,
        .done = true,
    };
    const struct list_things_reply empty = {0};
    print_reply("/goform/ListThings", &full);
    print_reply("/goform/ListThings", &empty);
    print_reply("/goform/AddThing", NULL);
    for (size_t i = 0; i < api_route_count; i++) {
        printf("%s %s %d %d %d %d %zu\n", api_routes[i].path, api_routes[i].name, (int)api_routes[i].method,
               (int)api_routes[i].access, api_routes[i].group, (int)api_routes[i].thread, api_routes[i].max_body);
    }
    printf("%d %d %d\n", catalogue_http(CAT_OK), catalogue_http(CAT_FORBIDDEN), catalogue_http(4711));
    printf("%d %d %d\n", colour_is_bright(COLOUR_RED), colour_is_bright(COLOUR_GREEN), colour_is_bright(COLOUR_BLUE));
    return 0;
}
