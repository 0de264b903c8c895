/* Configuration of Mongoose: included before its source and everything that includes <mongoose.h>, by the build
 * (CMakeLists.txt) and by the unit tests (test/unit/firmware.mk). */
#ifndef POSTERN_NET_MONGOOSE_CONFIG_H
#define POSTERN_NET_MONGOOSE_CONFIG_H

#define MG_ENABLE_IPV6 1
#define MG_ENABLE_LOG 0 /* we log ourselves; its checks are in the hot path */
#define MG_IO_SIZE 2048 /* bytes read at once, and the cost of an idle connection */
#define MG_MAX_RECV_SIZE 65536 /* bytes received and not yet answered; more closes the connection */
#define MG_SOCK_LISTEN_BACKLOG_SIZE 256 /* connections waiting to be accepted */
#define MG_TLS 4                        /* MG_TLS_CUSTOM: tls_hooks.c */

/* Unused parts. */
#define MG_ENABLE_DIRLIST 0
#define MG_ENABLE_SSI 0
#define MG_ENABLE_MD5 0

#endif
