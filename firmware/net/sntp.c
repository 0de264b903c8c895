#include "net/sntp.h"

#include <mongoose.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>

#include "core/base/core.h"
#include "core/network/network.h"
#include "core/time/clock.h"
#include "hal/hal.h"
#include "net/loop.h"
#include "net/sntp_packet.h"
#include "util/ipv4.h"
#include "util/log.h"

#define BUSY_MS 100 /* polling interval of name resolution */
#define RESOLVE_MS 15000 /* timeout of name resolution: longer than HAL_TRY_MS */

enum sntp_phase {
    SNTP_WAITING,   /* until `next_ms` */
    SNTP_RESOLVING, /* resolving the server's name */
    SNTP_ASKING /* a request was sent */
};

struct sntp {
    struct net_loop *loop;
    struct core *core;
    uint64_t generation; /* of the configuration: clock_ntp_generation() */
    enum sntp_phase phase;
    unsigned index; /* current server */
    unsigned failures;  /* since the last answer */
    enum ntp_state how; /* how the last server failed */
    bool left_alone; /* a server sent kiss-o'-death */
    bool asked; /* a name or server was queried in this round: there is a route */
    bool unconfirmed; /* a server has answered in this round, and its time needs confirmation */
    int64_t next_ms, deadline_ms;
    char host[CLOCK_HOST_MAX];
    uint32_t address; /* of the host, IPv4 in host order */
    struct mg_connection *mg; /* NULL: no request in progress */
    uint64_t sent_ms;         /* Mongoose's clock */
    uint8_t nonce[SNTP_STAMP_LEN];
};

static void hang_up(struct sntp *sntp) {
    if (sntp->mg != NULL) {
        sntp->mg->fn_data = NULL; /* ignore its further events */
        sntp->mg->is_closing = 1;
        sntp->mg = NULL;
    }
}

/* Waits for the next round. */
static void sntp_rest(struct sntp *sntp, int64_t ms) {
    hang_up(sntp);
    sntp->phase = SNTP_WAITING;
    sntp->index = 0;
    sntp->next_ms = core_mono_ms(sntp->core) + ms;
}

/* Returns the random part of an interval; 0 without randomness. */
static int64_t sntp_spread(const struct sntp *sntp) {
    uint32_t random = 0;
    return core_random(sntp->core, &random, sizeof(random)) < 0 ? 0 : random % SNTP_SPREAD_MS;
}

/* Ends a round without a confirmed time. */
static void sntp_fail(struct sntp *sntp) {
    if (sntp->unconfirmed) {
        clock_ntp_failed(sntp->core->shared, NTP_STATE_UNCONFIRMED); /* whatever happened with the other servers */
        sntp_rest(sntp, SNTP_INTERVAL_MS + sntp_spread(sntp));
        return;
    }
    int64_t wait_ms = SNTP_RETRY_MS;
    for (unsigned i = 0; i < sntp->failures && wait_ms < SNTP_INTERVAL_MS; i++) {
        wait_ms *= 2;
    }
    if (sntp->left_alone || wait_ms > SNTP_INTERVAL_MS) {
        wait_ms = SNTP_INTERVAL_MS;
    }
    clock_ntp_failed(sntp->core->shared, sntp->how);
    if (!sntp->asked) {
        sntp_rest(sntp, SNTP_OFFLINE_MS);
        return;
    }
    sntp->failures++;
    log_warn("sntp", "no time from the network", log_uint("failures", sntp->failures),
             log_str("reason", sntp->how == NTP_STATE_NO_ANSWER ? "no answer"
                               : sntp->how == NTP_STATE_TOO_OLD ? "time before the build date"
                                                                : "answer not usable"));
    sntp_rest(sntp, wait_ms + sntp_spread(sntp));
}

/* Tries the first configured server from `index`, or gives up for now. */
static void sntp_begin(struct sntp *sntp, unsigned index) {
    hang_up(sntp);
    while (index < CLOCK_SERVERS && !clock_ntp_server(sntp->core, index, sntp->host)) {
        index++;
    }
    if (index == CLOCK_SERVERS) {
        sntp_fail(sntp);
        return;
    }
    sntp->index = index;
    sntp->phase = SNTP_RESOLVING;
    sntp->deadline_ms = core_mono_ms(sntp->core) + RESOLVE_MS;
}

