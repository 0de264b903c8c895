/* Context for a handler of api/: a whole terminal below the network, an account with all permissions, and memory for
 * the reply. */
#ifndef POSTERN_TEST_API_WORLD_H
#define POSTERN_TEST_API_WORLD_H

#include "api/api.h"
#include "catalogue.h"
#include "terminal_fixture.h"
#include "util/arena.h"
#include "util/buf.h"

struct api_world {
    struct fixture t;
    struct arena arena;
    struct actor by; /* admin, with a fresh password, at 192.0.2.1 */
    struct api_ctx ctx;
};

void api_world_up(struct api_world *world);
void api_world_down(struct api_world *world);

/* The same for a terminal that the test starts and stops itself: call the end before stopping it. */
void api_world_begin(struct api_world *world, struct core *core);
void api_world_end(struct api_world *world);

/* Checks an answer: its code, and its field (NULL: none). Clears the field for the next call. */
void api_world_check(struct api_world *world, int code, const char *field, int answer);

/* Repeats a call with `step` more bytes of memory each time, until it succeeds: until then it may only return
 * errors. */
void api_world_without_memory(struct api_world *world, size_t step, int (*call)(void));

/* Repeats a call with the store interrupted at one step after another, at growing distances, until it is no longer
 * interrupted: until then it may only return "busy". */
void api_world_interrupted(struct api_world *world, int (*call)(void));

/* Reads a file reply to its end, and ends it. The text is valid until the next call. */
const char *api_world_file(struct api_world *world, const struct api_file *file);

/* Checks the newest audit entry: its call and object; and that `after` contains a text (NULL: not checked). */
void api_world_audit(struct api_world *world, const char *call, const char *object, const char *after);

#endif
