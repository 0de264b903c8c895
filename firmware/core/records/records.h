/* What is made of the log of punches and door events. */
#ifndef POSTERN_CORE_RECORDS_H
#define POSTERN_CORE_RECORDS_H

#include <stdbool.h>
#include <stdint.h>

struct core;

struct records_state {
    uint32_t records; /* stored */
    uint32_t capacity; /* that fit */
    bool alarm; /* fewer are free than KaoqinParam.logAlarm */
};

void records_read(struct core *core, struct records_state *ret_state);

#endif
