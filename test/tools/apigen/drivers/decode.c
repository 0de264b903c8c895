/* Reads lines `<call> body|query <hex octets>` and answers each with `<code> <field>`: what the decoders say. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "contract.h"

static const struct api_route *route_named(const char *name) {
    for (size_t i = 0; i < api_route_count; i++) {
        if (strcmp(api_routes[i].name, name) == 0) {
            return &api_routes[i];
        }
    }
    return NULL;
}

static size_t octets_of(const char *hex, char *out) {
    size_t len = 0;
    unsigned octet;
    while (sscanf(hex + 2 * len, "%2x", &octet) == 1) {
        out[len++] = (char)octet;
    }
    return len;
}

int main(void) {
    char *line = NULL;
    size_t size = 0;
    ssize_t got;
    while ((got = getline(&line, &size, stdin)) > 0) {
        char name[64];
        char kind[8];
        int start = 0;
        if (sscanf(line, "%63s %7s %n", name, kind, &start) != 2) {
            return 1;
        }
        const struct api_route *route = route_named(name);
        char *octets = malloc((size_t)got);
        void *req = malloc(route != NULL ? route->req_size + 1 : 1);
        if (route == NULL || octets == NULL || req == NULL) {
            return 2;
        }
        const size_t len = octets_of(line + start, octets);
        char *exact = malloc(len + (len == 0)); /* a read past the end is seen */
        if (exact == NULL) {
            return 2;
        }
        memcpy(exact, octets, len);
        struct api_decode_error error;
        const int code = strcmp(kind, "query") == 0 ? api_decode_query(route, exact, len, req, &error)
                                                    : api_decode_body(route, exact, len, req, &error);
        printf("%d %s\n", code, error.field);
        free(exact);
        free(octets);
        free(req);
    }
    free(line);
    return 0;
}
