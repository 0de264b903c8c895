/* The simulated time server: a real SNTP server on a free port of this machine, which replaces every time server. Uses
 * the time of the simulated world. Command {"do":"timeService","aheadMs":N}: its time is N ms ahead of the world's
 * (negative: behind). It answers as in RFC 4330, or as its faults define. */
#include <arpa/inet.h>
#include <errno.h>
#include <math.h>
#include <netinet/in.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <unistd.h>

#include "hal/sim/sim_devices.h"
#include "hal/sim/sim_net.h"
#include "util/err.h"

#define PACKET_LEN 48
#define EPOCH_S UINT64_C(2208988800) /* from 1900 to 1970 */
#define OLD_S UINT64_C(980000000) /* its time with the fault "tooOld": 2001 */
#define AHEAD_MAX_MS 1e12 /* most that a command offsets its time */

enum fault { SILENT, MISMATCH, KISS_OF_DEATH, UNSYNCHRONISED, TOO_OLD, GARBAGE };

static const char *const faults[] = {"silent", "mismatch", "kissOfDeath", "unsynchronised", "tooOld", "garbage", NULL};

struct service {
    struct sim *sim;
    bool running; /* the thread; starts with the first use of the service */
    pthread_t thread;
    int fd, stop_fd;
    unsigned port;
    int64_t ahead_ms;
    unsigned asked;
};

static void put_number(uint8_t *at, uint32_t number) {
    for (int i = 0; i < 4; i++) {
        at[i] = (uint8_t)(number >> (24 - 8 * i));
    }
}

static void put_time(uint8_t *at, int64_t ms) {
    put_number(at, (uint32_t)((uint64_t)(ms / 1000) + EPOCH_S));
    put_number(at + 4, (uint32_t)(((uint64_t)(ms % 1000) << 32) / 1000));
}

/* Turns a request into its answer. Returns the length; 0: no answer. The caller holds the world's mutex. */
static size_t service_answer(struct sim *sim, uint8_t packet[PACKET_LEN]) {
    struct service *service = sim_state(sim, &sim_time_service);
    uint8_t version = packet[0] >> 3 & 7;
    uint8_t originate[8];
    service->asked++;
    if (sim_has_fault(sim, &sim_time_service, SILENT) || !sim_net_out(sim)) {
        return 0;
    }
    bool old = sim_has_fault(sim, &sim_time_service, TOO_OLD);
    int64_t now_ms = old ? (int64_t)OLD_S * 1000 : sim_world_ms(sim) + service->ahead_ms;
    memcpy(originate, packet + 40, sizeof(originate));
    memset(packet, 0, PACKET_LEN);
    packet[0] = (uint8_t)(version << 3 | 4);
    packet[1] = 2; /* stratum */
    memcpy(packet + 24, originate, sizeof(originate));
    put_time(packet + 16, now_ms - 60000);
    put_time(packet + 32, now_ms);
    put_time(packet + 40, now_ms);
    if (sim_has_fault(sim, &sim_time_service, MISMATCH)) {
        packet[24] ^= 0x80;
    }
    if (sim_has_fault(sim, &sim_time_service, KISS_OF_DEATH)) {
        packet[1] = 0;
        memcpy(packet + 12, "RATE", 4);
    }
    if (sim_has_fault(sim, &sim_time_service, UNSYNCHRONISED)) {
        packet[0] |= 3 << 6;
    }
    return sim_has_fault(sim, &sim_time_service, GARBAGE) ? PACKET_LEN / 3 : PACKET_LEN;
}

static void service_serve(struct sim *sim, int fd) {
    uint8_t packet[PACKET_LEN];
    struct sockaddr_in from;
    socklen_t from_len = sizeof(from);
    ssize_t n = recvfrom(fd, packet, sizeof(packet), MSG_DONTWAIT, (struct sockaddr *)&from, &from_len);
    if (n != PACKET_LEN) {
        return;
    }
    (void)sim_enter(sim);
    size_t len = service_answer(sim, packet);
    sim_changed(sim);
    sim_leave(sim);
    if (len > 0) {
        (void)sendto(fd, packet, len, MSG_DONTWAIT, (struct sockaddr *)&from, from_len);
    }
}

