#include "hal/linux/linux_names.h"

#include <arpa/inet.h>
#include <arpa/nameser.h>
#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "util/cleanup.h"
#include "util/ipv4.h"

#define HEAD_LEN 12
#define NAME_MAX_OCTETS 255 /* of a name on the wire (RFC 1035 section 2.3.4) */
#define LABEL_MAX 63
#define LINE_MAX_OCTETS (sizeof("nameserver \n") + IPV4_TEXT_MAX)

/* Writes the name as labels, each after its length. Returns the length in bytes, 0: not a name. */
static size_t name_write(const char *host, uint8_t *ret_octets) {
    size_t at = 0;
    while (*host != '\0') {
        size_t len = strcspn(host, ".");
        if (len == 0 || len > LABEL_MAX || at + 1 + len + 1 > NAME_MAX_OCTETS) {
            return 0;
        }
        ret_octets[at++] = (uint8_t)len;
        memcpy(ret_octets + at, host, len);
        at += len;
        host += len;
        host += *host == '.' ? 1 : 0;
    }
    ret_octets[at++] = 0;
    return at > 1 ? at : 0;
}

int linux_names_ask(const char *host, uint16_t id, uint8_t ret_question[LINUX_NAMES_QUESTION_MAX]) {
    static const uint8_t tail[] = {0, ns_t_a, 0, ns_c_in};
    memset(ret_question, 0, HEAD_LEN);
    ret_question[0] = (uint8_t)(id >> 8);
    ret_question[1] = (uint8_t)id;
    ret_question[2] = 1; /* recursion desired */
    ret_question[5] = 1; /* one question */
    size_t len = name_write(host, ret_question + HEAD_LEN);
    if (len == 0) {
        return E_NOTFOUND;
    }
    memcpy(ret_question + HEAD_LEN + len, tail, sizeof(tail));
    return (int)(HEAD_LEN + len + sizeof(tail));
}

/* Returns whether it is an answer to this query: same ID, same name. */
static bool is_answer_to(const uint8_t *question, size_t asked_len, const uint8_t *answer, size_t len) {
    return len >= asked_len && memcmp(question, answer, 2) == 0 && (answer[2] & 0x80) != 0 && answer[4] == 0 &&
           answer[5] == 1 && memcmp(question + HEAD_LEN, answer + HEAD_LEN, asked_len - HEAD_LEN) == 0;
}

/* Finds the first address among the records; skips aliases, which the server has already followed. */
static int first_address(ns_msg *message, uint32_t *ret_address) {
    for (int i = 0; i < ns_msg_count(*message, ns_s_an); i++) {
        ns_rr record;
        if (ns_parserr(message, ns_s_an, i, &record) < 0) {
            return E_FORMAT;
        }
        if (ns_rr_type(record) == ns_t_a && ns_rr_class(record) == ns_c_in && ns_rr_rdlen(record) == NS_INADDRSZ) {
            uint32_t octets = 0;
            memcpy(&octets, ns_rr_rdata(record), sizeof(octets));
            *ret_address = ntohl(octets);
            return 0;
        }
    }
    return E_NOTFOUND;
}

int linux_names_take(const uint8_t *question, size_t asked_len, const uint8_t *answer, size_t len,
                     uint32_t *ret_address) {
    ns_msg message;
    if (!is_answer_to(question, asked_len, answer, len) || ns_initparse(answer, (int)len, &message) < 0) {
        return E_FORMAT;
    }
    switch (ns_msg_getflag(message, ns_f_rcode)) {
        case ns_r_noerror: return first_address(&message, ret_address);
        case ns_r_nxdomain: return E_NOTFOUND;
        default: return E_BUSY;
    }
}

/* Writes in place: the folder belongs to init, only the file to the daemon. One write, so a reader sees the old servers
 * or the new ones. */
int linux_names_write(const char *path, const uint32_t *servers, size_t count) {
    char lines[LINUX_NAMES_SERVERS_MAX * LINE_MAX_OCTETS];
    size_t len = 0;
    _cleanup_close_ int fd = open(path, O_WRONLY | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0644);
    for (size_t i = 0; i < count && i < LINUX_NAMES_SERVERS_MAX; i++) {
        char text[IPV4_TEXT_MAX];
        ipv4_format(servers[i], false, text);
        if (servers[i] != 0) {
            len += (size_t)snprintf(lines + len, sizeof(lines) - len, "nameserver %s\n", text);
        }
    }
    if (fd < 0 || fchmod(fd, S_IRUSR | S_IWUSR | S_IRGRP | S_IROTH) < 0 || write(fd, lines, len) != (ssize_t)len ||
        ftruncate(fd, (off_t)len) < 0) {
        return err_with_errno(E_IO, errno);
    }
    return 0;
}
