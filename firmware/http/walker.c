#include "http/walker.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "api/encode.h"
#include "api/route_may.h"
#include "catalogue.h"
#include "core/accounts/accounts.h"
#include "core/accounts/browsers.h"
#include "core/accounts/rest_keys.h"
#include "core/base/about.h"
#include "core/base/core.h"
#include "core/base/rights.h"
#include "core/settings/settings.h"
#include "core/upgrade/upgrade.h"
#include "http/recovery.h"
#include "util/crypto.h"

#define CALL_PREFIX "/goform/"
#define JSON_TYPE "application/json"
#define OCTETS_TYPE "application/octet-stream"

#define PIECE_OCTETS ((size_t)64 * 1024) /* chunk of a whole file: enough for the head of a bundle */
#define PIECE_QUERY_MAX 160

/* Seconds after which a client may retry when all workers are busy. */
#define BUSY_RETRY_S 1

bool walker_is_call(struct http_text path) {
    size_t prefix = sizeof(CALL_PREFIX) - 1;
    return (path.len >= prefix && memcmp(path.at, CALL_PREFIX, prefix) == 0) ||
           (path.len == prefix - 1 && memcmp(path.at, CALL_PREFIX, prefix - 1) == 0);
}

/* Returns whether it is "application/json", with or without parameters. */
static bool is_json(struct http_text type) {
    size_t len = 0;
    while (len < type.len && type.at[len] != ';' && type.at[len] != ' ' && type.at[len] != '\t') {
        len++;
    }
    return http_text_is((struct http_text){type.at, len}, JSON_TYPE);
}

/* Returns whether it is "image/jpeg", "image/png" or "image/webp", without parameters. */
static bool is_picture(struct http_text type) {
    return type.at != NULL &&
           (http_text_is(type, "image/jpeg") || http_text_is(type, "image/png") || http_text_is(type, "image/webp"));
}

/* Checks the media type that the call accepts; JSON if there is a body at all. */
static int check_media(const struct api_route *route, struct http_text type, bool has_body) {
    switch (route->takes) {
        case API_TAKES_JSON: return has_body && !is_json(type) ? CAT_MEDIA_TYPE : CAT_OK;
        case API_TAKES_PICTURE: return has_body && is_picture(type) ? CAT_OK : CAT_UPLOAD_FORMAT;
        case API_TAKES_OCTETS:
            return has_body && type.at != NULL && http_text_is(type, OCTETS_TYPE) ? CAT_OK : CAT_UPLOAD_FORMAT;
    }
    return CAT_SYSTEM_ERROR;
}

/* Extracts the key after "Bearer" (RFC 6750 §2.1); false for any other scheme. */
static bool take_bearer(struct http_text authorization, struct http_text *ret_key) {
    static const char scheme[] = "bearer ";
    size_t len = sizeof(scheme) - 1;
    if (authorization.len <= len || !http_text_is((struct http_text){authorization.at, len}, scheme)) {
        return false;
    }
    *ret_key = (struct http_text){authorization.at + len, authorization.len - len};
    return true;
}

/* Identifies the caller: a session, or a program with its key. */
static int check_who(struct core *core, const struct http_request *request, struct walker_call *call) {
    struct http_text key;
    if (request->token.at == NULL && take_bearer(request->authorization, &key)) {
        int r = rest_keys_check(core, key.at, key.len, &call->actor);
        if (r < 0) {
            call->error = r;
            return r == E_TOKEN_FAILED ? CAT_KEY_FAILED : CAT_SYSTEM_ERROR;
        }
        /* These calls change the session's own account, which a key does not have. */
        bool is_persons = call->route->access == API_ACCESS_SUPER ||
                          (call->route->access == API_ACCESS_SESSION && call->route->audit);
        return is_persons ? CAT_FORBIDDEN : CAT_OK;
    }
    int r = accounts_recognise(core, request->token.at, request->token.len, &call->actor);
    if (r < 0) {
        return r == E_SESSION_ENDED ? CAT_SESSION_ENDED : CAT_TOKEN_FAILED;
    }
    return CAT_OK;
}

static bool has_right(struct core *core, const struct api_route *route, const struct actor *by) {
    return api_may(&settings_get(core)->rights, by, route);
}

static bool is_open(const struct api_route *route) {
    return route->access == API_ACCESS_NONE || route->access == API_ACCESS_OPEN;
}

