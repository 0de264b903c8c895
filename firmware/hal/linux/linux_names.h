/* DNS: queries and answers (RFC 1035), and the file with the servers in use. An answer comes from the network and is
 * not trusted. Pure, except linux_names_write(). */
#ifndef POSTERN_HAL_LINUX_NAMES_H
#define POSTERN_HAL_LINUX_NAMES_H

#include <stddef.h>
#include <stdint.h>

#include "util/err.h"

#define LINUX_NAMES_QUESTION_MAX 272 /* header, a name of at most 255 bytes, type and class */
#define LINUX_NAMES_SERVERS_MAX 3 /* in the file: resolvers ignore more */
#define LINUX_NAMES_ANSWER_MAX 1232 /* bytes of an answer that are parsed */

/* Writes the query for the IPv4 address of a host. Returns its length, or E_NOTFOUND: not a possible name. */
_must_check_ int linux_names_ask(const char *host, uint16_t id, uint8_t ret_question[LINUX_NAMES_QUESTION_MAX]);

/* Parses an answer to a query of `asked_len` bytes. 0 with *ret_address; E_NOTFOUND: there is no such name, or it has
 * no address; E_BUSY: the server failed; E_FORMAT: not an answer to this query. */
_must_check_ int linux_names_take(const uint8_t *question, size_t asked_len, const uint8_t *answer, size_t len,
                                  uint32_t *ret_address);

/* Writes the servers that are not 0 into a file in the format of resolv.conf(5), replacing its content. Creates it if
 * missing, world-readable. E_IO. */
_must_check_ int linux_names_write(const char *path, const uint32_t *servers, size_t count);

#endif
