#include "http/stream.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "api/events.h"
#include "catalogue.h"
#include "contract.h"
#include "core/base/actor.h"
#include "core/base/core.h"
#include "core/base/rights.h"
#include "core/door/door.h"
#include "core/events/alarms.h"
#include "core/events/log.h"
#include "core/records/record_photos.h"
#include "core/settings/settings.h"
#include "http/conn_impl.h"
#include "http/stream_resume.h"
#include "util/arena.h"
#include "util/cleanup.h"
#include "util/json_out.h"
#include "util/log.h"

#define BEAT_MS (INT64_C(1000) * EVENTS_BEAT_S)
#define RETRY_S 5 /* sent with the refusal */
#define ARENA_MAX ((size_t)256 * 1024) /* bytes for the texts of a batch */

struct http_stream {
    struct http_stream *next;
    struct http_conn *conn;
    struct actor actor; /* the reader */
    const struct api_route *route; /* call that requested it */
    int64_t at; /* number of the last record that was sent, or reported as missed */
    uint32_t revision; /* last sent revision of the alarms */
    uint32_t door; /* of the door */
    uint64_t photos; /* number of photos reported */
    int64_t sent_ms; /* time of the last data sent */
    int64_t looked_ms; /* when the session was last checked */
    bool ended; /* nothing more is sent */
};

bool stream_admit(struct http_task *task, const struct http_request *request, struct walker_refusal *ret_refusal) {
    task->resume = STREAM_RESUME_NONE;
    if (task->call.route->thread != API_STREAM || request->last_event_id.at == NULL ||
        stream_resume(request->last_event_id, &task->resume)) {
        return true;
    }
    *ret_refusal = (struct walker_refusal){.code = CAT_BAD_FORMAT, .field = "after"};
    return false;
}

/* Checks whether the caller may open another stream. A person who signs in often, or creates accounts and keys, does
 * not block others. */
static int check_room(const struct http_server *server, const struct actor *by) {
    unsigned all = 0, own = 0, person = 0;
    for (const struct http_stream *one = server->streams; one != NULL; one = one->next) {
        all++;
        own += one->actor.session == by->session && one->actor.key_id == by->key_id ? 1 : 0;
        person += actor_sponsor(&one->actor) == actor_sponsor(by) ? 1 : 0;
    }
    if (own >= STREAM_SESSION_MAX || person >= STREAM_PERSON_MAX) {
        return CAT_STREAMS_OF_SESSION;
    }
    return all >= STREAM_MAX ? CAT_STREAMS_FULL : CAT_OK;
}

/* Returns where it starts: after the number of the head, or else of the query; after the newest without either, or when
 * the client's number is beyond the log's. */
static int64_t start_of(const struct http_server *server, const struct http_task *task) {
    const struct events_req *req = task->call.request;
    int64_t last = log_last(server->core), after = req->has_after ? req->after : last;
    after = task->resume != STREAM_RESUME_NONE ? task->resume : after;
    return after < last ? after : last;
}

static void put_event(struct buf *out, const char *event) {
    buf_append_text(out, "event: ");
    buf_append_text(out, event);
    buf_append_char(out, '\n');
}

/* Sends the buffer; the stream continues when it is sent. */
static void stream_send(struct http_stream *stream, struct buf *out) {
    struct http_conn *conn = stream->conn;
    if (buf_failed(out)) {
        buf_done(out);
        conn->mg->is_closing = 1;
        return;
    }
    stream->sent_ms = conn_now(conn);
    conn->owned = *out;
    *out = (struct buf){0};
    conn_send(conn, conn->owned.data, conn->owned.len);
}

/* Writes head and first event. Takes over the reply of the handler. */
static int put_hello(struct http_conn *conn, const struct http_task *task, const void *reply, struct buf *out) {
    http_reply_stream_head(out, conn_hsts_field(conn));
    put_event(out, "hello");
    buf_append_text(out, "data:");
    task->call.route->encode(out, reply);
    buf_append_text(out, "\n\n");
    return buf_failed(out) ? CAT_SYSTEM_ERROR : CAT_OK;
}

