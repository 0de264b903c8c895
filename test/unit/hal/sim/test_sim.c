/* The simulated devices and the bench socket, as a client sees them. */
#include "hal/sim/sim.h"

#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include "unity.h"
#include "util/err.h"

static char dir[64], path[80], line[8192];
static struct hal *hal;
static int fd;
static FILE *in;

static int dial(void) {
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    (void)snprintf(address.sun_path, sizeof(address.sun_path), "%s", path);
    int client = socket(AF_UNIX, SOCK_STREAM, 0);
    TEST_ASSERT_EQUAL(0, connect(client, (const struct sockaddr *)&address, sizeof(address)));
    struct timeval limit = {.tv_sec = 5};
    TEST_ASSERT_EQUAL(0, setsockopt(client, SOL_SOCKET, SO_RCVTIMEO, &limit, sizeof(limit)));
    return client;
}

void tearDown(void) {
    (void)fclose(in);
    (void)close(fd);
    hal_free(hal);
    hal = NULL;
    TEST_ASSERT_NOT_EQUAL(0, access(path, F_OK));
    (void)rmdir(dir);
}

static void send_line(const char *text) {
    TEST_ASSERT_EQUAL(strlen(text), send(fd, text, strlen(text), MSG_NOSIGNAL));
    TEST_ASSERT_EQUAL(1, send(fd, "\n", 1, MSG_NOSIGNAL));
}

/* The next line that contains `part`, within five seconds. */
static const char *expect(const char *part) {
    while (fgets(line, sizeof(line), in)) {
        if (strstr(line, part)) {
            return line;
        }
    }
    TEST_FAIL_MESSAGE(part);
    return "";
}

static void ask(const char *text, const char *answer) {
    send_line(text);
    TEST_ASSERT_EQUAL_STRING_LEN(answer, expect("\"ok\":"), strlen(answer));
}

/* Any answer shows that the connection is accepted: it may be pending in the kernel after connect() has returned. */
static void greet(void) {
    ask("{\"do\":\"clock\",\"advanceMs\":0}", "{\"ok\":true}");
}

void setUp(void) {
    (void)snprintf(dir, sizeof(dir), "/tmp/postern-test-XXXXXX");
    TEST_ASSERT_NOT_NULL(mkdtemp(dir));
    (void)snprintf(path, sizeof(path), "%s/bench", dir);
    TEST_ASSERT_EQUAL(0, hal_new(&(struct hal_options){.bench = path}, &hal));
    fd = dial();
    in = fdopen(dup(fd), "r");
    TEST_ASSERT_NOT_NULL(in);
    greet();
}

static void show(const char *initial_password) {
    struct hal_display_content content = {
        .lines = {"Front door", "PT-1"}, .line_count = 2, .language = "en", .initial_password = initial_password};
    (void)hal->display.show(hal->display.ctx, &content);
}

void test_card_comes_in_at_the_reader(void) {
    struct hal_input_event event;
    ask("{\"do\":\"card\",\"number\":\"18446744073709551615\"}", "{\"ok\":true}");
    TEST_ASSERT_EQUAL(0, hal->input.wait(hal->input.ctx, 5000, &event));
    TEST_ASSERT_EQUAL(HAL_CREDENTIAL_CARD, event.kind);
    TEST_ASSERT_EQUAL_UINT64(UINT64_MAX, event.card);
    TEST_ASSERT_EQUAL(E_TIMEOUT, hal->input.wait(hal->input.ctx, 0, &event));
}

void test_pin_comes_in_at_the_keypad(void) {
    struct hal_input_event event;
    ask("{\"do\":\"pin\",\"digits\":\"0047\"}", "{\"ok\":true}");
    TEST_ASSERT_EQUAL(0, hal->input.wait(hal->input.ctx, 5000, &event));
    TEST_ASSERT_EQUAL(HAL_CREDENTIAL_PIN, event.kind);
    TEST_ASSERT_EQUAL_STRING("0047", event.digits);
}

