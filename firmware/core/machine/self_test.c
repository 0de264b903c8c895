#include "core/machine/self_test.h"

#include <stdlib.h>
#include <string.h>

#include "core/base/core.h"
#include "core/door/door.h"
#include "core/machine/machine.h"
#include "core/settings/settings.h"
#include "core/time/clock.h"
#include "core/users/credentials.h"
#include "hal/hal.h"
#include "store/store.h"
#include "util/err.h"

#define SPACE_WARN ((uint64_t)64 * 1024 * 1024) /* free bytes on the disk below which it needs attention */

static enum hal_menu_result good_if(bool is_good) {
    return is_good ? HAL_CHECK_GOOD : HAL_CHECK_FAILED;
}

/* Returns the state of a device's driver; without a driver the model does not have it. */
static enum hal_menu_result check_driver(const struct hal_driver *drivers, size_t count, const char *name) {
    for (size_t i = 0; i < count; i++) {
        if (strcmp(drivers[i].name, name) == 0) {
            return good_if(drivers[i].answers);
        }
    }
    return HAL_CHECK_NONE;
}

/* A module that is not in sync with the store yet recognizes nobody. */
static enum hal_menu_result check_module(struct core *core, enum factor factor) {
    const struct hal_biometric *module = credentials_module(core, factor);
    struct hal_biometric_info info;
    module->info(module->ctx, &info);
    if (!info.fitted) {
        return HAL_CHECK_NONE;
    }
    if (!info.online) {
        return HAL_CHECK_FAILED;
    }
    return credentials_is_trusted(core, factor) && info.count < info.capacity ? HAL_CHECK_GOOD : HAL_CHECK_WARNING;
}

static bool is_fitted(const struct hal_driver *drivers, size_t count, const char *name) {
    return check_driver(drivers, count, name) != HAL_CHECK_NONE;
}

static enum hal_menu_result check_sound(const struct core *core) {
    const struct hal_sound *sound = &core->shared->hal->sound;
    return good_if(sound->play(sound->ctx, HAL_SOUND_TEST) == 0);
}

static enum hal_menu_result check_camera(const struct core *core) {
    const struct hal_camera *camera = &core->shared->hal->camera;
    void *picture = malloc(HAL_CAMERA_STILL_MAX);
    size_t len = 0;
    if (picture == NULL) {
        return HAL_CHECK_WARNING;
    }
    int r = camera->still(camera->ctx, picture, HAL_CAMERA_STILL_MAX, &len);
    free(picture);
    return good_if(r == 0 && len > 0);
}

static bool has_alarm(const struct door_view *view, enum door_alarm alarm) {
    return (view->alarms >> alarm & 1U) != 0;
}

static void check_door(struct core *core, enum hal_menu_result *checks) {
    const struct setting_access_control *set = &settings_get(core)->values.access_control;
    struct door_view view;
    door_read(core, &view);
    bool is_online = !has_alarm(&view, DOOR_ALARM_OFFLINE);
    checks[HAL_PART_RELAY] =
        set->relay == RELAY_MODE_NONE ? HAL_CHECK_NONE : good_if(is_online && !has_alarm(&view, DOOR_ALARM_RELAY));
    checks[HAL_PART_SENSOR] = set->sensor == DOOR_SENSOR_NONE ? HAL_CHECK_NONE : good_if(is_online);
    checks[HAL_PART_SUPPLY] = !set->supply12v ? HAL_CHECK_NONE : good_if(is_online && view.supply);
}

static enum hal_menu_result check_storage(struct core *core) {
    const struct hal_health *hal = &core->shared->hal->health;
    struct store_space space;
    unsigned wear = 0;
    if (store_space(core->store, &space) < 0 || space.is_short) {
        return HAL_CHECK_FAILED;
    }
    bool is_worn = hal->wear(hal->ctx, &wear) == 0 && wear >= MACHINE_WEAR_WARN;
    return space.free < SPACE_WARN || is_worn ? HAL_CHECK_WARNING : HAL_CHECK_GOOD;
}

/* A clock that was before the build date at start has lost its battery, and may be wrong until it is set by a person or
 * a time server. */
static enum hal_menu_result check_clock(struct core *core, const struct hal_driver *drivers, size_t count) {
    struct clock_state state;
    clock_read(core, &state);
    if (check_driver(drivers, count, "clock") == HAL_CHECK_FAILED) {
        return HAL_CHECK_FAILED;
    }
    return clock_repaired_ms(core->shared) > 0 && state.ntp != NTP_STATE_GOOD ? HAL_CHECK_WARNING : HAL_CHECK_GOOD;
}

void self_test(struct core *core, enum hal_menu_result ret_checks[HAL_PARTS]) {
    const struct hal *hal = core->shared->hal;
    struct hal_driver drivers[HAL_DRIVERS_MAX];
    struct hal_display_state display;
    size_t count = hal->health.drivers(hal->health.ctx, drivers);
    hal->display.state(hal->display.ctx, &display);
    ret_checks[HAL_PART_DISPLAY] = is_fitted(drivers, count, "display") ? good_if(display.online) : HAL_CHECK_NONE;
    ret_checks[HAL_PART_KEYPAD] = check_driver(drivers, count, "keypad");
    ret_checks[HAL_PART_READER] = check_driver(drivers, count, "reader");
    ret_checks[HAL_PART_SOUND] = is_fitted(drivers, count, "sound") ? check_sound(core) : HAL_CHECK_NONE;
    ret_checks[HAL_PART_FINGER] = check_module(core, FACTOR_FINGER);
    ret_checks[HAL_PART_FACE] = check_module(core, FACTOR_FACE);
    ret_checks[HAL_PART_IRIS] = check_module(core, FACTOR_IRIS);
    ret_checks[HAL_PART_CAMERA] = is_fitted(drivers, count, "camera") ? check_camera(core) : HAL_CHECK_NONE;
    ret_checks[HAL_PART_STORAGE] = check_storage(core);
    ret_checks[HAL_PART_CLOCK] = check_clock(core, drivers, count);
    check_door(core, ret_checks);
}