static void *service_run(void *argument) {
    const struct service *service = argument;
    for (;;) {
        struct pollfd polls[] = {{.fd = service->fd, .events = POLLIN}, {.fd = service->stop_fd, .events = POLLIN}};
        if (poll(polls, 2, -1) < 0 && errno != EINTR) {
            return NULL;
        }
        if (polls[1].revents != 0) {
            return NULL;
        }
        if (polls[0].revents != 0) {
            service_serve(service->sim, service->fd);
        }
    }
}

static int open_port(struct service *service) {
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    socklen_t len = sizeof(address);
    service->fd = socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0);
    service->stop_fd = eventfd(0, EFD_CLOEXEC);
    if (service->fd < 0 || service->stop_fd < 0 ||
        bind(service->fd, (const struct sockaddr *)&address, sizeof(address)) < 0 ||
        getsockname(service->fd, (struct sockaddr *)&address, &len) < 0) {
        return err_with_errno(E_IO, errno);
    }
    service->port = ntohs(address.sin_port);
    return 0;
}

static void close_port(struct service *service) {
    if (service->fd >= 0) {
        (void)close(service->fd);
    }
    if (service->stop_fd >= 0) {
        (void)close(service->stop_fd);
    }
}

/* Starts the server. The caller holds the mutex. */
static int service_begin(struct service *service) {
    sigset_t all, before;
    int r = open_port(service);
    if (r == 0) {
        (void)sigfillset(&all);
        (void)pthread_sigmask(SIG_BLOCK, &all, &before);
        r = pthread_create(&service->thread, NULL, service_run, service) == 0 ? 0 : E_IO;
        (void)pthread_sigmask(SIG_SETMASK, &before, NULL);
    }
    if (r < 0) {
        close_port(service);
    }
    service->running = r == 0;
    return r;
}

static int time_service(void *ctx, uint32_t address, char ret_url[HAL_TIME_SERVICE_MAX]) {
    struct sim *sim = sim_enter(ctx);
    struct service *service = sim_state(sim, &sim_time_service);
    int r = address == 0 || !sim_net_out(sim) ? E_OFFLINE : 0;
    if (r == 0 && !service->running) {
        r = service_begin(service);
    }
    if (r == 0) {
        (void)snprintf(ret_url, HAL_TIME_SERVICE_MAX, "udp://127.0.0.1:%u", service->port);
    }
    sim_leave(sim);
    return r < 0 ? E_OFFLINE : 0;
}

static void service_start(struct sim *sim) {
    struct service *service = sim_state(sim, &sim_time_service);
    service->sim = sim;
    sim->hal.clock.time_service = time_service;
}

static void service_stop(struct sim *sim) {
    struct service *service = sim_state(sim, &sim_time_service);
    uint64_t one = 1;
    if (service->running) {
        (void)!write(service->stop_fd, &one, sizeof(one));
        (void)pthread_join(service->thread, NULL);
        close_port(service);
    }
}

static const char *service_command(struct sim *sim, const cJSON *args) {
    struct service *service = sim_state(sim, &sim_time_service);
    const cJSON *ahead = cJSON_GetObjectItemCaseSensitive(args, "aheadMs");
    double ms = cJSON_IsNumber(ahead) ? cJSON_GetNumberValue(ahead) : NAN;
    if (!(fabs(ms) <= AHEAD_MAX_MS) || ms != floor(ms)) {
        return "aheadMs must be a whole number from -10^12 to 10^12";
    }
    service->ahead_ms = (int64_t)ms;
    return NULL;
}

static cJSON *service_state(struct sim *sim) {
    const struct service *service = sim_state(sim, &sim_time_service);
    cJSON *json = cJSON_CreateObject();
    cJSON_AddNumberToObject(json, "aheadMs", (double)service->ahead_ms);
    cJSON_AddNumberToObject(json, "asked", service->asked);
    return json;
}

const struct sim_module sim_time_service = {
    .name = "timeService",
    .size = sizeof(struct service),
    .faults = faults,
    .start = service_start,
    .stop = service_stop,
    .command = service_command,
    .state = service_state,
};