/* For a call open to everyone: identifies the session if the handler needs it, else the browser. */
static void recognise_asker(struct core *core, const struct http_request *request, struct walker_call *call) {
    struct actor who = call->actor;
    if (call->route->access == API_ACCESS_NONE) {
        browsers_recognise(core, request->browser.at, request->browser.len, &call->actor);
    } else if (accounts_recognise(core, request->token.at, request->token.len, &who) == 0 && !who.must_change) {
        call->actor = who;
    }
}

bool walker_may_still(struct core *core, const struct api_route *route, const struct actor *by) {
    if (is_open(route)) {
        return true;
    }
    struct actor now = *by; /* a super session may have expired */
    bool is_there = by->key_id != 0 ? rest_keys_is_valid(core, by) : accounts_is_signed_in(core, &now);
    return is_there && has_right(core, route, &now);
}

/* Checks session, first password and permission. */
static int check_access(struct core *core, const struct http_request *request, struct walker_call *call) {
    const struct api_route *route = call->route;
    if (is_open(route)) {
        recognise_asker(core, request, call);
        return CAT_OK;
    }
    int code = check_who(core, request, call);
    if (code != CAT_OK) {
        return code;
    }
    if (call->actor.must_change && !route->first_password) {
        return CAT_PASSWORD_CHANGE_REQUIRED;
    }
    if (!has_right(core, route, &call->actor)) {
        return route->access == API_ACCESS_SUPER ? CAT_SUPER_NEEDED : CAT_FORBIDDEN;
    }
    /* Changes during the trial of a new firmware would be lost in a rollback. */
    if (route->access == API_ACCESS_WRITE && upgrade_is_trial(core->shared)) {
        return CAT_UPGRADE_TRIAL;
    }
    bool is_by_super = route->or_super && call->actor.super;
    int r = route->fresh && !is_by_super ? accounts_check_fresh(&call->actor) : 0;
    return r == 0 ? CAT_OK : r == E_PASSWORD_NEEDED ? CAT_PASSWORD_NEEDED : CAT_FORBIDDEN;
}

static int too_large(const struct api_route *route) {
    return route->takes != API_TAKES_JSON ? CAT_UPLOAD_TOO_LARGE : CAT_BODY_TOO_LARGE;
}

/* Returns whether the query has no parameters of the call; ignores the time stamp. */
static bool is_bare(struct http_text query) {
    static const char stamp[] = "_t=";
    return query.len == 0 || (query.len >= sizeof(stamp) - 1 && memcmp(query.at, stamp, sizeof(stamp) - 1) == 0 &&
                              memchr(query.at, '&', query.len) == NULL);
}

/* Returns whether the body is a whole file, for a call that accepts chunks. */
static bool is_whole(const struct api_route *route, const struct http_request *request) {
    return route->whole_max > 0 && is_bare(request->query);
}

static int walker_judge(struct core *core, const struct http_request *request, struct walker_call *call,
                        const char **ret_allow) {
    const struct api_route *route = api_route_find(request->path.at, request->path.len);
    if (route == NULL || (about_is_recovery(core->shared) && !recovery_has_call(route->name))) {
        return CAT_NO_SUCH_CALL;
    }
    call->route = route;
    call->actor.call = route->name;
    call->actor.importance = route->importance;
    if (request->method != (route->method == API_GET ? HTTP_GET : HTTP_POST)) {
        *ret_allow = route->method == API_GET ? "GET" : "POST";
        return CAT_WRONG_METHOD;
    }
    bool has_body = request->length > 0 || request->chunked;
    /* A body that is not JSON needs a content-length, since its buffer is allocated first. */
    if (request->length > (is_whole(route, request) ? route->whole_max : route->max_body) ||
        (request->chunked && (route->max_body == 0 || route->takes != API_TAKES_JSON))) {
        return too_large(route);
    }
    int code = check_access(core, request, call);
    if (code == CAT_OK && !about_has_any(core->shared, route->devices)) {
        code = CAT_NOT_FITTED;
    }
    return code == CAT_OK ? check_media(route, request->content_type, has_body) : code;
}

/* A route without request fields. */
static const struct api_route nothing = {.name = ""};