void test_commands_that_make_no_sense_are_refused(void) {
    static const char *const bad[] = {
        "",
        "{",
        "[]",
        "7",
        "{} {}",
        "{}",
        "{\"do\":7}",
        "{\"do\":\"dance\"}",
        "{\"do\":\"card\"}",
        "{\"do\":\"card\",\"number\":7}",
        "{\"do\":\"card\",\"number\":\"0\"}",
        "{\"do\":\"card\",\"number\":\"\"}",
        "{\"do\":\"card\",\"number\":\"-1\"}",
        "{\"do\":\"card\",\"number\":\"1x\"}",
        "{\"do\":\"card\",\"number\":\"18446744073709551616\"}",
        "{\"do\":\"card\",\"number\":\"000000000000000000001\"}",
        "{\"do\":\"pin\",\"digits\":\"\"}",
        "{\"do\":\"pin\",\"digits\":\"12a4\"}",
        "{\"do\":\"pin\",\"digits\":\"12345678901234567\"}",
        "{\"do\":\"clock\"}",
        "{\"do\":\"clock\",\"advanceMs\":-1}",
        "{\"do\":\"clock\",\"advanceMs\":0.5}",
        "{\"do\":\"clock\",\"advanceMs\":1e13}",
        "{\"do\":\"clock\",\"advanceMs\":\"1\"}",
        "{\"do\":\"fault\",\"device\":\"window\",\"kind\":\"offline\",\"on\":true}",
        "{\"do\":\"fault\",\"device\":\"reader\",\"kind\":\"failing\",\"on\":true}",
        "{\"do\":\"fault\",\"device\":\"reader\",\"kind\":\"offline\"}",
    };
    for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
        send_line(bad[i]);
        TEST_ASSERT_EQUAL_STRING_LEN_MESSAGE("{\"ok\":false,\"error\":\"", expect("\"ok\":"), 21, bad[i]);
    }
}

void test_queue_is_bounded_and_keeps_the_order(void) {
    struct hal_input_event event;
    char text[64];
    for (int i = 1; i <= SIM_QUEUE_MAX; i++) {
        (void)snprintf(text, sizeof(text), "{\"do\":\"card\",\"number\":\"%d\"}", i);
        ask(text, "{\"ok\":true}");
    }
    ask("{\"do\":\"card\",\"number\":\"99\"}", "{\"ok\":false");
    for (uint64_t i = 1; i <= SIM_QUEUE_MAX; i++) {
        TEST_ASSERT_EQUAL(0, hal->input.wait(hal->input.ctx, 0, &event));
        TEST_ASSERT_EQUAL_UINT64(i, event.card);
    }
}

static void *wait_for_event(void *arg) {
    struct hal_input_event event;
    *(int *)arg = hal->input.wait(hal->input.ctx, 60000, &event);
    return NULL;
}

void test_wake_ends_a_wait_and_only_one(void) {
    struct hal_input_event event;
    pthread_t thread;
    int r = 0;
    TEST_ASSERT_EQUAL(0, pthread_create(&thread, NULL, wait_for_event, &r));
    hal->input.wake(hal->input.ctx); /* before or during the wait: both end it */
    TEST_ASSERT_EQUAL(0, pthread_join(thread, NULL));
    TEST_ASSERT_EQUAL(E_CANCELLED, r);
    TEST_ASSERT_EQUAL(E_TIMEOUT, hal->input.wait(hal->input.ctx, 0, &event));
}

void test_clock_moves_both_clocks_on(void) {
    int64_t utc = hal->clock.utc_ms(hal->clock.ctx), mono = hal->clock.mono_ms(hal->clock.ctx);
    ask("{\"do\":\"clock\",\"advanceMs\":3600000}", "{\"ok\":true}");
    TEST_ASSERT_INT64_WITHIN(60000, utc + 3600000, hal->clock.utc_ms(hal->clock.ctx));
    TEST_ASSERT_INT64_WITHIN(60000, mono + 3600000, hal->clock.mono_ms(hal->clock.ctx));
}

static void assert_stands_still(int64_t utc, int64_t mono) {
    (void)usleep(20000);
    TEST_ASSERT_INT64_WITHIN(2, utc, hal->clock.utc_ms(hal->clock.ctx)); /* it reads two clocks of the host */
    TEST_ASSERT_EQUAL_INT64(mono, hal->clock.mono_ms(hal->clock.ctx));
}

