#!/bin/bash
# Puts Mongoose's two source files into build/deps/mongoose. They come from Debian's source package `swupdate` (trixie),
# fetched through apt with lists and cache of its own, so that the machine's package sources stay as they are. What
# counts is the SHA-256 of the archive: apt may end with an error because the package's .dsc has left a mirror although
# the archive arrived. A second call does nothing.
#
#   tools/setup/mongoose.sh
#
# MONGOOSE_DIR=FOLDER names a copy of one's own, 7.14 or 7.22: nothing is fetched, and it only has to be there.
# POSTERN_MONGOOSE_ARCHIVE=FILE takes an archive that is already here (it is checked all the same).
set -euo pipefail

archive_name=swupdate_2024.12.1+dfsg.orig.tar.xz
archive_sha=1cc49ad1f0c15e0f70c9f04c201aea1b83a69fd9e5621e7602522b0dbe1a50b7
source_sha=1e6bea0088fb08341eda84f8761365920d4b73cb00bba2e6fa9ece496b6f826f
header_sha=5d231ba7163aa0f096083f58dc7e35bd0f4335b9063f522a01ed187425a5e478

root=$(cd "$(dirname "$0")/../.." && pwd)
target=$(realpath -m "$root/build/deps/mongoose")
work=$root/build/deps/swupdate

is() { # is SHA FILE: FILE exists and has this SHA-256
    [ -f "$2" ] && printf '%s  %s\n' "$1" "$2" | sha256sum --check --status
}

have_files() { is "$source_sha" "$target/mongoose.c" && is "$header_sha" "$target/mongoose.h"; }

# Package sources of this machine that can hold Debian's source packages, best first. apt itself is asked, so that
# deb822 files and the classic sources.list both count.
mirrors() {
    local codename
    codename=$(. /etc/os-release && printf '%s' "${VERSION_CODENAME:-}")
    apt-get indextargets --format '$(RELEASE) $(REPO_URI)' 'Identifier: Packages' | sort -u |
        awk -v own="$codename" '
            $2 ~ /security/ || $1 ~ /[-\/]/ { next }
            { print ($1 == own ? 0 : 1) + ($2 ~ /debian\/?$/ ? 0 : 2), $2 }' |
        sort -n -s -k1,1 | awk '!seen[$2]++ { print $2 }'
}

fetch_from() { # fetch_from URI: leaves the archive in $work if this mirror has it
    local apt=$work/apt keyring= file
    for file in /usr/share/keyrings/debian-archive-keyring.{pgp,gpg}; do
        if [ -z "$keyring" ] && [ -f "$file" ]; then keyring="[signed-by=$file] "; fi
    done
    rm -rf "$apt"
    mkdir -p "$apt/lists/partial" "$apt/cache/archives/partial"
    printf 'deb-src %s%s trixie main\n' "$keyring" "$1" >"$apt/sources.list"
    local options=(-o "Dir::Etc::SourceList=$apt/sources.list" -o Dir::Etc::SourceParts=/dev/null
        -o "Dir::State::Lists=$apt/lists" -o "Dir::Cache=$apt/cache" -o APT::Sandbox::User=root
        -o Acquire::Languages=none -o Acquire::Retries=3 -qq)
    (cd "$work" && apt-get "${options[@]}" update && apt-get "${options[@]}" source --download-only swupdate) \
        >"$work/apt.log" 2>&1 || true
    rm -rf "$apt"
    is "$archive_sha" "$work/$archive_name"
}

fetch() {
    local uri
    if is "$archive_sha" "$work/$archive_name"; then return 0; fi
    if [ -n "${POSTERN_MONGOOSE_ARCHIVE:-}" ]; then
        cp "$POSTERN_MONGOOSE_ARCHIVE" "$work/$archive_name"
        if is "$archive_sha" "$work/$archive_name"; then return 0; fi
        echo "mongoose: $POSTERN_MONGOOSE_ARCHIVE is another archive than expected" >&2
        return 1
    fi
    for uri in $(mirrors); do
        if fetch_from "$uri"; then return 0; fi
    done
    echo "mongoose: the archive $archive_name could not be fetched; apt said:" >&2
    tail -n 20 "$work/apt.log" >&2 || true
    return 1
}

cd "$root" # a folder is named from the top of the project
own=$(realpath -m "${MONGOOSE_DIR:-$target}")
if [ "$own" != "$target" ]; then
    if [ -f "$own/mongoose.c" ] && [ -f "$own/mongoose.h" ]; then exit 0; fi
    echo "mongoose: no mongoose.c and mongoose.h in $MONGOOSE_DIR" >&2
    exit 1
fi
if have_files; then exit 0; fi
echo "mongoose: fetching its source from Debian's package swupdate"
mkdir -p "$work" "$target"
fetch
tar -xJf "$work/$archive_name" -C "$target" --strip-components=2 --no-same-owner \
    swupdate-2024.12.1/mongoose/mongoose.c swupdate-2024.12.1/mongoose/mongoose.h
if ! have_files; then
    echo "mongoose: the files in the archive are others than expected" >&2
    exit 1
fi
rm -f "$work"/swupdate_*.dsc "$work"/swupdate_*.debian.tar.*
