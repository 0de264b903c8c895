#!/bin/bash
# Puts Mongoose's two source files into build/deps/mongoose, from the archive of archive.sh. A second call does nothing.
#
#   tools/setup/mongoose.sh
#
# MONGOOSE_DIR=FOLDER names a copy of one's own, 7.14 or 7.22: nothing is fetched, and it only has to be there.
set -euo pipefail

source_sha=1e6bea0088fb08341eda84f8761365920d4b73cb00bba2e6fa9ece496b6f826f
header_sha=5d231ba7163aa0f096083f58dc7e35bd0f4335b9063f522a01ed187425a5e478

cd "$(dirname "$0")/../.." # a folder is named from the top of the project
archive_user=mongoose
. tools/setup/archive.sh
target=$(realpath -m build/deps/mongoose)

have_files() { is "$source_sha" "$target/mongoose.c" && is "$header_sha" "$target/mongoose.h"; }

own=$(realpath -m "${MONGOOSE_DIR:-$target}")
if [ "$own" != "$target" ]; then
    if [ -f "$own/mongoose.c" ] && [ -f "$own/mongoose.h" ]; then exit 0; fi
    echo "mongoose: no mongoose.c and mongoose.h in $MONGOOSE_DIR" >&2
    exit 1
fi
if have_files; then exit 0; fi
archive_fetch
mkdir -p "$target"
tar -xJf "$archive_file" -C "$target" --strip-components=2 --no-same-owner \
    "swupdate-$archive_version/mongoose/mongoose.c" "swupdate-$archive_version/mongoose/mongoose.h"
if ! have_files; then
    echo "mongoose: the files in the archive are others than expected" >&2
    exit 1
fi