/* This server failed: tries the next one. */
static void sntp_next(struct sntp *sntp, enum ntp_state how) {
    sntp->how = how;
    sntp_begin(sntp, sntp->index + 1);
}

static void log_move(const struct sntp *sntp, const struct clock_move *move) {
    if (confirm_is_held(move->verdict)) {
        log_warn("sntp", "the clock stays until another answer confirms this step", log_str("server", sntp->host),
                 log_int("shift_ms", move->shift_ms));
    } else if (move->stepped) {
        log_warn("sntp", "clock was set", log_str("server", sntp->host), log_int("shift_ms", move->shift_ms),
                 log_str("confirmed", move->confirmed ? "yes" : "no"));
    } else {
        log_info("sntp", "clock is kept", log_str("server", sntp->host), log_int("shift_ms", move->shift_ms));
    }
}

/* Handles Mongoose's time from a valid answer: the server's time at this moment. If it needs confirmation, queries the
 * next server. */
static void sntp_take(struct sntp *sntp, int64_t utc_ms) {
    struct clock_move move;
    struct clock_answer answer = {.server = sntp->host, .address = sntp->address, .utc_ms = utc_ms};
    int r = clock_ntp_take(sntp->core, &answer, &move);
    if (r < 0) {
        log_warn("sntp", "time refused", log_str("server", sntp->host), log_errno(r));
        sntp_next(sntp, r == E_CLOCK_TOO_OLD ? NTP_STATE_TOO_OLD : NTP_STATE_BAD_ANSWER);
        return;
    }
    log_move(sntp, &move);
    sntp->failures = 0;
    sntp->left_alone = false;
    if (!move.confirmed) {
        sntp->unconfirmed = true;
        sntp_next(sntp, NTP_STATE_UNCONFIRMED);
        return;
    }
    sntp_rest(sntp, SNTP_INTERVAL_MS + sntp_spread(sntp));
}

static void sntp_ask(struct sntp *sntp, struct mg_connection *mg) {
    uint8_t packet[SNTP_PACKET_LEN];
    if (core_random(sntp->core, sntp->nonce, sizeof(sntp->nonce)) < 0) {
        sntp_next(sntp, NTP_STATE_NO_ANSWER);
        return;
    }
    sntp_packet_request(sntp->nonce, packet);
    sntp->sent_ms = mg_millis();
    (void)mg_send(mg, packet, sizeof(packet));
}

/* Handles an answer. Mongoose computes the time as for its own requests: it needs its clock value where our request had
 * the random stamp. */
static void sntp_answered(struct sntp *sntp, struct mg_connection *mg) {
    enum sntp_verdict verdict = sntp_packet_judge(mg->recv.buf, mg->recv.len, sntp->nonce);
    int64_t utc_ms = 0;
    if (verdict == SNTP_GOOD) {
        sntp_packet_stamp((int64_t)sntp->sent_ms, mg->recv.buf + SNTP_ORIGINATE_AT);
        utc_ms = mg_sntp_parse(mg->recv.buf, mg->recv.len);
    }
    mg->recv.len = 0;
    if (utc_ms > 0) {
        sntp_take(sntp, utc_ms);
        return;
    }
    if (verdict == SNTP_GOOD || verdict == SNTP_FOREIGN) {
        sntp->how = NTP_STATE_BAD_ANSWER; /* unless the real one still arrives */
        return;
    }
    sntp->left_alone = sntp->left_alone || verdict == SNTP_KISS;
    sntp_next(sntp, NTP_STATE_BAD_ANSWER);
}

static void sntp_event(struct mg_connection *mg, int event, void *data) {
    (void)data;
    struct sntp *sntp = mg->fn_data;
    if (sntp == NULL) {
        return;
    }
    bool is_current = sntp->generation == clock_ntp_generation(sntp->core->shared);
    if (!is_current && event != MG_EV_CLOSE) {
        mg->recv.len = 0; /* the settings have changed meanwhile: the next look starts again */
    } else if (event == MG_EV_READ) {
        sntp_answered(sntp, mg);
    } else if (event == MG_EV_CLOSE) {
        sntp->mg = NULL; /* socket error; the deadline triggers the next step */
    }
}