/* Decodes the query of a POST: its request if the call has it there, otherwise only the time stamp is allowed. */
static int take_query(struct http_text query, struct walker_call *call) {
    const struct api_route *of = call->route->in_query ? call->route : &nothing;
    call->request = arena_alloc(&call->arena, of->req_size);
    return call->request == NULL ? CAT_SYSTEM_ERROR
                                 : api_decode_query(of, query.at, query.len, call->request, &call->query_error);
}

/* Returns the language that a request names; the terminal's own if it is unknown. */
static enum language language_of(struct core *core, struct http_text name) {
    const int named = value_find_word(&language_words, name.at, name.len);
    return named >= 0 ? (enum language)named : settings_get(core)->values.time_param.language;
}

/* Makes the request of a chunk, in a new arena: that of the previous chunk is done. */
static int take_piece(struct walker_call *call) {
    char query[PIECE_QUERY_MAX];
    const struct api_route *route = call->route;
    const size_t rest = call->whole - call->whole_at;
    arena_done(&call->arena);
    call->body_len = 0;
    call->body_size = rest < PIECE_OCTETS ? rest : PIECE_OCTETS;
    (void)snprintf(query, sizeof(query), "offset=%zu&total=%zu&%s", call->whole_at, call->whole, route->whole_query);
    call->request = arena_alloc(&call->arena, route->req_size);
    return call->request == NULL ? CAT_SYSTEM_ERROR
                                 : api_decode_query(route, query, strlen(query), call->request, &call->query_error);
}

bool walker_has_pieces(const struct walker_call *call) {
    return call->whole_at + call->body_size < call->whole;
}

int walker_next_piece(struct walker_call *call, struct walker_refusal *ret_refusal) {
    call->whole_at += call->body_size;
    *ret_refusal = (struct walker_refusal){.code = take_piece(call), .field = call->query_error.field};
    return ret_refusal->code;
}

/* Allocates the buffer for a body that is not JSON, and decodes the query. */
static int take_octets(const struct http_request *request, struct walker_call *call) {
    if (request->length == 0) {
        return CAT_UPLOAD_FORMAT;
    }
    call->whole = is_whole(call->route, request) ? request->length : 0;
    call->body_size = request->length < PIECE_OCTETS || call->whole == 0 ? request->length : PIECE_OCTETS;
    call->body = malloc(call->body_size);
    call->body_room = call->body_size;
    if (call->body == NULL) {
        return CAT_SYSTEM_ERROR;
    }
    return call->whole > 0 ? take_piece(call) : take_query(request->query, call);
}

int walker_admit(struct core *core, const struct http_request *request, const char *peer, struct walker_call *call,
                 struct walker_refusal *ret_refusal) {
    cause_clear();
    *call = (struct walker_call){.actor = actor_nobody(peer, NULL), .language = language_of(core, request->language)};
    *ret_refusal = (struct walker_refusal){.code = CAT_OK};
    arena_init(&call->arena, WALKER_ARENA_MAX);
    ret_refusal->code = walker_judge(core, request, call, &ret_refusal->allow);
    if (ret_refusal->code == CAT_OK && call->route->method == API_POST) {
        ret_refusal->code =
            call->route->takes != API_TAKES_JSON ? take_octets(request, call) : take_query(request->query, call);
        ret_refusal->field = call->query_error.field;
    }
    return ret_refusal->code;
}

int walker_decode(struct walker_call *call, const char *text, size_t len, struct api_decode_error *error,
                  struct walker_refusal *ret_refusal) {
    if (call->route->takes != API_TAKES_JSON) {
        error->field[0] = '\0';
        *ret_refusal = (struct walker_refusal){.code = call->body_len > 0 ? CAT_OK : CAT_UPLOAD_FORMAT};
        return ret_refusal->code;
    }
    bool is_post = call->route->method == API_POST;
    bool is_taken = is_post && call->route->in_query;
    const struct api_route *of = is_taken ? &nothing : call->route;
    *ret_refusal = (struct walker_refusal){.code = CAT_SYSTEM_ERROR};
    error->field[0] = '\0';
    /* A call without fields still needs a valid address. */
    void *into = arena_alloc(&call->arena, of->req_size);
    if (into == NULL) {
        return ret_refusal->code;
    }
    call->request = is_taken ? call->request : into;
    ret_refusal->code =
        is_post ? api_decode_body(of, text, len, into, error) : api_decode_query(of, text, len, into, error);
    ret_refusal->field = error->field;
    return ret_refusal->code;
}

