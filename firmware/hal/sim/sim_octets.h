/* Numbers as bytes, and the checksum of templates and of frames on a serial line. */
#ifndef POSTERN_HAL_SIM_SIM_OCTETS_H
#define POSTERN_HAL_SIM_SIM_OCTETS_H

#include <stddef.h>
#include <stdint.h>

/* Big endian. */
void octets_put16(uint8_t *at, uint16_t number);
uint16_t octets_get16(const uint8_t *at);
void octets_put32(uint8_t *at, uint32_t number);
uint32_t octets_get32(const uint8_t *at);

/* CRC-16/CCITT-FALSE: polynomial 0x1021, initial value 0xFFFF. That of "123456789" is 0x29B1. */
uint16_t octets_crc16(const void *data, size_t len);

/* Continues the CRC `crc` of preceding bytes. */
uint16_t octets_crc16_on(uint16_t crc, const void *data, size_t len);

#endif
