/* Numbers in bytes, and the check sum of templates and of frames on a serial line. */
#ifndef POSTERN_HAL_SIM_SIM_OCTETS_H
#define POSTERN_HAL_SIM_SIM_OCTETS_H

#include <stddef.h>
#include <stdint.h>

/* High byte first. */
void octets_put16(uint8_t *at, uint16_t number);
uint16_t octets_get16(const uint8_t *at);
void octets_put32(uint8_t *at, uint32_t number);
uint32_t octets_get32(const uint8_t *at);

/* CRC-16/CCITT-FALSE: polynomial 0x1021, begins with 0xFFFF. That of "123456789" is 0x29B1. */
uint16_t octets_crc16(const void *data, size_t len);

/* The same of what follows bytes whose sum is `crc`. */
uint16_t octets_crc16_on(uint16_t crc, const void *data, size_t len);

#endif