int walker_refuse(const struct walker_refusal *refusal, struct http_reply_head head, struct http_reply *reply) {
    head.status = catalogue_http(refusal->code);
    head.type = JSON_TYPE;
    head.allow = refusal->allow;
    head.retry_after_s = refusal->retry_after_s;
    if (head.status == 503 && head.retry_after_s == 0) {
        head.retry_after_s = BUSY_RETRY_S;
    }
    http_reply_begin(reply);
    api_encode_error(&reply->buf, refusal->code, refusal->field);
    return http_reply_end(reply, &head);
}

/* Replaces a reply that did not fit into memory with a refusal that does. */
static int run_failed(struct http_reply_head head, struct http_reply *reply) {
    buf_done(&reply->buf);
    int r = walker_refuse(&(struct walker_refusal){.code = CAT_SYSTEM_ERROR}, head, reply);
    return r < 0 ? r : CAT_SYSTEM_ERROR;
}

/* Ends a file reply: complete or cancelled. */
static void file_end(struct api_file *file) {
    if (file->end != NULL) {
        file->end(file->state);
    }
    *file = (struct api_file){.type = NULL};
}

/* Writes one chunk (RFC 9112 §7.1), and after the last one the final chunk. */
static int put_piece(struct core *core, struct walker_call *call, struct buf *out) {
    _cleanup_(buf_donep) struct buf piece = {0};
    int r = call->file.next(core, call->file.state, &piece);
    if (r < 0 || buf_failed(&piece)) {
        return r < 0 ? r : E_NOMEM;
    }
    if (piece.len > 0) {
        buf_printf(out, "%zx\r\n", piece.len);
        buf_append(out, piece.data, piece.len);
        buf_append_text(out, "\r\n");
    }
    if (r == 0) {
        buf_append_text(out, "0\r\n\r\n");
        file_end(&call->file);
    }
    return buf_failed(out) ? E_NOMEM : 0;
}

int walker_more(struct core *core, struct walker_call *call, struct http_reply *reply) {
    cause_clear();
    reply->start = 0;
    buf_init(&reply->buf);
    return put_piece(core, call, &reply->buf);
}

/* Writes the head and the first chunk: an error so far is still a refusal. */
static int run_file(struct core *core, struct walker_call *call, const struct api_file *file,
                    struct http_reply_head head, struct http_reply *reply) {
    reply->start = 0;
    buf_init(&reply->buf);
    call->file = *file;
    head.type = file->type;
    http_reply_file_head(&reply->buf, &head, file->name);
    int r = put_piece(core, call, &reply->buf);
    if (r < 0) {
        call->error = r;
        file_end(&call->file);
        return run_failed(head, reply);
    }
    return CAT_OK;
}

int walker_run(struct core *core, struct walker_call *call, struct http_reply_head head, struct http_reply *reply) {
    cause_clear();
    const struct api_route *route = call->route;
    struct api_ctx ctx = {
        .core = core,
        .actor = &call->actor,
        .secure = call->secure,
        .language = call->language,
        .body = call->body,
        .body_len = call->body_len,
        .arena = &call->arena,
    };
    void *answer = arena_alloc(&call->arena, route->reply_size);
    int code = answer == NULL ? CAT_SYSTEM_ERROR : route->handle(&ctx, call->request, answer);
    if (code != CAT_OK) {
        call->error = ctx.error;
        struct walker_refusal refusal = {.code = code, .field = ctx.error_field, .retry_after_s = ctx.retry_after_s};
        int r = walker_refuse(&refusal, head, reply);
        return r < 0 ? run_failed(head, reply) : code;
    }
    if (route->is_file) {
        return run_file(core, call, answer, head, reply);
    }
    head.status = 200;
    head.type = JSON_TYPE;
    http_reply_begin(reply);
    api_encode_success(&reply->buf, route, &ctx, answer);
    int r = http_reply_end(reply, &head);
    return r < 0 ? run_failed(head, reply) : CAT_OK;
}

void walker_done(struct walker_call *call) {
    call->request = NULL;
    file_end(&call->file);
    arena_done(&call->arena); /* wipes the request, which may contain a password */
    if (call->body != NULL) {
        crypto_wipe(call->body, call->body_room); /* a photo, or a backup */
        free(call->body);
        call->body = NULL;
    }
}
