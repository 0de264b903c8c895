/* Reads lines `<format> <hex octets>` and answers each with `<fits> <has lines>`: what the checks in C say. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "values/format.h"

/* The declared formats, written by the test: an enumerator that is missing does not compile, and neither does one that
 * is not declared, for the switch has no default. */
static const char *name_of(enum format format) {
    switch (format) {
        case FORMAT_NONE: return "";
#define FORMAT(name, enumerator) \
    case enumerator: return name;
#include "formats.inc"
#undef FORMAT
    }
    return "";
}

static const enum format formats[] = {
#define FORMAT(name, enumerator) enumerator,
#include "formats.inc"
#undef FORMAT
};

static enum format format_named(const char *name) {
    for (size_t i = 0; i < sizeof(formats) / sizeof(formats[0]); i++) {
        if (strcmp(name_of(formats[i]), name) == 0) {
            return formats[i];
        }
    }
    return FORMAT_NONE;
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
        int start = 0;
        if (sscanf(line, "%63s %n", name, &start) != 1) {
            return 1;
        }
        /* As long as the text, so that a check that reads behind it is found. */
        char *octets = malloc((strlen(line + start) - 1) / 2);
        if (octets == NULL) {
            return 1;
        }
        const size_t len = octets_of(line + start, octets);
        const enum format format = format_named(name);
        printf("%d %d\n", format_fits(format, octets, len), format_has_lines(format));
        free(octets);
    }
    free(line);
    return 0;
}