void test_clocks_that_are_held_are_moved_alone(void) {
    ask("{\"do\":\"clock\",\"held\":true}", "{\"ok\":true}");
    int64_t utc = hal->clock.utc_ms(hal->clock.ctx), mono = hal->clock.mono_ms(hal->clock.ctx);
    assert_stands_still(utc, mono);
    ask("{\"do\":\"clock\",\"held\":true}", "{\"ok\":true}");
    ask("{\"do\":\"clock\",\"advanceMs\":5000}", "{\"ok\":true}");
    assert_stands_still(utc + 5000, mono + 5000);
    ask("{\"do\":\"clock\",\"held\":false}", "{\"ok\":true}");
    ask("{\"do\":\"clock\",\"held\":false}", "{\"ok\":true}");
    int64_t on = hal->clock.mono_ms(hal->clock.ctx);
    TEST_ASSERT_INT64_WITHIN(60000, mono + 5000, on); /* the time it was stopped is not made up for */
    (void)usleep(20000);
    TEST_ASSERT_GREATER_THAN_INT64(on, hal->clock.mono_ms(hal->clock.ctx));
}

/* Reads input, and notes when it handled a card. */
static void *take_a_card(void *arg) {
    struct hal_input_event event;
    int64_t *at_ms = arg;
    while (*at_ms == 0) {
        if (hal->input.wait(hal->input.ctx, 5000, &event) == 0) {
            *at_ms = hal->clock.mono_ms(hal->clock.ctx);
        }
    }
    return NULL;
}

void test_the_clock_waits_until_what_came_before_was_looked_at(void) {
    pthread_t thread;
    int64_t at_ms = 0, start_ms = hal->clock.mono_ms(hal->clock.ctx);
    TEST_ASSERT_EQUAL(0, pthread_create(&thread, NULL, take_a_card, &at_ms));
    pthread_mutex_lock(&((struct sim *)hal)->mutex);
    while (!((struct sim *)hal)->input_waiting) {
        pthread_cond_wait(&((struct sim *)hal)->input_looked, &((struct sim *)hal)->mutex);
    }
    pthread_mutex_unlock(&((struct sim *)hal)->mutex);
    send_line("{\"do\":\"card\",\"number\":\"7\"}");
    send_line("{\"do\":\"clock\",\"advanceMs\":3600000}");
    TEST_ASSERT_EQUAL(0, pthread_join(thread, NULL));
    TEST_ASSERT_LESS_THAN_INT64(start_ms + 3600000, at_ms);
}

void test_display_tells_its_content_now_and_on_connecting(void) {
    show("402913");
    const char *event = expect("\"event\":\"display\"");
    TEST_ASSERT_NOT_NULL_MESSAGE(strstr(event, "\"on\":true,\"lines\":[\"Front door\",\"PT-1\"],\"language\":\"en\","),
                                 event);
    TEST_ASSERT_NOT_NULL_MESSAGE(strstr(event, "\"initialPassword\":\"402913\""), event);
    /* A new client gets all states, including this one. */
    FILE *other = fdopen(dial(), "r");
    TEST_ASSERT_NOT_NULL(other);
    do {
        TEST_ASSERT_NOT_NULL(fgets(line, sizeof(line), other));
    } while (strstr(line, "\"event\":\"display\"") == NULL);
    TEST_ASSERT_NOT_NULL(strstr(line, "\"initialPassword\":\"402913\""));
    (void)fclose(other);
    show(NULL);
    TEST_ASSERT_NOT_NULL(strstr(expect("\"event\":\"display\""), "\"initialPassword\":null"));
}

void test_long_line_is_cut_at_a_character(void) {
    char text[400] = {0};
    for (size_t i = 0; i < 130; i++) {
        memcpy(text + 3 * i, "…", 3);
    }
    struct hal_display_content content = {.lines = {text}, .line_count = 1, .language = "en"};
    TEST_ASSERT_EQUAL(0, hal->display.show(hal->display.ctx, &content));
    text[255] = '\0';
    char expected[420];
    (void)snprintf(expected, sizeof(expected), "[\"%s\"]", text);
    TEST_ASSERT_NOT_NULL(strstr(expect("\"event\":\"display\""), expected));
}

