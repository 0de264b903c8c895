#include "http/places.h"

#include <stdlib.h>

#include "http/park.h"
#include "net/address.h"

/* Connections of one source. */
struct http_source {
    struct http_source *next; /* with the same hash */
    uint64_t key;
    unsigned count;
};

static struct http_source **find_source(struct http_server *server, uint64_t key) {
    struct http_source **at = &server->sources[key % HTTP_SOURCE_ROWS];
    while (*at != NULL && (*at)->key != key) {
        at = &(*at)->next;
    }
    return at;
}

static struct http_source *source_add(struct http_server *server, uint64_t key) {
    struct http_source **at = find_source(server, key);
    if (*at == NULL) {
        *at = calloc(1, sizeof(**at));
    }
    if (*at != NULL) {
        (*at)->key = key;
        (*at)->count++;
    }
    return *at;
}

static void source_remove(struct http_server *server, uint64_t key) {
    struct http_source **at = find_source(server, key), *source = *at;
    if (source != NULL && --source->count == 0) {
        *at = source->next;
        free(source);
    }
}

/* Returns whether to close `conn` rather than `other`. */
static bool goes_before(const struct http_conn *conn, const struct http_conn *other) {
    const bool streams = conn->stream != NULL, other_streams = other->stream != NULL;
    if (streams != other_streams) {
        return other_streams;
    }
    if (conn->source->count != other->source->count) {
        return conn->source->count > other->source->count;
    }
    if (conn->has_session != other->has_session) {
        return other->has_session;
    }
    return conn->since_ms < other->since_ms || (conn->since_ms == other->since_ms && conn->mg->id < other->mg->id);
}

/* Connections that compete for the same places. */
enum kind { KIND_HANDSHAKE, KIND_SECURE, KIND_OPEN };

static bool is_kind(const struct http_conn *conn, enum kind kind) {
    switch (kind) {
        case KIND_HANDSHAKE: return conn->handshaking;
        case KIND_SECURE: return conn->secure && !conn->handshaking;
        case KIND_OPEN: break;
    }
    return !conn->handshaking;
}

static void places_evict(const struct http_conn *newest, enum kind kind) {
    struct http_conn *first = NULL;
    for (struct http_conn *conn = newest->server->places; conn != NULL; conn = conn->later) {
        const bool may_go =
            conn != newest && !conn->mg->is_closing && conn->state != CONN_RUNNING && is_kind(conn, kind);
        if (may_go && (first == NULL || goes_before(conn, first))) {
            first = conn;
        }
    }
    if (first != NULL) {
        park_out(first);
        first->mg->is_closing = 1;
    }
}

/* Closes a connection if a new one exceeds the limit. */
static void make_room(const struct http_conn *newest) {
    const struct http_server *server = newest->server;
    const bool is_secure_full = server->handshakes + server->secure > HTTP_SECURE_MAX;
    if (!is_secure_full && server->connections <= server->limit) {
        return;
    }
    if (server->handshakes > HTTP_HANDSHAKES_KEPT) {
        places_evict(newest, KIND_HANDSHAKE);
    } else {
        places_evict(newest, is_secure_full ? KIND_SECURE : KIND_OPEN);
    }
}

int places_add(struct http_conn *conn, const char *host) {
    struct http_server *server = conn->server;
    conn->source = source_add(server, net_address_source(host));
    if (conn->source == NULL) {
        return E_NOMEM;
    }
    conn->later = server->places;
    if (conn->later != NULL) {
        conn->later->earlier = conn;
    }
    server->places = conn;
    server->connections++;
    conn->handshaking = conn->secure;
    server->handshakes += conn->handshaking ? 1 : 0;
    make_room(conn);
    return 0;
}

void places_open(struct http_conn *conn) {
    if (!conn->handshaking) {
        return;
    }
    conn->handshaking = false;
    conn->server->handshakes--;
    conn->server->secure++;
    if (conn->server->secure > HTTP_SECURE_MAX - HTTP_HANDSHAKES_KEPT) {
        places_evict(conn, KIND_SECURE);
    }
}

void places_remove(struct http_conn *conn) {
    struct http_server *server = conn->server;
    if (conn->source == NULL) {
        return;
    }
    if (conn->earlier == NULL) {
        server->places = conn->later;
    } else {
        conn->earlier->later = conn->later;
    }
    if (conn->later != NULL) {
        conn->later->earlier = conn->earlier;
    }
    server->connections--;
    server->handshakes -= conn->handshaking ? 1 : 0;
    server->secure -= conn->secure && !conn->handshaking ? 1 : 0;
    source_remove(server, conn->source->key);
    conn->source = NULL;
}
