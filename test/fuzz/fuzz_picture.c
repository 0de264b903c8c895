/* Pictures of any content: what is taken becomes a portrait that is a picture itself and no longer than promised. Those
 * that claim more than a megapixel are left out, for they take long and no other way. */
#include <stdint.h>

#include "fuzz_check.h"
#include "picture/picture.h"
#include "util/buf.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    struct picture_head head;
    struct buf out;
    if (picture_head(data, size, &head) < 0 || (uint64_t)head.width * head.height > 1000000) {
        return 0;
    }
    buf_init(&out);
    if (picture_portrait(data, size, &out) == 0) {
        FUZZ_CHECK(out.len > 0 && out.len <= PICTURE_OUT_MAX);
        FUZZ_CHECK(picture_head(out.data, out.len, &head) == 0);
        FUZZ_CHECK(head.width == PICTURE_WIDTH && head.height == PICTURE_HEIGHT && head.orientation == 1);
    }
    buf_done(&out);
    return 0;
}