void test_display_tells_the_time_that_was_set(void) {
    show(NULL);
    (void)expect("\"event\":\"display\"");
    TEST_ASSERT_EQUAL(0, hal->clock.set(hal->clock.ctx, INT64_C(1900000000000)));
    TEST_ASSERT_NOT_NULL(strstr(expect("\"event\":\"display\""), "\"clock\":1900000"));
}

void test_display_is_dark_while_it_restarts_and_then_shows_the_newest(void) {
    show(NULL);
    (void)expect("\"on\":true");
    TEST_ASSERT_EQUAL(0, hal->display.restart(hal->display.ctx));
    TEST_ASSERT_NOT_NULL(strstr(expect("\"event\":\"display\""), "\"on\":false,\"lines\":[]"));
    show("650284");
    TEST_ASSERT_NOT_NULL(strstr(expect("\"event\":\"display\""), "\"on\":false,\"lines\":[]"));
    TEST_ASSERT_NOT_NULL(strstr(expect("\"event\":\"display\""), "\"initialPassword\":\"650284\""));
}

void test_result_of_a_credential_is_told(void) {
    struct hal_display_result result = {.kind = HAL_CREDENTIAL_CARD,
                                        .credential = "…4301",
                                        .known = true,
                                        .granted = false,
                                        .missing = (1u << FACTOR_PASSWORD) | (1u << FACTOR_ID),
                                        .userid = 7,
                                        .name = "A\"da",
                                        .time_ms = 5,
                                        .status = "OUT"};
    TEST_ASSERT_EQUAL(0, hal->display.show_result(hal->display.ctx, &result));
    TEST_ASSERT_EQUAL_STRING(
        "{\"event\":\"access\",\"kind\":\"card\",\"credential\":\"…4301\","
        "\"user\":{\"userid\":7,\"name\":\"A\\\"da\"},\"granted\":false,\"repeated\":false,"
        "\"wait\":0,\"word\":\"missing\",\"asked\":[\"password\",\"id\"],\"time\":5,\"status\":\"OUT\"}\n",
        expect("access"));
    result = (struct hal_display_result){.kind = HAL_CREDENTIAL_PIN, .credential = "••••", .granted = true};
    TEST_ASSERT_EQUAL(0, hal->display.show_result(hal->display.ctx, &result));
    TEST_ASSERT_EQUAL_STRING(
        "{\"event\":\"access\",\"kind\":\"pin\",\"credential\":\"••••\",\"user\":null,\"granted\":true,\"repeated\":false,\"wait\":0,\"word\":\"missing\",\"asked\":[],\"time\":0,"
        "\"status\":\"\"}\n",
        expect("access"));
}

void test_faults_are_felt_and_end(void) {
    char octets[4];
    struct hal_display_result result = {.credential = ""};
    show(NULL);
    ask("{\"do\":\"fault\",\"device\":\"display\",\"kind\":\"offline\",\"on\":true}", "{\"ok\":true}");
    TEST_ASSERT_EQUAL(E_OFFLINE, hal->display.show_result(hal->display.ctx, &result));
    TEST_ASSERT_EQUAL(E_OFFLINE, hal->display.restart(hal->display.ctx));
    ask("{\"do\":\"fault\",\"device\":\"display\",\"kind\":\"offline\",\"on\":false}", "{\"ok\":true}");
    TEST_ASSERT_EQUAL(0, hal->display.show_result(hal->display.ctx, &result));

    ask("{\"do\":\"fault\",\"device\":\"reader\",\"kind\":\"offline\",\"on\":true}", "{\"ok\":true}");
    ask("{\"do\":\"card\",\"number\":\"7\"}", "{\"ok\":false,\"error\":\"the reader is offline\"}");
    ask("{\"do\":\"fault\",\"device\":\"reader\",\"kind\":\"offline\",\"on\":false}", "{\"ok\":true}");
    ask("{\"do\":\"card\",\"number\":\"7\"}", "{\"ok\":true}");

    ask("{\"do\":\"fault\",\"device\":\"keypad\",\"kind\":\"offline\",\"on\":true}", "{\"ok\":true}");
    ask("{\"do\":\"pin\",\"digits\":\"7\"}", "{\"ok\":false,\"error\":\"the keypad is offline\"}");

    TEST_ASSERT_EQUAL(0, hal->entropy.fill(hal->entropy.ctx, octets, sizeof(octets)));
    ask("{\"do\":\"fault\",\"device\":\"entropy\",\"kind\":\"failing\",\"on\":true}", "{\"ok\":true}");
    TEST_ASSERT_EQUAL(E_IO, hal->entropy.fill(hal->entropy.ctx, octets, sizeof(octets)));
}

