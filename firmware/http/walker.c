#include "http/walker.h"

#include <stdio.h>
#include <string.h>

#include "api/encode.h"
#include "catalogue.h"
#include "core/accounts/accounts.h"
#include "core/accounts/rest_keys.h"
#include "core/base/core.h"
#include "core/base/rights.h"
#include "core/settings/settings.h"

#define CALL_PREFIX "/goform/"
#define JSON_TYPE "application/json"

/* Seconds after which a client may ask again when all workers are taken. */
#define BUSY_RETRY_S 1

bool walker_is_call(struct http_text path) {
    size_t prefix = sizeof(CALL_PREFIX) - 1;
    return (path.len >= prefix && memcmp(path.at, CALL_PREFIX, prefix) == 0) ||
           (path.len == prefix - 1 && memcmp(path.at, CALL_PREFIX, prefix - 1) == 0);
}

/* "application/json", with or without parameters. */
static bool is_json(struct http_text type) {
    size_t len = 0;
    while (len < type.len && type.at[len] != ';' && type.at[len] != ' ' && type.at[len] != '\t') {
        len++;
    }
    return http_text_is((struct http_text){type.at, len}, JSON_TYPE);
}

/* The key behind "Bearer" (RFC 6750 §2.1); false for any other way to say who one is. */
static bool take_bearer(struct http_text authorization, struct http_text *ret_key) {
    static const char scheme[] = "bearer ";
    size_t len = sizeof(scheme) - 1;
    if (authorization.len <= len || !http_text_is((struct http_text){authorization.at, len}, scheme)) {
        return false;
    }
    *ret_key = (struct http_text){authorization.at + len, authorization.len - len};
    return true;
}

/* Who asks: a session, or a program with its key. */
static int check_who(struct core *core, const struct http_request *request, struct walker_call *call) {
    struct http_text key;
    if (request->token.at == NULL && take_bearer(request->authorization, &key)) {
        int r = rest_keys_check(core, key.at, key.len, &call->actor);
        if (r < 0) {
            return r == E_TOKEN_FAILED ? CAT_TOKEN_FAILED : CAT_SYSTEM_ERROR;
        }
        /* What a session changes of its own is its account, and a key has none. */
        return call->route->access == API_ACCESS_SESSION && call->route->audit ? CAT_FORBIDDEN : CAT_OK;
    }
    int r = accounts_recognise(core, request->token.at, request->token.len, &call->actor);
    if (r < 0) {
        return r == E_SESSION_ENDED ? CAT_SESSION_ENDED : CAT_TOKEN_FAILED;
    }
    return CAT_OK;
}

/* Session, first password and role: who may. */
static int check_access(struct core *core, const struct http_request *request, struct walker_call *call) {
    const struct api_route *route = call->route;
    if (route->access == API_ACCESS_NONE) {
        return CAT_OK;
    }
    int code = check_who(core, request, call);
    if (code != CAT_OK) {
        return code;
    }
    if (call->actor.must_change && !route->first_password) {
        return CAT_PASSWORD_CHANGE_REQUIRED;
    }
    if (route->access == API_ACCESS_SESSION) {
        return CAT_OK;
    }
    enum right right = route->access == API_ACCESS_READ ? RIGHT_READ : RIGHT_WRITE;
    bool may = rights_may(&settings_get(core)->rights, &call->actor, route->group, right);
    return may ? CAT_OK : CAT_FORBIDDEN;
}

static int walker_judge(struct core *core, const struct http_request *request, struct walker_call *call,
                        const char **ret_allow) {
    const struct api_route *route = api_route_find(request->path.at, request->path.len);
    if (route == NULL) {
        return CAT_NO_SUCH_CALL;
    }
    call->route = route;
    call->actor.call = route->name;
    if (request->method != (route->method == API_GET ? HTTP_GET : HTTP_POST)) {
        *ret_allow = route->method == API_GET ? "GET" : "POST";
        return CAT_WRONG_METHOD;
    }
    bool has_body = request->length > 0 || request->chunked;
    if (request->length > route->max_body || (request->chunked && route->max_body == 0)) {
        return CAT_BODY_TOO_LARGE;
    }
    int code = check_access(core, request, call);
    if (code == CAT_OK && has_body && !is_json(request->content_type)) {
        code = CAT_MEDIA_TYPE;
    }
    return code;
}

int walker_admit(struct core *core, const struct http_request *request, const char *peer, struct walker_call *call,
                 struct walker_refusal *ret_refusal) {
    *call = (struct walker_call){.actor = actor_nobody(peer, NULL)};
    *ret_refusal = (struct walker_refusal){.code = CAT_OK};
    arena_init(&call->arena, WALKER_ARENA_MAX);
    ret_refusal->code = walker_judge(core, request, call, &ret_refusal->allow);
    return ret_refusal->code;
}

int walker_decode(struct walker_call *call, const char *text, size_t len, struct api_decode_error *error,
                  struct walker_refusal *ret_refusal) {
    const struct api_route *route = call->route;
    *ret_refusal = (struct walker_refusal){.code = CAT_SYSTEM_ERROR};
    error->field[0] = '\0';
    /* A call without fields still needs an address to point to. */
    call->request = arena_alloc(&call->arena, route->req_size);
    if (call->request == NULL) {
        return ret_refusal->code;
    }
    ret_refusal->code = route->method == API_GET ? api_decode_query(route, text, len, call->request, error)
                                                 : api_decode_body(route, text, len, call->request, error);
    ret_refusal->field = error->field;
    return ret_refusal->code;
}

int walker_refuse(const struct walker_refusal *refusal, struct http_reply_head head, struct http_reply *reply) {
    head.status = catalogue_http((enum catalogue_code)refusal->code);
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

/* A reply that did not fit into memory becomes a refusal that does. */
static int run_failed(struct http_reply_head head, struct http_reply *reply) {
    buf_done(&reply->buf);
    int r = walker_refuse(&(struct walker_refusal){.code = CAT_SYSTEM_ERROR}, head, reply);
    return r < 0 ? r : CAT_SYSTEM_ERROR;
}

int walker_run(struct core *core, struct walker_call *call, struct http_reply_head head, struct http_reply *reply) {
    const struct api_route *route = call->route;
    struct api_ctx ctx = {
        .core = core,
        .actor = &call->actor,
        .secure = call->secure,
        .arena = &call->arena,
    };
    void *answer = arena_alloc(&call->arena, route->reply_size);
    int code = answer == NULL ? CAT_SYSTEM_ERROR : route->handle(&ctx, call->request, answer);
    if (code != CAT_OK) {
        struct walker_refusal refusal = {.code = code, .field = ctx.error_field, .retry_after_s = ctx.retry_after_s};
        int r = walker_refuse(&refusal, head, reply);
        return r < 0 ? run_failed(head, reply) : code;
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
    arena_done(&call->arena); /* wipes the request, which may hold a password */
}
