/* What the fuzz targets of the decoders share. */
#ifndef POSTERN_FUZZ_CHECK_H
#define POSTERN_FUZZ_CHECK_H

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "api/decode.h"
#include "api/encode.h"
#include "api/json_scan.h"
#include "catalogue.h"
#include "util/buf.h"

/* Ends the run with a report that the fuzzer keeps the input of; asserts may be compiled out. */
#define FUZZ_CHECK(condition)                                                     \
    do {                                                                          \
        if (!(condition)) {                                                       \
            (void)fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, #condition); \
            abort();                                                              \
        }                                                                         \
    } while (0)

/* Splits an input: the name of a call up to the first line feed, then what is decoded. A name that is none chooses a
 * call by its first byte, so that no input is lost and seeds stay good when calls are added. */
static inline const struct api_route *fuzz_choose(const uint8_t *data, size_t size, const char **ret_text,
                                                  size_t *ret_len) {
    const uint8_t *end = memchr(data, '\n', size);
    const size_t name = end != NULL ? (size_t)(end - data) : 0;
    *ret_text = (const char *)data + (end != NULL ? name + 1 : 0);
    *ret_len = size - (end != NULL ? name + 1 : 0);
    for (size_t i = 0; i < api_route_count; i++) {
        if (strlen(api_routes[i].name) == name && memcmp(api_routes[i].name, data, name) == 0) {
            return &api_routes[i];
        }
    }
    return &api_routes[(size > 0 ? data[0] : 0) % api_route_count];
}

/* The answer of a decoder: nothing, or a refusal of the client's making that becomes a valid envelope. */
static inline void fuzz_check_answer(int code, const struct api_decode_error *error) {
    FUZZ_CHECK(code == error->code);
    FUZZ_CHECK(code == CAT_OK || (catalogue_http(code) >= 400 && catalogue_http(code) < 500));
    struct buf out = {0};
    struct json_scan_key key;
    api_encode_error(&out, code, error->field);
    FUZZ_CHECK(!buf_failed(&out));
    FUZZ_CHECK(json_scan(out.data, out.len, 2, &key) == JSON_SCAN_OK);
    buf_done(&out);
}

#endif