void test_socket_is_for_its_owner_alone(void) {
    struct stat st;
    TEST_ASSERT_EQUAL(0, stat(path, &st));
    TEST_ASSERT_EQUAL(0600, st.st_mode & 07777);
}

void test_several_lines_at_once_and_lines_in_pieces_are_answered_in_order(void) {
    const char *first = "{\"do\":\"card\",\"number\":\"1\"}\n{\"do\":\"dance\"}\n{\"do\":\"pin\",";
    TEST_ASSERT_EQUAL(strlen(first), send(fd, first, strlen(first), MSG_NOSIGNAL));
    TEST_ASSERT_EQUAL_STRING("{\"ok\":true}\n", expect("\"ok\""));
    TEST_ASSERT_NOT_NULL(strstr(expect("\"ok\""), "false"));
    send_line("\"digits\":\"1\"}");
    TEST_ASSERT_EQUAL_STRING("{\"ok\":true}\n", expect("\"ok\""));
}

void test_line_without_end_closes_the_connection(void) {
    int other = dial();
    char junk[BENCH_LINE_MAX];
    memset(junk, 'x', sizeof(junk));
    TEST_ASSERT_EQUAL(sizeof(junk), send(other, junk, sizeof(junk), MSG_NOSIGNAL));
    TEST_ASSERT_LESS_OR_EQUAL(0, recv(other, line, sizeof(line), 0));
    (void)close(other);
    ask("{\"do\":\"card\",\"number\":\"1\"}", "{\"ok\":true}");
}

void test_client_that_does_not_read_is_dropped_and_nobody_waits_for_it(void) {
    int lazy = dial();
    TEST_ASSERT_EQUAL(3, send(lazy, "{}\n", 3, MSG_NOSIGNAL));
    TEST_ASSERT_GREATER_THAN(0, recv(lazy, line, 1, 0));
    char text[200];
    memset(text, 'y', sizeof(text) - 1);
    text[sizeof(text) - 1] = '\0';
    struct hal_display_result result = {.credential = text, .known = true, .name = text};
    for (int i = 0; i < 3000; i++) {
        TEST_ASSERT_EQUAL(0, hal->display.show_result(hal->display.ctx, &result));
        (void)expect("access");
    }
    ssize_t n = 1;
    while (n > 0) {
        n = recv(lazy, line, sizeof(line), 0);
    }
    TEST_ASSERT_TRUE_MESSAGE(n == 0 || errno == ECONNRESET, "the connection is closed, not silent");
    (void)close(lazy);
}

void test_more_clients_than_places_are_turned_away(void) {
    int clients[BENCH_CLIENTS_MAX];
    for (int i = 0; i < BENCH_CLIENTS_MAX; i++) {
        clients[i] = dial();
    }
    TEST_ASSERT_EQUAL(0, recv(clients[BENCH_CLIENTS_MAX - 1], line, 1, 0));
    for (int i = 0; i < BENCH_CLIENTS_MAX; i++) {
        (void)close(clients[i]);
    }
}

void test_second_simulator_does_not_take_the_socket_but_replaces_a_dead_one(void) {
    struct hal *second = NULL;
    TEST_ASSERT_EQUAL(E_IO, hal_new(&(struct hal_options){.bench = path}, &second));
    TEST_ASSERT_EQUAL(EADDRINUSE, errno);
    ask("{\"do\":\"card\",\"number\":\"1\"}", "{\"ok\":true}");

    char dead[96];
    (void)snprintf(dead, sizeof(dead), "%s/dead", dir);
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    (void)snprintf(address.sun_path, sizeof(address.sun_path), "%s", dead);
    int left = socket(AF_UNIX, SOCK_STREAM, 0);
    TEST_ASSERT_EQUAL(0, bind(left, (const struct sockaddr *)&address, sizeof(address)));
    (void)close(left);
    TEST_ASSERT_EQUAL(0, hal_new(&(struct hal_options){.bench = dead}, &second));
    hal_free(second);
}

