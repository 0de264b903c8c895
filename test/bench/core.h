/* The core that the programs of the benchmarks measure: on the state folder of a terminal, with the simulated devices, started by
 * the function that the daemon starts its own with. */
#ifndef POSTERN_BENCH_CORE_H
#define POSTERN_BENCH_CORE_H

struct core;

/* Starts it on a folder that posternd filled and that no process has open. Ends the process with a line on standard error if
 * that fails. One a process. */
struct core *bench_core_start(char *state);

void bench_core_stop(void);

#endif
