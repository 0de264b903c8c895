/* Request bodies of any content through the decoder of every call. The input begins with the name of a call and a
 * line feed.
 *
 * Beyond what the sanitizers see: the answer is 0 or a code of 4xx, its field is printable text that the encoder makes
 * a valid envelope of, and the same body gives the same answer again. */
#include <stdlib.h>
#include <string.h>

#include "fuzz_check.h"

static int decode(const struct api_route *route, const char *text, size_t len, struct api_decode_error *error) {
    void *req = malloc(route->req_size + 1);
    FUZZ_CHECK(req != NULL);
    const int code = api_decode_body(route, text, len, req, error);
    free(req);
    return code;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    const char *text;
    size_t len;
    const struct api_route *route = fuzz_choose(data, size, &text, &len);
    struct api_decode_error error;
    struct api_decode_error again;
    const int code = decode(route, text, len, &error);
    fuzz_check_answer(code, &error);
    FUZZ_CHECK(decode(route, text, len, &again) == code);
    FUZZ_CHECK(strcmp(error.field, again.field) == 0);
    return 0;
}
