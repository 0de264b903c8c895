/* Packets of any content as answers of a time server. What is judged good has to be so in every point, whatever else
 * the packet holds; half of the inputs get the right nonce, so that they pass the first question. */
#include <stdlib.h>
#include <string.h>

#include "fuzz_check.h"
#include "net/sntp_packet.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static const uint8_t nonce[SNTP_STAMP_LEN] = {0x5a, 1, 2, 3, 4, 5, 6, 7};
    static const uint8_t other[SNTP_STAMP_LEN] = {0x5b, 1, 2, 3, 4, 5, 6, 7};
    size_t len = size > 0 ? size - 1 : 0;
    uint8_t *packet = malloc(len + 1); /* of this length and no more: reading past it is seen */
    FUZZ_CHECK(packet != NULL);
    memcpy(packet, data + (size > 0 ? 1 : 0), len);
    if (size > 0 && (data[0] & 1) != 0 && len >= SNTP_ORIGINATE_AT + SNTP_STAMP_LEN) {
        memcpy(packet + SNTP_ORIGINATE_AT, nonce, SNTP_STAMP_LEN);
    }
    enum sntp_verdict verdict = sntp_packet_judge(packet, len, nonce);
    FUZZ_CHECK(verdict == SNTP_FOREIGN || sntp_packet_judge(packet, len, other) == SNTP_FOREIGN);
    if (verdict == SNTP_GOOD) {
        uint8_t stamp[SNTP_STAMP_LEN];
        FUZZ_CHECK(len >= SNTP_PACKET_LEN);
        FUZZ_CHECK((packet[0] & 7) == 4 && packet[0] >> 6 != 3 && packet[1] >= 1 && packet[1] <= 15);
        FUZZ_CHECK(memcmp(packet + SNTP_ORIGINATE_AT, nonce, SNTP_STAMP_LEN) == 0);
        sntp_packet_stamp(0, stamp);
        FUZZ_CHECK(memcmp(stamp, "\x83\xaa\x7e\x80\0\0\0\0", SNTP_STAMP_LEN) == 0);
    }
    free(packet);
    return 0;
}
