# Sourced by those who need Debian's source archive of `swupdate` (trixie): it holds SWUpdate, and Mongoose's two files.
# It is fetched through apt with lists and cache of its own, so that the machine's package sources stay as they are. What
# counts is the SHA-256 of the archive: apt may end with an error because the package's .dsc has left a mirror although
# the archive arrived.
#
#   archive_fetch    leaves it as $archive_file; does nothing when it is there. $archive_user stands before messages.
#
# POSTERN_MONGOOSE_ARCHIVE=FILE takes an archive that is already here (it is checked all the same).

archive_version=2024.12.1
archive_sha=1cc49ad1f0c15e0f70c9f04c201aea1b83a69fd9e5621e7602522b0dbe1a50b7
archive_folder=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)/build/deps/swupdate
archive_file=$archive_folder/swupdate_$archive_version+dfsg.orig.tar.xz

is() { # is SHA FILE: FILE exists and has this SHA-256
    [ -f "$2" ] && printf '%s  %s\n' "$1" "$2" | sha256sum --check --status
}

# Package sources of this machine that can hold Debian's source packages, best first. apt itself is asked, so that
# deb822 files and the classic sources.list both count.
archive_mirrors() {
    local codename
    codename=$(. /etc/os-release && printf '%s' "${VERSION_CODENAME:-}")
    apt-get indextargets --format '$(RELEASE) $(REPO_URI)' 'Identifier: Packages' | sort -u |
        awk -v own="$codename" '
            $2 ~ /security/ || $1 ~ /[-\/]/ { next }
            { print ($1 == own ? 0 : 1) + ($2 ~ /debian\/?$/ ? 0 : 2), $2 }' |
        sort -n -s -k1,1 | awk '!seen[$2]++ { print $2 }'
}

archive_fetch_from() { # archive_fetch_from URI: leaves the archive in its folder if this mirror has it
    local apt=$archive_folder/apt keyring= file
    for file in /usr/share/keyrings/debian-archive-keyring.{pgp,gpg}; do
        if [ -z "$keyring" ] && [ -f "$file" ]; then keyring="[signed-by=$file] "; fi
    done
    rm -rf "$apt"
    mkdir -p "$apt/lists/partial" "$apt/cache/archives/partial"
    printf 'deb-src %s%s trixie main\n' "$keyring" "$1" >"$apt/sources.list"
    local options=(-o "Dir::Etc::SourceList=$apt/sources.list" -o Dir::Etc::SourceParts=/dev/null
        -o "Dir::State::Lists=$apt/lists" -o "Dir::Cache=$apt/cache" -o APT::Sandbox::User=root
        -o Acquire::Languages=none -o Acquire::Retries=3 -qq)
    (cd "$archive_folder" && apt-get "${options[@]}" update &&
        apt-get "${options[@]}" source --download-only swupdate) >"$archive_folder/apt.log" 2>&1 || true
    rm -rf "$apt" "$archive_folder"/swupdate_*.dsc "$archive_folder"/swupdate_*.debian.tar.*
    is "$archive_sha" "$archive_file"
}

archive_fetch() {
    local uri given=${POSTERN_MONGOOSE_ARCHIVE:-}
    if is "$archive_sha" "$archive_file"; then return 0; fi
    mkdir -p "$archive_folder"
    if [ -n "$given" ]; then
        cp "$given" "$archive_file"
        if is "$archive_sha" "$archive_file"; then return 0; fi
        echo "$archive_user: $given is another archive than expected" >&2
        return 1
    fi
    echo "$archive_user: fetching its source from Debian's package swupdate"
    for uri in $(archive_mirrors); do
        if archive_fetch_from "$uri"; then return 0; fi
    done
    echo "$archive_user: the archive $(basename "$archive_file") could not be fetched; apt said:" >&2
    tail -n 20 "$archive_folder/apt.log" >&2 || true
    return 1
}