void test_path_that_cannot_be_is_refused(void) {
    struct hal *second = NULL;
    char longer[200];
    memset(longer, 'x', sizeof(longer) - 1);
    longer[sizeof(longer) - 1] = '\0';
    TEST_ASSERT_EQUAL(E_INVAL, hal_new(&(struct hal_options){.bench = longer}, &second));
    TEST_ASSERT_EQUAL(E_IO, hal_new(&(struct hal_options){.bench = "/nonexistent-folder/bench"}, &second));
    TEST_ASSERT_EQUAL(ENOENT, errno);
}

void test_without_a_socket_all_devices_work(void) {
    struct hal *quiet = NULL;
    struct hal_capacity_limits limits;
    struct hal_display_content content = {.language = "en"};
    TEST_ASSERT_EQUAL(0, hal_new(&(struct hal_options){.bench = NULL}, &quiet));
    quiet->capacity.read(quiet->capacity.ctx, &limits);
    TEST_ASSERT_EQUAL(100000, limits.users);
    TEST_ASSERT_EQUAL(1000000, limits.records);
    TEST_ASSERT_EQUAL(0, quiet->display.show(quiet->display.ctx, &content));
    TEST_ASSERT_EQUAL(0, quiet->display.restart(quiet->display.ctx));
    TEST_ASSERT_TRUE(hal_has_bench());
    hal_free(quiet);
    hal_free(NULL);
}

void test_restart_of_the_machine_is_left_to_the_daemon(void) {
    ask("{\"do\":\"fault\",\"device\":\"board\",\"kind\":\"restartFailing\",\"on\":true}", "{\"ok\":true}");
    TEST_ASSERT_EQUAL(E_IO, hal->restart.request(hal->restart.ctx));
    TEST_ASSERT_FALSE(hal->restart.pending(hal->restart.ctx));
    ask("{\"do\":\"fault\",\"device\":\"board\",\"kind\":\"restartFailing\",\"on\":false}", "{\"ok\":true}");
    TEST_ASSERT_EQUAL(0, hal->restart.request(hal->restart.ctx));
    TEST_ASSERT_TRUE(hal->restart.pending(hal->restart.ctx));
    TEST_ASSERT_EQUAL_STRING("{\"event\":\"restart\"}\n", expect("\"event\":\"restart\""));
}

void test_sound_lasts_as_long_as_it_would(void) {
    ask("{\"do\":\"fault\",\"device\":\"sound\",\"kind\":\"offline\",\"on\":true}", "{\"ok\":true}");
    TEST_ASSERT_EQUAL(E_OFFLINE, hal->sound.set_volume(hal->sound.ctx, 1));
    TEST_ASSERT_EQUAL(E_OFFLINE, hal->sound.play(hal->sound.ctx, HAL_SOUND_GRANTED));
    ask("{\"do\":\"fault\",\"device\":\"sound\",\"kind\":\"offline\",\"on\":false}", "{\"ok\":true}");
    TEST_ASSERT_EQUAL(0, hal->sound.set_volume(hal->sound.ctx, 5));
    TEST_ASSERT_EQUAL(0, hal->sound.play(hal->sound.ctx, HAL_SOUND_DENIED));
    (void)expect("{\"volume\":5,\"playing\":\"denied\",\"played\":1}");
    send_line("{\"do\":\"clock\",\"advanceMs\":1000}"); /* the state may come before or after its answer */
    (void)expect("{\"volume\":5,\"playing\":null,\"played\":1}");
}

