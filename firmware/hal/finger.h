/* The fingerprint module; for now its precision alone. Ops may be called from any thread and return at once. */
#ifndef POSTERN_HAL_FINGER_H
#define POSTERN_HAL_FINGER_H

#define HAL_FINGER_PRECISION_MAX 5 /* strictest */

struct hal_finger {
    void *ctx; /* of the backend; handed to every op */

    /* Sets how closely a finger must match its template, 0 (lenient) to HAL_FINGER_PRECISION_MAX. Returns 0, or
     * E_OFFLINE if the module does not answer. */
    int (*set_precision)(void *ctx, unsigned level);
};

#endif
