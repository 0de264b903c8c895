#include "http/stream_resume.h"

#define DIGITS_MAX 16 /* of STREAM_RESUME_MAX: cannot overflow */

bool stream_resume(struct http_text text, int64_t *ret_after) {
    int64_t value = 0;
    if (text.len == 0 || text.len > DIGITS_MAX || (text.at[0] == '0' && text.len > 1)) {
        return false;
    }
    for (size_t i = 0; i < text.len; i++) {
        if (text.at[i] < '0' || text.at[i] > '9') {
            return false;
        }
        value = value * 10 + (text.at[i] - '0');
    }
    if (value > STREAM_RESUME_MAX) {
        return false;
    }
    *ret_after = value;
    return true;
}
