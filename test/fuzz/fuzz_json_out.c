/* Any bytes as text through the JSON writer: the result is always one valid JSON string, as our own scanner and cJSON
 * read it, and no longer than the bound that the encoders reserve. */
#include <cjson/cJSON.h>

#include "api/json_scan.h"
#include "fuzz_check.h"
#include "util/json_out.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    struct buf out = {0};
    json_out_string_len(&out, (const char *)data, size);
    FUZZ_CHECK(!buf_failed(&out));
    FUZZ_CHECK(out.len <= JSON_PUT_STRING_MAX(size));
    if (memchr(data, 0, size) == NULL) { /* \u0000 is valid JSON, which our scanner refuses all the same */
        struct json_scan_key key;
        FUZZ_CHECK(json_scan(out.data, out.len, 1, &key) == JSON_SCAN_OK);
    }
    cJSON *parsed = cJSON_ParseWithLength(out.data, out.len);
    FUZZ_CHECK(cJSON_IsString(parsed));
    cJSON_Delete(parsed);
    buf_done(&out);
    return 0;
}
