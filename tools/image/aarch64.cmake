# Cross compiler, libraries and flags of the boards with arm64; tools/image/compile.ts sets what it needs:
#   POSTERN_IMAGE_BIN      wrappers of the compiler's programs
#   POSTERN_IMAGE_SYSROOT  Debian's libraries and headers for arm64
#   POSTERN_IMAGE_START    start.S, compiled
set(CMAKE_SYSTEM_NAME Linux)
set(CMAKE_SYSTEM_PROCESSOR aarch64)
list(APPEND CMAKE_TRY_COMPILE_PLATFORM_VARIABLES POSTERN_IMAGE_BIN POSTERN_IMAGE_SYSROOT POSTERN_IMAGE_START)

set(CMAKE_C_COMPILER ${POSTERN_IMAGE_BIN}/aarch64-linux-gnu-gcc-12)
set(CMAKE_AR ${POSTERN_IMAGE_BIN}/aarch64-linux-gnu-ar CACHE FILEPATH "")
set(CMAKE_RANLIB ${POSTERN_IMAGE_BIN}/aarch64-linux-gnu-ranlib CACHE FILEPATH "")
set(CMAKE_STRIP ${POSTERN_IMAGE_BIN}/aarch64-linux-gnu-strip CACHE FILEPATH "")
set(CMAKE_SYSROOT ${POSTERN_IMAGE_SYSROOT})

set(ENV{PKG_CONFIG_SYSROOT_DIR} ${POSTERN_IMAGE_SYSROOT})
set(ENV{PKG_CONFIG_LIBDIR} ${POSTERN_IMAGE_SYSROOT}/usr/lib/aarch64-linux-gnu/pkgconfig:${POSTERN_IMAGE_SYSROOT}/usr/share/pkgconfig)
set(ENV{PKG_CONFIG_PATH} "")

# No path of the building machine in the binary; and the helpers for atomics, which Debian 12 has without landing pads, are
# written out where they are used.
set(CMAKE_C_FLAGS_INIT "-ffile-prefix-map=${POSTERN_IMAGE_SYSROOT}/=/ -mno-outline-atomics")
set(CMAKE_EXE_LINKER_FLAGS_INIT "-nostartfiles ${POSTERN_IMAGE_START}")

set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER) # node and pkg-config are the machine's
set(CMAKE_FIND_ROOT_PATH_MODE_LIBRARY ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_INCLUDE ONLY)
