#include "core/machine/machine.h"

#include "core/base/audit.h"
#include "core/base/core.h"
#include "core/records/records.h"
#include "core/settings/settings.h"
#include "hal/hal.h"
#include "setting_hooks.h"

int machine_health(struct core *core, struct machine_health *ret_health) {
    const struct hal_health *hal = &core->shared->hal->health;
    int tenths = 0;
    unsigned percent = 0;
    ret_health->temperature = hal->temperature(hal->ctx, &tenths) == 0 ? tenths : MACHINE_TEMPERATURE_UNKNOWN;
    ret_health->wear = hal->wear(hal->ctx, &percent) == 0 ? (int32_t)percent : MACHINE_WEAR_UNKNOWN;
    ret_health->driver_count = hal->drivers(hal->ctx, ret_health->drivers);
    return store_space(core->store, &ret_health->space);
}

int machine_info(struct core *core, struct machine_info *ret_info) {
    *ret_info = (struct machine_info){
        .facts = about_facts(core->shared),
        .serial = about_serial(core->shared),
        .uptime_ms = about_uptime_ms(core),
        .storage = store_home_status(core->shared->home),
    };
    about_capacity(core, &ret_info->capacity);
    struct records_state records;
    records_read(core, &records);
    ret_info->records = records.records;
    return users_counts(core, &ret_info->counts);
}

const char *machine_build_id(const struct core *core) {
    return about_facts(core->shared)->build_id;
}

int machine_restart(struct core *core, const struct actor *by) {
    int r = audit_add_happened(core, by, &(struct audit_change){.object = "machine"});
    const struct hal_restart *restart = &core->shared->hal->restart;
    return r < 0 ? r : restart->request(restart->ctx);
}

int effect_sound(struct core *core, const struct settings *before, const struct settings *after) {
    const struct hal_sound *sound = &core->shared->hal->sound;
    uint8_t volume = after->values.machine_param.volume;
    if (before != NULL && before->values.machine_param.volume == volume) {
        return 0;
    }
    int r = sound->set_volume(sound->ctx, volume);
    /* Changing the volume plays a sound, but not at start. */
    return r < 0 || before == NULL ? r : sound->play(sound->ctx, HAL_SOUND_TEST);
}

int effect_camera(struct core *core, const struct settings *before, const struct settings *after) {
    const struct hal_camera *camera = &core->shared->hal->camera;
    enum camera_light light = after->values.identify_param.camera_light;
    if (before != NULL && before->values.identify_param.camera_light == light) {
        return 0;
    }
    return camera->set_light(camera->ctx, (enum camera_light)light);
}

int effect_finger(struct core *core, const struct settings *before, const struct settings *after) {
    const struct hal_biometric *finger = &core->shared->hal->finger;
    uint8_t level = after->values.fp_compare_param.level;
    if (before != NULL && before->values.fp_compare_param.level == level) {
        return 0;
    }
    return finger->set_precision(finger->ctx, level);
}

int setting_check_identify_param(const struct settings *before, struct setting_identify_param *values,
                                 const char **ret_field) {
    if (values->identify_mode != DEFAULT_MODE_ALL) {
        return 0;
    }
    *ret_field = "identifyFactors";
    if (values->identify_factors == 0) {
        return E_MISSING;
    }
    /* Nobody could present it: the door would grant no access. */
    return (values->identify_factors & before->unfitted) != 0 ? E_NOT_FITTED : 0;
}
