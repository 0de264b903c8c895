/* What a handler of api/ is called with: a whole terminal below the wire, an account that may do everything, and memory for the
 * reply. */
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

/* The same for a terminal that the test starts and stops by itself: it ends before that is stopped. */
void api_world_begin(struct api_world *world, struct core *core);
void api_world_end(struct api_world *world);

/* Checks an answer: its code, and the field that it is about (NULL: none). Forgets the
 * field for the next call. */
void api_world_check(struct api_world *world, int code, const char *field, int answer);

/* Calls with ever more memory, `step` bytes more each time, until it is enough: until then nothing but an error comes. */
void api_world_without_memory(struct api_world *world, size_t step, int (*call)(void));

/* Calls with the store interrupted at one step after another, ever further apart, until it is not any more: until then nothing but
 * "busy" comes. */
void api_world_interrupted(struct api_world *world, int (*call)(void));

/* Reads a reply that is a file to its end, and ends it. The text lives until the next call. */
const char *api_world_file(struct api_world *world, const struct api_file *file);

/* Checks the newest row of the audit log: its call and object; and that `after` has a text in it (NULL: it is not looked at). */
void api_world_audit(struct api_world *world, const char *call, const char *object, const char *after);

#endif
