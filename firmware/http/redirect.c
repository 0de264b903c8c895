#include "http/redirect.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

#define HOST_MAX 253 /* bytes of a host name, RFC 1035 */

static bool is_host_character(char c, bool six) {
    bool hex = (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
    if (six) {
        return hex || c == ':' || c == '.';
    }
    return hex || (c >= 'g' && c <= 'z') || (c >= 'G' && c <= 'Z') || c == '-' || c == '.' || c == '_';
}

/* Extracts the host of a Host field with its brackets, if any; false: invalid. */
static bool take_host(struct http_text field, struct http_text *ret_host) {
    bool six = field.len > 0 && field.at[0] == '[';
    size_t len = six ? 1 : 0;
    while (len < field.len && is_host_character(field.at[len], six)) {
        len++;
    }
    if (six) {
        if (len == field.len || field.at[len] != ']') {
            return false;
        }
        len++;
    }
    *ret_host = (struct http_text){field.at, len};
    return len > 0 && len <= HOST_MAX && (len == field.len || field.at[len] == ':');
}

/* Returns whether the name matches exactly, or with one label in place of a leading "*" (RFC 6125 section 6.4.3). */
static bool is_name(struct http_text host, struct http_text name) {
    if (name.len > 2 && name.at[0] == '*' && name.at[1] == '.') {
        const char *dot = memchr(host.at, '.', host.len);
        size_t label = dot == NULL || dot == host.at ? 0 : (size_t)(dot - host.at);
        return label > 0 && is_name((struct http_text){host.at + label + 1, host.len - label - 1},
                                    (struct http_text){name.at + 2, name.len - 2});
    }
    return host.len == name.len && strncasecmp(host.at, name.at, name.len) == 0;
}

/* Returns whether the host, with its brackets, is the terminal's. */
static bool is_own(struct http_text host, const char *own, const char *names) {
    bool six = host.at[0] == '[';
    struct http_text bare = six ? (struct http_text){host.at + 1, host.len - 2} : host;
    if (is_name(bare, (struct http_text){own, strlen(own)})) {
        return six == (strchr(own, ':') != NULL);
    }
    for (const char *at = names; *at != '\0';) {
        size_t len = strcspn(at, ",");
        if (is_name(bare, (struct http_text){at, len})) {
            return true;
        }
        at += len;
        at += strspn(at, ", ");
    }
    return false;
}

void http_redirect(const struct http_request *request, const char *own, const char *names, unsigned port,
                   char ret_location[HTTP_LOCATION_MAX]) {
    char place[HOST_MAX + 16], number[16] = "";
    struct http_text host;
    if (port != 443) {
        (void)snprintf(number, sizeof(number), ":%u", port);
    }
    if (request->host.at != NULL && take_host(request->host, &host) && is_own(host, own, names)) {
        (void)snprintf(place, sizeof(place), "%.*s%s", (int)host.len, host.at, number);
    } else {
        bool six = strchr(own, ':') != NULL;
        (void)snprintf(place, sizeof(place), "%s%s%s%s", six ? "[" : "", own, six ? "]" : "", number);
    }
    bool has_query = request->query.at != NULL;
    int n = snprintf(ret_location, HTTP_LOCATION_MAX, "https://%s%.*s%s%.*s", place, (int)request->path.len,
                     request->path.at, has_query ? "?" : "", (int)(has_query ? request->query.len : 0),
                     has_query ? request->query.at : "");
    if (n >= HTTP_LOCATION_MAX) {
        (void)snprintf(ret_location, HTTP_LOCATION_MAX, "https://%s/", place);
    }
}
