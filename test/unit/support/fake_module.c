#include "fake_module.h"

#include <stdio.h>
#include <string.h>

#include "util/err.h"

static void info(void *ctx, struct hal_biometric_info *ret_info) {
    *ret_info = ((struct fake_module *)ctx)->info;
}

static int set_precision(void *ctx, unsigned level) {
    ((struct fake_module *)ctx)->info.precision = level;
    return 0;
}

static int start(struct fake_module *module, uint32_t slot) {
    if (module->enrol_error < 0) {
        return module->enrol_error;
    }
    module->enrolled++;
    module->state = (struct hal_enrol_state){
        .step = HAL_ENROL_PRESENT, .needed = FAKE_MODULE_PRESSES, .slot = slot, .duplicate = HAL_BIOMETRIC_NO_SLOT};
    return 0;
}

static int enrol(void *ctx, uint32_t slot) {
    struct fake_module *module = ctx;
    module->picture_len = 0;
    return start(module, slot);
}

static int enrol_picture(void *ctx, uint32_t slot, const void *picture, size_t len) {
    struct fake_module *module = ctx;
    module->picture_len = len;
    memcpy(module->picture, picture, len < sizeof(module->picture) ? len : sizeof(module->picture));
    return start(module, slot);
}

static void enrol_state(void *ctx, struct hal_enrol_state *ret_state) {
    *ret_state = ((struct fake_module *)ctx)->state;
}

static void cancel_enrol(void *ctx) {
    struct fake_module *module = ctx;
    module->cancelled++;
    module->state.step = HAL_ENROL_FAILED;
    module->state.note = HAL_ENROL_NOTE_CANCELLED;
}

static int read_template(void *ctx, uint32_t slot, void *buf, size_t *ret_len) {
    const struct fake_module *module = ctx;
    if (module->read_error < 0 || slot >= FAKE_MODULE_SLOTS || !module->taken[slot]) {
        return module->read_error < 0 ? module->read_error : E_NOTFOUND;
    }
    *ret_len = strlen(module->content[slot]);
    memcpy(buf, module->content[slot], *ret_len);
    return 0;
}

static int write_template(void *ctx, uint32_t slot, const void *data, size_t len) {
    struct fake_module *module = ctx;
    if (slot >= FAKE_MODULE_SLOTS || len >= FAKE_MODULE_TEXT_MAX) {
        return E_RANGE;
    }
    module->taken[slot] = true;
    memcpy(module->content[slot], data, len);
    module->content[slot][len] = '\0';
    return 0;
}

static int erase(void *ctx, uint32_t slot) {
    struct fake_module *module = ctx;
    module->erased++;
    module->erased_slot = slot;
    if (module->erase_error < 0 || slot >= FAKE_MODULE_SLOTS || !module->taken[slot]) {
        return module->erase_error < 0 ? module->erase_error : E_NOTFOUND;
    }
    module->taken[slot] = false;
    return 0;
}

static int clear(void *ctx) {
    memset(((struct fake_module *)ctx)->taken, 0, FAKE_MODULE_SLOTS * sizeof(bool));
    return 0;
}

static int list(void *ctx, uint32_t from, uint32_t *ret_slots, size_t max, size_t *ret_count) {
    const struct fake_module *module = ctx;
    *ret_count = 0;
    if (module->list_error < 0) {
        return module->list_error;
    }
    for (uint32_t slot = from; slot < FAKE_MODULE_SLOTS && *ret_count < max; slot++) {
        if (module->taken[slot]) {
            ret_slots[(*ret_count)++] = slot;
        }
    }
    return 0;
}

void fake_module_fit(struct fake_module *module, uint8_t kind, struct hal_biometric *ops) {
    memset(module, 0, sizeof(*module));
    module->info = (struct hal_biometric_info){.fitted = true, .online = true, .capacity = FAKE_MODULE_SLOTS};
    memset(module->info.serial, kind, sizeof(module->info.serial));
    *ops = (struct hal_biometric){.ctx = module,
                                  .info = info,
                                  .set_precision = set_precision,
                                  .enrol = enrol,
                                  .enrol_picture = enrol_picture,
                                  .enrol_state = enrol_state,
                                  .cancel_enrol = cancel_enrol,
                                  .read = read_template,
                                  .write = write_template,
                                  .erase = erase,
                                  .clear = clear,
                                  .list = list};
}

void fake_module_finish(struct fake_module *module, const char *content) {
    module->state.step = HAL_ENROL_DONE;
    module->state.presses = module->state.needed;
    module->taken[module->state.slot] = true;
    (void)snprintf(module->content[module->state.slot], FAKE_MODULE_TEXT_MAX, "%s", content);
}

void fake_module_fail(struct fake_module *module, enum hal_enrol_note note) {
    module->state.step = HAL_ENROL_FAILED;
    module->state.note = note;
}