void test_camera_and_finger_keep_what_they_are_told(void) {
    TEST_ASSERT_EQUAL(0, hal->camera.set_light(hal->camera.ctx, CAMERA_LIGHT_OFF));
    (void)expect("\"device\":\"camera\",\"state\":{\"light\":\"off\"");
    TEST_ASSERT_EQUAL(0, hal->finger.set_precision(hal->finger.ctx, 4));
    (void)expect("\"device\":\"finger\",\"state\":{\"precision\":4,");
    ask("{\"do\":\"fault\",\"device\":\"camera\",\"kind\":\"offline\",\"on\":true}", "{\"ok\":true}");
    ask("{\"do\":\"fault\",\"device\":\"finger\",\"kind\":\"offline\",\"on\":true}", "{\"ok\":true}");
    TEST_ASSERT_EQUAL(E_OFFLINE, hal->camera.set_light(hal->camera.ctx, CAMERA_LIGHT_ON));
    TEST_ASSERT_EQUAL(E_OFFLINE, hal->finger.set_precision(hal->finger.ctx, 1));
}

/* Returns the self-test of a device: 1 responds, 0 does not, -1 not listed. */
static int told(const char *name) {
    struct hal_driver drivers[HAL_DRIVERS_MAX];
    size_t count = hal->health.drivers(hal->health.ctx, drivers);
    for (size_t i = 0; i < count; i++) {
        if (strcmp(drivers[i].name, name) == 0) {
            return drivers[i].answers ? 1 : 0;
        }
    }
    return -1;
}

static bool answers(const char *name) {
    int says = told(name);
    if (says < 0) {
        TEST_FAIL_MESSAGE(name);
    }
    return says > 0;
}

void test_health_of_the_board(void) {
    int tenths = 0;
    ask("{\"do\":\"board\",\"temperature\":-55}", "{\"ok\":true}");
    TEST_ASSERT_EQUAL(0, hal->health.temperature(hal->health.ctx, &tenths));
    TEST_ASSERT_EQUAL(-55, tenths);
    ask("{\"do\":\"board\",\"temperature\":1.5}", "{\"ok\":false");
    ask("{\"do\":\"board\"}", "{\"ok\":false");
    ask("{\"do\":\"fault\",\"device\":\"board\",\"kind\":\"sensorOffline\",\"on\":true}", "{\"ok\":true}");
    TEST_ASSERT_EQUAL(E_OFFLINE, hal->health.temperature(hal->health.ctx, &tenths));
    TEST_ASSERT_TRUE(answers("display"));
    TEST_ASSERT_TRUE(answers("finger"));
    ask("{\"do\":\"fault\",\"device\":\"display\",\"kind\":\"offline\",\"on\":true}", "{\"ok\":true}");
    ask("{\"do\":\"fault\",\"device\":\"finger\",\"kind\":\"offline\",\"on\":true}", "{\"ok\":true}");
    TEST_ASSERT_FALSE(answers("display"));
    TEST_ASSERT_FALSE(answers("finger"));
    TEST_ASSERT_TRUE(answers("sound"));
}

void test_the_self_test_says_what_the_modules_say_and_is_of_devices_only(void) {
    struct hal_biometric_info info; /* no engine is connected here */
    hal->face.info(hal->face.ctx, &info);
    TEST_ASSERT_FALSE(info.online);
    TEST_ASSERT_FALSE(answers("face"));
    TEST_ASSERT_TRUE(answers("door"));
    TEST_ASSERT_EQUAL(-1, told("stopwatch"));
    TEST_ASSERT_EQUAL(-1, told("board"));
}

void test_the_thermometer_reads_who_stands_there(void) {
    struct hal_input_event event;
    ask("{\"do\":\"thermometer\",\"temperature\":372}", "{\"ok\":true}");
    ask("{\"do\":\"card\",\"number\":\"7\"}", "{\"ok\":true}");
    ask("{\"do\":\"key\",\"key\":\"menu\"}", "{\"ok\":true}");
    TEST_ASSERT_EQUAL(0, hal->input.wait(hal->input.ctx, 1000, &event));
    TEST_ASSERT_EQUAL(372, event.temperature);
    TEST_ASSERT_EQUAL(0, hal->input.wait(hal->input.ctx, 1000, &event));
    TEST_ASSERT_EQUAL(0, event.temperature); /* no skin temperature with a key */
    ask("{\"do\":\"fault\",\"device\":\"thermometer\",\"kind\":\"offline\",\"on\":true}", "{\"ok\":true}");
    ask("{\"do\":\"card\",\"number\":\"7\"}", "{\"ok\":true}");
    TEST_ASSERT_EQUAL(0, hal->input.wait(hal->input.ctx, 1000, &event));
    TEST_ASSERT_EQUAL(0, event.temperature);
    ask("{\"do\":\"fault\",\"device\":\"thermometer\",\"kind\":\"offline\",\"on\":false}", "{\"ok\":true}");
    ask("{\"do\":\"thermometer\",\"temperature\":null}", "{\"ok\":true}");
    ask("{\"do\":\"card\",\"number\":\"7\"}", "{\"ok\":true}");
    TEST_ASSERT_EQUAL(0, hal->input.wait(hal->input.ctx, 1000, &event));
    TEST_ASSERT_EQUAL(0, event.temperature);
    ask("{\"do\":\"thermometer\",\"temperature\":299}", "{\"ok\":false");
    ask("{\"do\":\"thermometer\",\"temperature\":451}", "{\"ok\":false");
    ask("{\"do\":\"thermometer\"}", "{\"ok\":false");
}

