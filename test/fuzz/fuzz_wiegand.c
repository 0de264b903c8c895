/* Frames of the Wiegand input, and definitions of a free format, of any content: what is taken is made again bit by bit,
 * and a definition that is refused makes no frame. */
#include <stdint.h>
#include <string.h>

#include "fuzz_check.h"
#include "hal/wiegand.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void fuzz_frame(const uint8_t *data, size_t size) {
    struct wiegand_frame frame = {.count = data[0] % (WIEGAND_BITS_MAX + 1)}, again;
    uint64_t number = 0;
    memcpy(frame.octets, data + 1, size - 1 < sizeof(frame.octets) ? size - 1 : sizeof(frame.octets));
    if (wiegand_take(&frame, &number) < 0) {
        return;
    }
    struct wiegand_layout layout = wiegand_usual(0, (uint8_t)(frame.count - 2));
    FUZZ_CHECK(wiegand_make(&layout, 0, number, &again) == 0);
    FUZZ_CHECK(again.count == frame.count);
    for (unsigned i = 0; i < frame.count; i++) {
        FUZZ_CHECK(wiegand_bit(&frame, i) == wiegand_bit(&again, i));
    }
}

static void fuzz_layout(const uint8_t *data) {
    struct wiegand_layout layout = {
        .facility_bits = data[0],
        .number_bits = data[1],
        .leading = {(enum wiegand_parity_kind)(data[2] % 3), data[3], data[4]},
        .trailing = {(enum wiegand_parity_kind)(data[5] % 3), data[6], data[7]},
    };
    struct wiegand_frame frame;
    uint64_t facility = 0, number = 0;
    unsigned part = 0;
    memcpy(&facility, data + 8, sizeof(facility));
    memcpy(&number, data + 16, sizeof(number));
    int fits = wiegand_check(&layout, &part);
    int r = wiegand_make(&layout, facility, number, &frame);
    FUZZ_CHECK(fits == 0 || r < 0);
    FUZZ_CHECK(r < 0 || (frame.count > 0 && frame.count <= WIEGAND_BITS_MAX));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    char text[WIEGAND_TEXT_MAX];
    if (size < 2) {
        return 0;
    }
    fuzz_frame(data, size);
    if (size >= 24) {
        fuzz_layout(data);
    }
    size_t len = size < sizeof(text) ? size : sizeof(text) - 1;
    struct wiegand_frame parsed;
    memcpy(text, data, len);
    text[len] = '\0';
    FUZZ_CHECK(wiegand_parse(text, &parsed) < 0 || parsed.count == strlen(text));
    return 0;
}
