/* Packets of the time service (RFC 4330, RFC 5905 section 7.3): the request, and what is thought of an answer. Pure. */
#ifndef POSTERN_NET_SNTP_PACKET_H
#define POSTERN_NET_SNTP_PACKET_H

#include <stddef.h>
#include <stdint.h>

#define SNTP_PACKET_LEN 48
#define SNTP_STAMP_LEN 8 /* bytes of a time stamp: seconds since 1900 and their fraction */
#define SNTP_ORIGINATE_AT 24 /* where an answer repeats the stamp of its request */
#define SNTP_TRANSMIT_AT 40 /* where a request has its stamp, and an answer its time */

enum sntp_verdict {
    SNTP_GOOD, /* answers the request, and its time can be used */
    SNTP_FOREIGN, /* does not answer this request: somebody else's, a late one, or a forged one */
    SNTP_KISS, /* the server asks to be left alone (stratum 0) */
    SNTP_UNUSABLE, /* the server has no good time itself, or the packet contradicts itself */
};

/* Writes a request of a client of version 4. Its transmit stamp is `nonce`, random and not the time: an answer has to
 * repeat it, so who cannot read the request cannot answer it, and nothing is told about this clock
 * (draft-ietf-ntp-data-minimization). */
void sntp_packet_request(const uint8_t nonce[SNTP_STAMP_LEN], uint8_t ret_packet[SNTP_PACKET_LEN]);

/* Judges what came back. `len` bytes at `packet`; more than SNTP_PACKET_LEN (extensions) are not read. */
enum sntp_verdict sntp_packet_judge(const uint8_t *packet, size_t len, const uint8_t nonce[SNTP_STAMP_LEN]);

/* Writes a time in milliseconds since 1970 as a stamp. */
void sntp_packet_stamp(int64_t ms, uint8_t ret_stamp[SNTP_STAMP_LEN]);

#endif