/* Creates the stream of a call that may have one. */
static int stream_open(struct http_conn *conn, struct http_task *task, struct buf *out) {
    struct http_server *server = conn->server;
    const struct api_route *route = task->call.route;
    struct api_ctx ctx = {.core = server->core, .actor = &task->call.actor, .arena = &task->call.arena};
    void *reply = arena_alloc(&task->call.arena, route->reply_size);
    int code = reply == NULL ? CAT_SYSTEM_ERROR : check_room(server, &task->call.actor);
    if (code == CAT_OK) {
        code = route->handle(&ctx, task->call.request, reply);
        task->call.error = ctx.error;
    }
    if (code == CAT_OK) {
        code = put_hello(conn, task, reply, out);
    }
    struct http_stream *stream = code == CAT_OK ? calloc(1, sizeof(*stream)) : NULL;
    if (stream == NULL) {
        return code == CAT_OK ? CAT_SYSTEM_ERROR : code;
    }
    *stream = (struct http_stream){.next = server->streams,
                                   .conn = conn,
                                   .actor = task->call.actor,
                                   .route = route,
                                   .at = start_of(server, task),
                                   .photos = record_photos_made(server->core),
                                   .revision = alarms_revision(server->core) - 1,
                                   .door = door_revision(server->core) - 1};
    server->streams = conn->stream = stream;
    return CAT_OK;
}

int stream_begin(struct http_conn *conn, struct http_task *task, struct walker_refusal *ret_refusal) {
    struct buf out = {0};
    int code = stream_open(conn, task, &out);
    if (code != CAT_OK) {
        buf_done(&out);
        *ret_refusal = (struct walker_refusal){.code = code, .retry_after_s = RETRY_S};
        return code;
    }
    conn->close_after = true; /* its length is unknown: it ends with the connection */
    stream_send(conn->stream, &out);
    return CAT_OK;
}

static void put_missed(struct buf *out, int64_t from, int64_t to) {
    put_event(out, "missed");
    buf_printf(out, "id: %" PRId64 "\ndata:{\"from\":%" PRId64 ",\"to\":%" PRId64 "}\n\n", to, from, to);
}

static void put_record(struct buf *out, const struct record *record) {
    put_event(out, "record");
    buf_printf(out, "id: %" PRId64 "\ndata:", record->seq);
    json_out_object_begin(out);
    json_out_key(out, record_rows[RECORD_SEQ].name);
    json_out_int(out, record->seq);
    record_json(record, NULL, out);
    json_out_object_end(out);
    buf_append_text(out, "\n\n");
}

/* Returns whether the reader may see the people now: permissions can change while it is open. */
static bool shows_people(const struct http_stream *stream, struct core *core) {
    return rights_may_know_people(&settings_get(core)->rights, &stream->actor);
}

/* Writes the next records; reports those no longer stored as missed. */
static int put_lines(struct http_stream *stream, struct core *core, int64_t last, struct buf *out) {
    struct record records[STREAM_BATCH];
    struct arena arena;
    size_t count = 0;
    const bool shows = shows_people(stream, core);
    arena_init(&arena, ARENA_MAX);
    int r = log_read(core, stream->at, records, STREAM_BATCH, &arena, &count);
    for (size_t i = 0; r == 0 && i < count && out->len < STREAM_OCTETS; i++) {
        if (records[i].seq > stream->at + 1) {
            put_missed(out, stream->at + 1, records[i].seq - 1);
        }
        if (!shows) {
            log_hide_person(&records[i], &arena);
        }
        put_record(out, &records[i]);
        stream->at = records[i].seq;
    }
    if (r == 0 && count == 0) {
        put_missed(out, stream->at + 1, last);
        stream->at = last;
    }
    arena_done(&arena);
    return r;
}

/* Writes the state of alarms if it was not sent yet, also at the start. */
static void put_state(struct http_stream *stream, struct core *core, struct buf *out) {
    uint32_t revision = alarms_revision(core);
    if (revision != stream->revision) {
        stream->revision = revision;
        put_event(out, "state");
        buf_printf(out, "data:{\"alarms\":%" PRIu32 ",\"revision\":%" PRIu32 "}\n\n", alarms_open(core), revision);
    }
}

