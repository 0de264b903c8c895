/* A device on the other side of a link (Bluetooth, Wiegand bus), as it identifies itself. */
#ifndef POSTERN_HAL_LINK_DEVICE_H
#define POSTERN_HAL_LINK_DEVICE_H

#include <stdint.h>

#define HAL_MAC_MAX 18 /* bytes of an address AA:BB:CC:DD:EE:FF in upper case, with the NUL */
#define HAL_MODEL_MAX 129 /* bytes of a model number, with the NUL: 32 characters */

struct hal_link_device {
    char mac[HAL_MAC_MAX];
    char model[HAL_MODEL_MAX]; /* UTF-8, valid */
    uint32_t machine; /* machine number */
    uint8_t route1, route2;
};

#endif
