/* What hal/biometric.h promises, tried on a module that somebody can stand before. A back end passes when every function
 * here does; docs/porting.md tells how a board's driver is run through them. Unity's assertions are the result. */
#ifndef POSTERN_CONFORMANCE_BIOMETRIC_H
#define POSTERN_CONFORMANCE_BIOMETRIC_H

#include <stdbool.h>

#include "hal/biometric.h"
#include "hal/input.h"

/* How the test reaches the world before the module: a simulator's commands, a robot finger, or a person with a list.
 * Persons are numbers; 0 to 9 are ten different ones. */
struct conformance_world {
    void *ctx;
    const struct hal_biometric *module;
    const struct hal_input *input; /* where it says whom it recognised */
    enum hal_credential_kind kind;
    void (*present)(void *ctx, unsigned person, bool well); /* he comes; `well` false: hardly to be made out */
    void (*lift)(void *ctx); /* he goes */
    void (*advance)(void *ctx, int ms); /* lets time pass, for the module too */
    void (*connect)(void *ctx, bool on); /* plugs the module in or out */
};

/* Each begins by clearing the module and leaves it cleared and connected. */
void conformance_biometric_enrols_and_recognises(const struct conformance_world *world);
void conformance_biometric_expects_somebody(const struct conformance_world *world);
void conformance_biometric_counts_no_poor_press(const struct conformance_world *world);
void conformance_biometric_wants_the_same_person(const struct conformance_world *world);
void conformance_biometric_names_a_duplicate(const struct conformance_world *world);
void conformance_biometric_gives_up_waiting(const struct conformance_world *world);
void conformance_biometric_can_be_cancelled(const struct conformance_world *world);
void conformance_biometric_moves_templates(const struct conformance_world *world);
void conformance_biometric_refuses(const struct conformance_world *world);
void conformance_biometric_goes_away(const struct conformance_world *world);

/* All of them, in this order. */
void conformance_biometric(const struct conformance_world *world);

#endif
