/* Who passes at the simulated fingerprint and iris modules: of PEOPLE who are enrolled, how many are not
 * recognised (or as somebody else), and of as many strangers how many are, at each precision. And how long a search takes
 * in a full fingerprint module. Prints a line a figure, for biometric.ts.
 *
 *     biometric_bench PEOPLE FINGERS SEARCHES
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "hal/sim/sim.h"
#include "hal/sim/sim_biometric.h"
#include "hal/sim/sim_devices.h"
#include "hal/sim/sim_fingertip.h"
#include "hal/sim/sim_random.h"

#define PEOPLE_MAX 1000
#define STRANGER 1000000 /* seeds of strangers begin here */

/* One of the two modules. */
struct tried {
    const char *name;
    const struct sim_module *module;
    const struct hal_biometric *ops;
    unsigned best; /* quality of an enrolment's presses */
};

static struct hal *hal;

/* Of the processor, so that other work on the machine does not count. */
static double now_ms(void) {
    struct timespec now;
    (void)clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return (double)now.tv_sec * 1e3 + (double)now.tv_nsec / 1e6;
}

static void must(int is, const char *what) {
    if (!is) {
        (void)fprintf(stderr, "biometric: %s\n", what);
        exit(1);
    }
}

/* Somebody comes, is made out and goes. */
static void present(const struct tried *tried, unsigned seed, unsigned quality) {
    char text[160];
    (void)snprintf(text, sizeof(text), "{\"seed\":%u,\"quality\":%u,\"instantly\":true,\"lift\":true}", seed, quality);
    cJSON *args = cJSON_Parse(text);
    struct sim *sim = sim_enter(hal);
    const char *refusal = tried->module->command(sim, args);
    (void)sim_step(sim);
    sim_leave(sim);
    cJSON_Delete(args);
    must(refusal == NULL, refusal);
}

static struct hal_match matched(void) {
    struct hal_input_event event = {0};
    must(hal->input.wait(hal->input.ctx, 0, &event) == 0, "no event");
    return event.match;
}

/* Enrols and returns whether it was taken. */
static int enrol(const struct tried *tried, unsigned seed) {
    struct hal_enrol_state state;
    must(tried->ops->enrol(tried->ops->ctx, seed) == 0, "no enrolment");
    do {
        present(tried, seed, tried->best);
        tried->ops->enrol_state(tried->ops->ctx, &state);
    } while (state.step == HAL_ENROL_PRESENT);
    return state.step == HAL_ENROL_DONE;
}

static void bench_people(const struct tried *tried, unsigned people) {
    const struct biometric *bio = sim_state((struct sim *)hal, tried->module);
    struct sim_random random = sim_random_from(42, 0);
    static unsigned known[PEOPLE_MAX], strangers[PEOPLE_MAX];
    unsigned enrolled = 0;
    for (unsigned i = 0; i < people; i++) {
        enrolled += (unsigned)enrol(tried, i);
    }
    for (unsigned i = 0; i < people; i++) {
        /* As people are: well, or in a hurry. */
        present(tried, i, (unsigned)sim_random_between(&random, 65, 95));
        struct hal_match match = matched();
        known[i] = match.slot == i || match.slot == HAL_BIOMETRIC_NO_SLOT ? match.score : 0;
        present(tried, STRANGER + i, (unsigned)sim_random_between(&random, 65, 95));
        strangers[i] = matched().score;
    }
    for (unsigned level = 0; level <= HAL_BIOMETRIC_PRECISION_MAX; level++) {
        unsigned rejects = 0, matches = 0;
        for (unsigned i = 0; i < people; i++) {
            rejects += known[i] < bio->kind->thresholds[level];
            matches += strangers[i] >= bio->kind->thresholds[level];
        }
        (void)printf("%s %u %u %u %u\n", tried->name, level, enrolled, rejects, matches);
    }
}

/* Fills the fingerprint module and looks for fingers in it. */
static void bench_full(const struct tried *tried, unsigned people, unsigned fingers, unsigned searches) {
    double spent_known = 0, spent_stranger = 0;
    unsigned found = 0, matches = 0;
    for (unsigned slot = people; slot < fingers; slot++) {
        struct fingertip_press press;
        uint8_t data[MINUTIAE_TEMPLATE_MAX];
        fingertip_press(slot, 0, 95, &press);
        size_t len = minutiae_encode(&press.seen, data);
        must(tried->ops->write(tried->ops->ctx, slot, data, len) == 0, "not written");
    }
    must(tried->ops->set_precision(tried->ops->ctx, 1) == 0, "no precision");
    for (unsigned i = 0; i < searches; i++) {
        double before = now_ms();
        present(tried, i * 7, 85);
        spent_known += now_ms() - before;
        found += matched().slot == i * 7;
        before = now_ms();
        present(tried, STRANGER + i, 85);
        spent_stranger += now_ms() - before;
        matches += matched().found;
    }
    (void)printf("search %.1f %.1f %u %u %u\n", spent_known / searches, spent_stranger / searches, found, matches,
                 searches);
}

int main(int argc, char **argv) {
    unsigned people = argc == 4 ? (unsigned)strtoul(argv[1], NULL, 10) : 0;
    unsigned fingers = argc == 4 ? (unsigned)strtoul(argv[2], NULL, 10) : 0;
    unsigned searches = argc == 4 ? (unsigned)strtoul(argv[3], NULL, 10) : 0;
    must(people > 0 && people <= PEOPLE_MAX && fingers >= people && fingers <= SIM_FINGERS_MAX && searches > 0 &&
             searches * 7 <= people,
         "usage: biometric_bench PEOPLE FINGERS SEARCHES");
    must(hal_new(&(struct hal_options){0}, &hal) == 0, "no devices");
    const struct tried finger = {"finger", &sim_finger, &hal->finger, 90};
    const struct tried iris = {"iris", &sim_iris, &hal->iris, 95};
    bench_people(&finger, people);
    bench_people(&iris, people);
    bench_full(&finger, people, fingers, searches);
    hal_free(hal);
    return 0;
}
