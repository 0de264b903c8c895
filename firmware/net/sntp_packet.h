/* SNTP packets (RFC 4330, RFC 5905 section 7.3): makes requests and validates answers. Pure. */
#ifndef POSTERN_NET_SNTP_PACKET_H
#define POSTERN_NET_SNTP_PACKET_H

#include <stddef.h>
#include <stdint.h>

#define SNTP_PACKET_LEN 48
#define SNTP_STAMP_LEN 8 /* bytes of a time stamp: seconds since 1900 and their fraction */
#define SNTP_ORIGINATE_AT 24 /* offset in an answer of the request's time stamp */
#define SNTP_TRANSMIT_AT 40 /* offset of a request's stamp, and of an answer's time */

enum sntp_verdict {
    SNTP_GOOD, /* matches the request, with a usable time */
    SNTP_FOREIGN, /* does not match this request: another client's, late, or forged */
    SNTP_KISS, /* kiss-o'-death: the server asks not to be queried (stratum 0) */
    SNTP_UNUSABLE, /* the server is not synchronized, or the packet is inconsistent */
};

/* Writes a client request of version 4. Its transmit stamp is the random `nonce` instead of the time: an answer must
 * repeat it, so only a server that can read the request can answer, and the request reveals nothing about this clock
 * (draft-ietf-ntp-data-minimization). */
void sntp_packet_request(const uint8_t nonce[SNTP_STAMP_LEN], uint8_t ret_packet[SNTP_PACKET_LEN]);

/* Validates an answer of `len` bytes; ignores bytes after SNTP_PACKET_LEN (extensions). */
enum sntp_verdict sntp_packet_judge(const uint8_t *packet, size_t len, const uint8_t nonce[SNTP_STAMP_LEN]);

/* Writes a time in milliseconds since 1970 as a stamp. */
void sntp_packet_stamp(int64_t ms, uint8_t ret_stamp[SNTP_STAMP_LEN]);

#endif