/* Writes the state of the door if it was not sent yet, as in doorState. A change meanwhile is sent next time. */
static void put_door(struct http_stream *stream, struct core *core, struct buf *out) {
    static const char path[] = "/goform/doorState";
    const struct api_route *route = api_route_find(path, sizeof(path) - 1);
    uint32_t revision = door_revision(core);
    if (revision == stream->door) {
        return;
    }
    struct arena arena;
    struct door_state_reply reply;
    arena_init(&arena, ARENA_MAX);
    struct api_ctx ctx = {.core = core, .actor = &stream->actor, .arena = &arena};
    if (route->handle(&ctx, NULL, &reply) == CAT_OK) {
        stream->door = revision;
        put_event(out, "door");
        buf_append_text(out, "data:");
        route->encode(out, &reply);
        buf_append_text(out, "\n\n");
    }
    arena_done(&arena);
}

/* Reports photos stored since, to a client that has all records and may see people. */
static void put_photos(struct http_stream *stream, struct core *core, struct buf *out) {
    int64_t seqs[RECORD_PHOTOS_NEWS_MAX];
    size_t count = record_photos_news(core, &stream->photos, seqs);
    for (size_t i = 0; shows_people(stream, core) && i < count; i++) {
        put_event(out, "photo");
        buf_printf(out, "data:{\"seq\":%" PRId64 "}\n\n", seqs[i]);
    }
}

static bool is_news_of(const struct http_stream *stream, const struct core *core) {
    return log_last(core) > stream->at || alarms_revision(core) != stream->revision ||
           door_revision(core) != stream->door || record_photos_made(core) != stream->photos;
}

/* Writes what is new for a stream that is ready. */
static void stream_tell(struct http_server *server, struct http_stream *stream) {
    struct buf out = {0};
    int64_t last = log_last(server->core);
    int r = 0;
    put_state(stream, server->core, &out);
    put_door(stream, server->core, &out);
    if (last - stream->at > STREAM_BEHIND_MAX) {
        put_missed(&out, stream->at + 1, last);
        stream->at = last;
    } else if (last > stream->at) {
        r = put_lines(stream, server->core, last, &out);
    } else if (record_photos_made(server->core) != stream->photos) {
        put_photos(stream, server->core, &out);
    } else if (out.len == 0 && server->now_ms - stream->sent_ms >= BEAT_MS) {
        buf_append_text(&out, ":\n\n");
    }
    if (r < 0) {
        log_error("http", "the event stream cannot read the log", log_errno(r));
        stream->conn->mg->is_closing = 1; /* the client reconnects */
    } else if (out.len > 0 || buf_failed(&out)) {
        stream_send(stream, &out);
    }
    buf_done(&out);
}

void stream_turn(struct http_server *server) {
    for (struct http_stream *stream = server->streams, *next; stream != NULL; stream = next) {
        next = stream->next;
        if (stream->conn->state != CONN_STREAM || stream->conn->mg->is_closing) {
            continue;
        }
        if (is_news_of(stream, server->core) || server->now_ms - stream->looked_ms >= STREAM_LOOK_MS) {
            stream->looked_ms = server->now_ms;
            if (!walker_may_still(server->core, stream->route, &stream->actor)) {
                stream_end(stream->conn, "session");
                continue;
            }
        }
        stream_tell(server, stream);
    }
}

void stream_end(struct http_conn *conn, const char *reason) {
    struct http_stream *stream = conn->stream;
    if (stream == NULL || stream->ended) {
        return;
    }
    stream->ended = true;
    if (conn->state != CONN_STREAM) {
        return; /* what is being sent is the last */
    }
    struct buf out = {0};
    put_event(&out, "end");
    buf_printf(&out, "data:{\"reason\":\"%s\"}\n\n", reason);
    stream_send(stream, &out);
}

void stream_drop(struct http_conn *conn) {
    struct http_stream **at = &conn->server->streams;
    while (*at != NULL && *at != conn->stream) {
        at = &(*at)->next;
    }
    if (*at != NULL) {
        *at = conn->stream->next;
    }
    free(conn->stream);
    conn->stream = NULL;
}

bool stream_goes_on(struct http_conn *conn) {
    if (conn->stream == NULL || conn->stream->ended) {
        return false;
    }
    conn->state = CONN_STREAM;
    conn->deadline_ms = INT64_MAX;
    return true;
}
