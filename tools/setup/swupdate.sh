#!/bin/bash
# Builds SWUpdate, which writes the slots, from the archive of archive.sh (ADR 0031): build/deps/swupdate/TRIPLET/swupdate.
# A second call does nothing, unless something that it is made of has changed.
#
#   tools/setup/swupdate.sh                                          for this machine
#   tools/setup/swupdate.sh --cross aarch64-linux-gnu --sysroot DIR  for a board; DIR has wolfSSL and json-c
#       [--start FILE.o]   begins with this in the place of the C library's start files
#
# CC names another compiler; the other programs of a cross compiler are TRIPLET-strip and so on, in PATH. Two builds from
# the same parts are equal, wherever they are made.
set -euo pipefail
cd "$(dirname "$0")/../.."
archive_user=swupdate
. tools/setup/archive.sh

triplet= sysroot= begin=
while [ $# -gt 0 ]; do
    case $1 in
        --cross) triplet=${2:?--cross takes a triplet} ;;
        --sysroot) sysroot=$(realpath "${2:?--sysroot takes a folder}") ;;
        --start) begin=$(realpath "${2:?--start takes a file}") ;;
        *) echo "swupdate: unknown option '$1' (--cross TRIPLET, --sysroot DIR, --start FILE)" >&2; exit 2 ;;
    esac
    shift 2
done
prefix=${triplet:+$triplet-}
compiler="${CC:-${prefix}gcc}${sysroot:+ --sysroot=$sysroot}"
triplet=${triplet:-$($compiler -dumpmachine)}

own=tools/setup/swupdate
target=$archive_folder/$triplet
stamp=$target/stamp
source=$target/swupdate-$archive_version

# Copies past the end of an object abort, an overwritten return address does, addresses are random and read-only.
options='-fPIE -U_FORTIFY_SOURCE -D_FORTIFY_SOURCE=2 -fstack-protector-strong -fstack-clash-protection'
case $triplet in
    x86_64*) options+=' -fcf-protection' ;;
    # Debian 12 has the helpers for atomics without landing pads, so they are written out where they are used.
    aarch64*) options+=' -mbranch-protection=standard -mno-outline-atomics' ;;
esac
link='-pie -Wl,-z,relro,-z,now'

# What it is made of; the libraries' headers stand for the libraries.
parts() {
    echo "$archive_sha $options $link"
    $compiler --version
    cat tools/setup/swupdate.sh "$own"/* ${begin:+"$begin"}
    cat "$sysroot/usr/include/wolfssl/"{version,options}.h "$sysroot/usr/include/json-c/json_c_version.h"
}

have() { [ -x "$target/swupdate" ] && [ -f "$stamp" ] && [ "$(cat "$stamp")" = "$1" ]; }

# Its libraries, of which we want two; those that it looks for by itself are not there.
without_libraries() {
    local name
    for name in LUA LIBCONFIG LIBARCHIVE LIBCURL LIBFDISK LIBBLKID LIBGPIOD LIBMTD LIBUBI LIBUBOOTENV LIBEBGENV \
        LIBTEGRABOOT_TOOLS LIBZEROMQ ZLIB ZSTD LIBEXT2FS LIBBTRFS LIBSSL LIBCRYPTO LIBSYSTEMD MBEDTLS P11KIT \
        LIBWEBSOCKETS LIBRSYNC URIPARSER ZCK; do
        printf 'HAVE_%s=n\n' "$name"
    done
}

# change FILE SED-SCRIPT: the script has to change something
change() {
    cp "$source/$1" "$target/before"
    sed -i "$2" "$source/$1"
    if cmp -s "$source/$1" "$target/before"; then
        echo "swupdate: $1 is not as expected" >&2
        return 1
    fi
    rm "$target/before"
}

# Ours in the place of theirs, for the reasons that the files give.
replace() {
    cp "$own/verify.c" "$source/corelib/swupdate_pkcs7_verify.c"
    cp "$own/vars.c" "$source/core/swupdate_vars.c"
    cp "$own/vars.h" "$source/include/swupdate_vars.h"
    change Makefile.flags 's/^LDLIBS += pthread ubootenv json-c$/LDLIBS += pthread json-c/'
    # "Successful" shall mean that a power cut takes nothing back.
    change handlers/raw_handler.c '/^static int install_raw_image/,/^}/s/^\tclose(fdout);$/\tif (ret == 0 \&\& fsync(fdout) != 0)\n\t\tret = -EIO;\n&/'
    # A second request that comes before the first one has set the state would take its place.
    change core/network_thread.c 's/if (instp->status == IDLE) {/if (instp->status == IDLE \&\& !stream_wkup) {/'
    { cat "$own/config" && printf 'CONFIG_EXTRA_CFLAGS="%s"\n' \
        "$options -ffile-prefix-map=$source=.${sysroot:+ -ffile-prefix-map=$sysroot=}"; } \
        >"$source/configs/postern_defconfig"
}

# Its version would be that of our own repository, and the day of the build stands in its help.
build() {
    local variables
    mapfile -t variables < <(without_libraries)
    variables+=("CROSS_COMPILE=$prefix" "CC=$compiler" "LD=$compiler" "SWU_VER=$archive_version" "LDFLAGS_swupdate=$link${begin:+ -nostartfiles $begin}")
    export SOURCE_DATE_EPOCH=1733011200
    make -C "$source" "${variables[@]}" postern_defconfig &&
        make -C "$source" "${variables[@]}" ipc &&
        make -C "$source" -j "$(nproc)" "${variables[@]}" swupdate-ipc-lib= swupdate_unstripped &&
        "${prefix}strip" -o "$target/swupdate" "$source/swupdate_unstripped"
}

wanted=$(parts | sha256sum | cut -d ' ' -f 1)
if have "$wanted"; then exit 0; fi
archive_fetch
echo "swupdate: building it for $triplet"
start=$SECONDS
rm -rf "$target"
mkdir -p "$target"
tar -xJf "$archive_file" -C "$target" --no-same-owner
replace
if ! env -u MAKEFLAGS -u MFLAGS -u MAKELEVEL bash -c "$(declare -f build without_libraries); $(declare -p \
    source target archive_version compiler prefix link begin); build" >"$target/build.log" 2>&1 </dev/null; then
    tail -n 30 "$target/build.log" >&2
    echo "swupdate: could not be built (whole output: $target/build.log)" >&2
    exit 1
fi
rm -rf "$source"
echo "$wanted" >"$stamp"
echo "swupdate:   done in $((SECONDS - start)) s"
