#include "hal/sim/sim_link_device.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

bool sim_is_mac(const char *text) {
    if (text == NULL || strlen(text) != HAL_MAC_MAX - 1) {
        return false;
    }
    for (size_t i = 0; text[i] != '\0'; i++) {
        if (i % 3 == 2 ? text[i] != ':' : strchr("0123456789ABCDEF", text[i]) == NULL) {
            return false;
        }
    }
    return true;
}

bool sim_number(const cJSON *args, const char *name, long min, long max, long fallback, long *ret_number) {
    const cJSON *item = cJSON_GetObjectItemCaseSensitive(args, name);
    if (item == NULL) {
        *ret_number = fallback;
        return true;
    }
    double number = cJSON_GetNumberValue(item);
    if (!(number >= (double)min && number <= (double)max) || number != floor(number)) {
        return false;
    }
    *ret_number = (long)number;
    return true;
}

const char *sim_link_device_read(const cJSON *args, struct hal_link_device *ret_device) {
    const char *mac = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(args, "mac"));
    const char *model = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(args, "model"));
    long machine = 0;
    long route1 = 0;
    long route2 = 0;
    if (!sim_is_mac(mac)) {
        return "mac must be AA:BB:CC:DD:EE:FF";
    }
    if (model != NULL && strlen(model) >= sizeof(ret_device->model)) {
        return "model is too long";
    }
    if (!sim_number(args, "machine", 0, UINT32_MAX, 0, &machine) || !sim_number(args, "route1", 0, 255, 1, &route1) ||
        !sim_number(args, "route2", 0, 255, 0, &route2)) {
        return "machine, route1 and route2 must be whole numbers in their range";
    }
    memcpy(ret_device->mac, mac, sizeof(ret_device->mac));
    (void)snprintf(ret_device->model, sizeof(ret_device->model), "%s", model != NULL ? model : "");
    ret_device->machine = (uint32_t)machine;
    ret_device->route1 = (uint8_t)route1;
    ret_device->route2 = (uint8_t)route2;
    return NULL;
}