void test_the_key_menu_comes_in_at_the_keypad(void) {
    struct hal_input_event event;
    ask("{\"do\":\"key\",\"key\":\"menu\"}", "{\"ok\":true}");
    TEST_ASSERT_EQUAL(0, hal->input.wait(hal->input.ctx, 1000, &event));
    TEST_ASSERT_EQUAL(HAL_INPUT_MENU, event.what);
    ask("{\"do\":\"key\",\"key\":\"star\"}", "{\"ok\":false,\"error\":\"key must be menu or status\"}");
    ask("{\"do\":\"fault\",\"device\":\"keypad\",\"kind\":\"offline\",\"on\":true}", "{\"ok\":true}");
    ask("{\"do\":\"key\",\"key\":\"menu\"}", "{\"ok\":false,\"error\":\"the keypad is offline\"}");
}

void test_a_clock_that_is_moved_ends_the_wait_for_input(void) {
    struct hal_input_event event;
    ask("{\"do\":\"clock\",\"advanceMs\":30000}", "{\"ok\":true}");
    TEST_ASSERT_EQUAL(E_CANCELLED, hal->input.wait(hal->input.ctx, 5000, &event));
    TEST_ASSERT_EQUAL(E_TIMEOUT, hal->input.wait(hal->input.ctx, 0, &event));
}

void test_the_menu_is_told_at_once_and_after_an_outage(void) {
    struct hal_display_menu menu = {.page = HAL_MENU_ENTRIES,
                                    .note = HAL_MENU_WAIT,
                                    .wait_s = 9,
                                    .entries = {{'1', HAL_MENU_END_WAITS}, {'0', HAL_MENU_LEAVE}},
                                    .entry_count = 2,
                                    .userid = 7,
                                    .name = "Ada",
                                    .address = "10.0.",
                                    .links = {{WAN_MODE_WIFI, LEASE_STATE_BOUND, "10.0.0.9"}},
                                    .link_count = 1};
    const char *told =
        "{\"event\":\"menu\",\"page\":\"entries\",\"note\":\"wait\",\"wait\":9,"
        "\"entries\":[{\"key\":\"1\",\"what\":\"endWaits\"},{\"key\":\"0\",\"what\":\"leave\"}],"
        "\"person\":{\"userid\":7,\"name\":\"Ada\",\"isNew\":false},\"holder\":\"\",\"address\":\"10.0.\","
        "\"mask\":\"\",\"gateway\":\"\",\"links\":[{\"interface\":\"wifi\",\"lease\":\"bound\","
        "\"address\":\"10.0.0.9\"}],\"checks\":[]}\n";
    TEST_ASSERT_EQUAL(0, hal->display.menu(hal->display.ctx, &menu));
    TEST_ASSERT_EQUAL_STRING(told, expect("\"menu\""));
    ask("{\"do\":\"fault\",\"device\":\"display\",\"kind\":\"offline\",\"on\":true}", "{\"ok\":true}");
    menu.note = HAL_MENU_NOTHING;
    TEST_ASSERT_EQUAL(E_OFFLINE, hal->display.menu(hal->display.ctx, &menu));
    send_line("{\"do\":\"fault\",\"device\":\"display\",\"kind\":\"offline\",\"on\":false}");
    TEST_ASSERT_NOT_NULL(strstr(expect("\"menu\""), "\"note\":\"\""));
}
