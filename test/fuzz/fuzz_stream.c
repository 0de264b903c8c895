/* Text of any content as the number a reader of the event stream had last. What is taken is written back as it came. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fuzz_check.h"
#include "http/stream_resume.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    char *text = malloc(size + 1); /* of this length and no more: reading past it is seen */
    char back[32];
    int64_t after = -1;
    FUZZ_CHECK(text != NULL);
    memcpy(text, data, size);
    bool taken = stream_resume((struct http_text){text, size}, &after);
    FUZZ_CHECK(taken == (after >= 0) && after <= STREAM_RESUME_MAX);
    if (taken) {
        int len = snprintf(back, sizeof(back), "%" PRId64, after);
        FUZZ_CHECK((size_t)len == size && memcmp(back, text, size) == 0);
    }
    free(text);
    return 0;
}