/* Sends a request to an address. Not with mg_sntp_connect(), which in 7.22 immediately sends a request of its own. */
static void send_to(struct sntp *sntp, uint32_t address) {
    char url[HAL_TIME_SERVICE_MAX];
    sntp->address = address;
    if (clock_time_service(sntp->core, address, url) < 0) {
        sntp_next(sntp, NTP_STATE_NO_ANSWER);
        return;
    }
    sntp->phase = SNTP_ASKING;
    sntp->asked = true;
    sntp->how = NTP_STATE_NO_ANSWER;
    sntp->deadline_ms = core_mono_ms(sntp->core) + SNTP_ANSWER_MS;
    struct mg_connection *mg = mg_connect(net_loop_mgr(sntp->loop), url, sntp_event, sntp);
    if (mg == NULL || mg->is_closing) {
        sntp_next(sntp, NTP_STATE_NO_ANSWER);
        return;
    }
    sntp->mg = mg;
    sntp_ask(sntp, mg);
}

static void sntp_resolve(struct sntp *sntp) {
    uint32_t address = 0;
    int r = ipv4_parse(sntp->host, &address);
    if (r < 0) {
        r = network_resolve(sntp->core, sntp->host, &address);
    }
    if (r == 0) {
        send_to(sntp, address);
    } else if (r != E_BUSY || core_mono_ms(sntp->core) >= sntp->deadline_ms) {
        sntp->asked = sntp->asked || r != E_OFFLINE;
        sntp_next(sntp, NTP_STATE_NO_ANSWER);
    }
}

/* Starts a round at the first look and when the settings change. */
static void sntp_start(struct sntp *sntp) {
    char host[CLOCK_HOST_MAX];
    sntp->generation = clock_ntp_generation(sntp->core->shared);
    sntp->failures = 0;
    sntp->left_alone = false;
    hang_up(sntp);
    sntp->phase = SNTP_WAITING;
    bool wanted = false;
    for (unsigned i = 0; i < CLOCK_SERVERS; i++) {
        wanted = wanted || clock_ntp_server(sntp->core, i, host);
    }
    sntp->next_ms = wanted ? core_mono_ms(sntp->core) : INT64_MAX;
}

int sntp_look(struct sntp *sntp, int most) {
    if (sntp->generation != clock_ntp_generation(sntp->core->shared)) {
        sntp_start(sntp);
    }
    int64_t now_ms = core_mono_ms(sntp->core);
    if (sntp->phase == SNTP_WAITING && now_ms >= sntp->next_ms) {
        clock_ntp_trying(sntp->core->shared);
        sntp->asked = false;
        sntp->unconfirmed = false;
        sntp_begin(sntp, 0);
    }
    if (sntp->phase == SNTP_RESOLVING) {
        sntp_resolve(sntp);
    } else if (sntp->phase == SNTP_ASKING && now_ms >= sntp->deadline_ms) {
        sntp_next(sntp, sntp->how);
    }
    int64_t until_ms = sntp->phase == SNTP_WAITING ? sntp->next_ms : now_ms + BUSY_MS;
    int64_t wait_ms = until_ms - now_ms;
    return wait_ms >= most ? most : wait_ms < 0 ? 0 : (int)wait_ms;
}

int sntp_new(struct net_loop *loop, struct core *core, struct sntp **ret_sntp) {
    struct sntp *sntp = calloc(1, sizeof(*sntp));
    if (sntp == NULL) {
        return E_NOMEM;
    }
    sntp->loop = loop;
    sntp->core = core;
    sntp->next_ms = INT64_MAX;
    *ret_sntp = sntp;
    return 0;
}

struct sntp *sntp_free(struct sntp *sntp) {
    if (sntp != NULL) {
        hang_up(sntp);
        free(sntp);
    }
    return NULL;
}
