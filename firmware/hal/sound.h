/* The loudspeaker. Ops may be called from any thread and return at once: a driver plays in the background. */
#ifndef POSTERN_HAL_SOUND_H
#define POSTERN_HAL_SOUND_H

#define HAL_SOUND_VOLUME_MAX 5 /* loudest */

enum hal_sound_kind { HAL_SOUND_GRANTED, HAL_SOUND_DENIED, HAL_SOUND_NEXT, HAL_SOUND_TEST };

struct hal_sound {
    void *ctx; /* of the backend; passed to every op */

    /* Sets the volume, 0 (silent) to HAL_SOUND_VOLUME_MAX. Returns 0, or E_OFFLINE if the loudspeaker does not
     * respond. */
    int (*set_volume)(void *ctx, unsigned volume);

    /* Plays a sound: access granted, access denied, next credential expected, volume test. Cuts off the previous one.
     * Returns 0 or E_OFFLINE. */
    int (*play)(void *ctx, enum hal_sound_kind kind);
};

#endif
