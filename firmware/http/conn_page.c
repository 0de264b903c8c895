/* Requests that are not calls: files of the console, and redirects of requests without TLS. */
#include <string.h>

#include "catalogue.h"
#include "core/base/about.h"
#include "core/base/core.h"
#include "core/network/certificate.h"
#include "core/settings/settings.h"
#include "http/conn_impl.h"
#include "http/recovery.h"
#include "http/redirect.h"
#include "http/rom.h"
#include "net/socket.h"

/* Returns the HSTS field (RFC 6797): none without TLS, nor with the device's own certificate, which browsers could then
 * no longer accept. When switched off it is sent, too, or browsers would remember it for a year. */
const char *conn_hsts_field(const struct http_conn *conn) {
    struct core *core = conn->server->core;
    if (!conn->secure || !certificate_is_own(core)) {
        return NULL;
    }
    return settings_get(core)->values.rest_param.hsts ? "Strict-Transport-Security: max-age=31536000\r\n"
                                                      : "Strict-Transport-Security: max-age=0\r\n";
}

/* Sends an answer from ROM with an additional field after its status line. */
static void send_with_field(struct http_conn *conn, const struct rom_answer *answer, const char *field) {
    const char *feed = memchr(answer->data, '\n', answer->len);
    size_t line = feed == NULL ? 0 : (size_t)(feed - answer->data) + 1;
    buf_append(&conn->owned, answer->data, line);
    buf_append_text(&conn->owned, field);
    if (buf_failed(&conn->owned)) {
        conn->mg->is_closing = 1;
        return;
    }
    conn_send_both(conn, answer->data + line, answer->len - line);
}

/* Returns whether requests without TLS are only redirected. */
bool conn_is_https_only(const struct http_conn *conn) {
    const struct http_server *server = conn->server;
    return !conn->secure && server->https_port != 0 && settings_get(server->core)->values.rest_param.https_only;
}

/* Redirects, temporarily: the reason for it can end. */
static void send_elsewhere(struct http_conn *conn, const char *location, bool head_only) {
    struct http_reply reply;
    struct http_reply_head head = conn_reply_head(conn, head_only);
    head.status = 307;
    head.location = location;
    if (http_reply_text(&reply, head) < 0) {
        buf_done(&reply.buf);
        conn->mg->is_closing = 1;
        return;
    }
    conn_send_reply(conn, &reply);
}

/* Redirects a page's request to TLS. A call is refused: its secrets were already sent in the clear. */
void conn_begin_redirect(struct http_conn *conn, const struct http_request *request) {
    char location[HTTP_LOCATION_MAX], own[ACTOR_PEER_MAX];
    bool head_only = request->method == HTTP_HEAD;
    conn_drop_body(conn, request);
    if (walker_is_call(request->path)) {
        conn_send_refusal(conn, &(struct walker_refusal){.code = CAT_HTTPS_ONLY}, head_only);
        return;
    }
    struct certificate_info certificate;
    certificate_read(conn->server->core, &certificate);
    net_own_host(conn->mg, own, sizeof(own));
    http_redirect(request, own, certificate.x509.names, conn->server->https_port, location);
    send_elsewhere(conn, location, head_only);
}

/* In recovery mode: serves /up, and redirects every other page to it. */
static void begin_recovery(struct http_conn *conn, const struct http_request *request) {
    char field[RECOVERY_FIELD_MAX];
    bool head_only = request->method == HTTP_HEAD;
    struct rom_answer answer = rom_answer(request);
    bool is_there = recovery_has_page(request->path) && rom_has(request->path);
    if (answer.status == 405) {
        conn_send_status(conn, answer.status, "GET, HEAD", head_only);
    } else if (is_there && (answer.status == 200 || answer.status == 304)) {
        recovery_field(conn->server->recovery, field);
        send_with_field(conn, &answer, field);
    } else if (!rom_is_file_name(request->path)) {
        send_elsewhere(conn, RECOVERY_PAGE, head_only);
    } else {
        conn_send_status(conn, answer.status == 406 ? 406 : 404, NULL, head_only);
    }
}

void conn_begin_page(struct http_conn *conn, const struct http_request *request) {
    if (request->chunked || request->length > 0) {
        conn_drop_body(conn, request);
    }
    if (about_is_recovery(conn->server->core->shared)) {
        begin_recovery(conn, request);
        return;
    }
    struct rom_answer answer = rom_answer(request);
    const char *hsts = conn_hsts_field(conn);
    if ((answer.status == 200 || answer.status == 304) && hsts != NULL) {
        send_with_field(conn, &answer, hsts);
    } else if (answer.status == 200 || answer.status == 304) {
        conn_send(conn, answer.data, answer.len);
    } else {
        conn_send_status(conn, answer.status, answer.status == 405 ? "GET, HEAD" : NULL, request->method == HTTP_HEAD);
    }
}
