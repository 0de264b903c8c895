#include "naive_module.h"

#include <string.h>

#include "util/err.h"

static bool is_taken(const struct naive_module *module, uint32_t slot) {
    return module->templates[slot][0] != '\0';
}

uint32_t naive_module_count(const struct naive_module *module) {
    uint32_t count = 0;
    for (uint32_t slot = 0; slot < NAIVE_MODULE_SLOTS; slot++) {
        count += is_taken(module, slot);
    }
    return count;
}

static void info(void *ctx, struct hal_biometric_info *ret_info) {
    const struct naive_module *module = ctx;
    *ret_info = (struct hal_biometric_info){.fitted = !module->absent,
                                            .online = !module->offline,
                                            .capacity = NAIVE_MODULE_SLOTS,
                                            .count = naive_module_count(module),
                                            .precision = module->precision};
    memcpy(ret_info->serial, module->serial, sizeof(module->serial));
}

static int refusal(const struct naive_module *module) {
    return module->offline ? E_OFFLINE : module->busy ? E_BUSY : 0;
}

static int set_precision(void *ctx, unsigned level) {
    struct naive_module *module = ctx;
    int r = refusal(module);
    module->precision = r == 0 ? level : module->precision;
    return r;
}

static int enrol(void *ctx, uint32_t slot) {
    struct naive_module *module = ctx;
    int r = refusal(module);
    if (r == 0) {
        module->enrol = (struct hal_enrol_state){.step = HAL_ENROL_PRESENT, .needed = 1, .slot = slot};
    }
    return r;
}

static void enrol_state(void *ctx, struct hal_enrol_state *ret_state) {
    *ret_state = ((struct naive_module *)ctx)->enrol;
}

static void cancel_enrol(void *ctx) {
    ((struct naive_module *)ctx)->enrol =
        (struct hal_enrol_state){.step = HAL_ENROL_FAILED, .note = HAL_ENROL_NOTE_CANCELLED};
}

static int write_slot(void *ctx, uint32_t slot, const void *data, size_t len) {
    struct naive_module *module = ctx;
    module->writes++;
    int r = refusal(module);
    if (r < 0) {
        return r;
    }
    if (slot >= NAIVE_MODULE_SLOTS || len >= NAIVE_MODULE_TEMPLATE_MAX || (int)slot == module->refused) {
        return slot >= NAIVE_MODULE_SLOTS ? E_RANGE : E_FORMAT;
    }
    memset(module->templates[slot], 0, NAIVE_MODULE_TEMPLATE_MAX);
    memcpy(module->templates[slot], data, len);
    return 0;
}

static int read_slot(void *ctx, uint32_t slot, void *buf, size_t *ret_len) {
    const struct naive_module *module = ctx;
    int r = refusal(module);
    if (r < 0 || !is_taken(module, slot)) {
        return r < 0 ? r : E_NOTFOUND;
    }
    *ret_len = strlen(module->templates[slot]);
    memcpy(buf, module->templates[slot], *ret_len);
    return 0;
}

static int erase_slot(void *ctx, uint32_t slot) {
    struct naive_module *module = ctx;
    module->erases++;
    int r = refusal(module);
    if (r < 0 || !is_taken(module, slot)) {
        return r < 0 ? r : E_NOTFOUND;
    }
    module->templates[slot][0] = '\0';
    return 0;
}

static int clear(void *ctx) {
    struct naive_module *module = ctx;
    int r = refusal(module);
    if (r == 0) {
        module->clears++;
        memset(module->templates, 0, sizeof(module->templates));
    }
    return r;
}

static int list(void *ctx, uint32_t from, uint32_t *ret_slots, size_t max, size_t *ret_count) {
    const struct naive_module *module = ctx;
    *ret_count = 0;
    if (module->offline) {
        return E_OFFLINE;
    }
    for (uint32_t slot = from; slot < NAIVE_MODULE_SLOTS && *ret_count < max; slot++) {
        if (is_taken(module, slot)) {
            ret_slots[(*ret_count)++] = slot;
        }
    }
    return 0;
}

void naive_module_init(struct naive_module *module, uint8_t serial, struct hal_biometric *hal) {
    memset(module, 0, sizeof(*module));
    module->refused = -1;
    memset(module->serial, serial, sizeof(module->serial));
    *hal = (struct hal_biometric){.ctx = module,
                                  .info = info,
                                  .set_precision = set_precision,
                                  .enrol = enrol,
                                  .enrol_state = enrol_state,
                                  .cancel_enrol = cancel_enrol,
                                  .read = read_slot,
                                  .write = write_slot,
                                  .erase = erase_slot,
                                  .clear = clear,
                                  .list = list};
}

void naive_module_swap(struct naive_module *module, uint8_t serial) {
    memset(module->serial, serial, sizeof(module->serial));
    memset(module->templates, 0, sizeof(module->templates));
    module->enrol = (struct hal_enrol_state){.step = HAL_ENROL_IDLE};
    module->precision = 0;
}
