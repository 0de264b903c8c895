/* Calls a function of the store again and again, each time with one failure of SQLite, or too little memory, at another
 * place. Whatever fails must be reported: what is half read or half written must not look whole. */
#ifndef POSTERN_TEST_STORE_FAILS_H
#define POSTERN_TEST_STORE_FAILS_H

struct arena;
struct store;

/* The call under test; 0 when all went well. What it gives is put into variables of the test. */
typedef int store_call_fn(struct store *store);

/* Once for each statement of the call, which cannot be prepared: the call gives E_TOO_LARGE. Then once for each step of
 * SQLite's machine, which is interrupted: E_CANCELLED. Each call is in a write transaction of its own that is rolled back.
 * Without a failure the call must give 0. */
void store_fails(struct store *store, store_call_fn *call);

/* The same with an arena, which the call uses, that has some bytes more each time: E_NOMEM until it is enough. */
void store_fails_without_memory(struct store *store, struct arena *arena, store_call_fn *call);

#endif
