/* Query strings of any content through the query decoder of every call: the tables are the same for both decoders. The
 * input begins with the name of a call and a line feed. */
#include <stdlib.h>

#include "fuzz_check.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    const char *text;
    size_t len;
    const struct api_route *route = fuzz_choose(data, size, &text, &len);
    void *req = malloc(route->req_size + 1);
    FUZZ_CHECK(req != NULL);
    struct api_decode_error error;
    fuzz_check_answer(api_decode_query(route, text, len, req, &error), &error);
    free(req);
    return 0;
}
