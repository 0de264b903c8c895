/* Calls a function of the store repeatedly, each time with one failure of SQLite, or too little memory, at another
 * place. Every failure must be reported: partial results must not look complete. */
#ifndef POSTERN_TEST_STORE_FAILS_H
#define POSTERN_TEST_STORE_FAILS_H

struct arena;
struct store;

/* The call under test; 0: success. It puts its results into variables of the test. */
typedef int store_call_fn(struct store *store);

/* Once for each statement of the call, which cannot be prepared: the call returns E_TOO_LARGE. Then once for each step
 * of SQLite's VM, which is interrupted: E_CANCELLED. Each call is in its own write transaction, which is rolled back.
 * Without a failure the call must return 0. */
void store_fails(struct store *store, store_call_fn *call);

/* The same with an arena, used by the call, that grows by some bytes each time: E_NOMEM until it suffices. */
void store_fails_without_memory(struct store *store, struct arena *arena, store_call_fn *call);

#endif
