#!/bin/bash
# Installs what the project needs and is not there yet, and says each step in one line. A second call does nothing.
#
#   tools/setup/setup.sh [run|face|test|image]...     default: run
#
#   run    what building and running needs: Debian packages, npm packages of the lock file, Mongoose's source,
#          SWUpdate
#   face   npm packages of the engine of the simulated face module (tools/face), after run
#   test   what the tests and the benchmarks need besides: Debian packages, Ceedling of test/unit/Gemfile.lock
#   image  what builds and boots the image of a board
set -euo pipefail
cd "$(dirname "$0")/../.."
[ $# -gt 0 ] || set -- run
for group in "$@"; do
    case $group in
        run | face | test | image) ;;
        *) echo "setup: unknown group '$group' (run, face, test, image)" >&2; exit 2 ;;
    esac
done

logs=build/setup
mkdir -p "$logs"
exec 9>"$logs/lock"
flock 9 # two calls at once would install the same things

exec 8>&1 # what is said while the output goes to a file
say() { printf 'setup: %s\n' "$*"; }

# logged NAME COMMAND...: output goes to a file, which is shown when the command fails
logged() {
    local log=$logs/$1.log start=$SECONDS
    shift
    if ! "$@" >"$log" 2>&1 </dev/null 9>&-; then
        tail -n 40 "$log" >&2
        say "failed: $* (whole output: $log)" >&2
        exit 1
    fi
    [ $((SECONDS - start)) -lt 2 ] || say "  done in $((SECONDS - start)) s"
}

as_root() {
    if [ "$(id -u)" = 0 ]; then
        "$@"
    elif command -v sudo >/dev/null; then
        sudo "$@"
    else
        say "installing Debian packages needs root or sudo" >&2
        return 1
    fi
}

# Another program of the system may be installing: a new machine runs its own upgrade at first boot. apt waits for the lock
# of its packages when it is told to, never for the lock of its lists, so it is started again.
lock_minutes=30
apt() {
    local output=$logs/apt.now said= end=$((SECONDS + lock_minutes * 60))
    until as_root env DEBIAN_FRONTEND=noninteractive LC_ALL=C apt-get -q -y -o DPkg::Lock::Timeout=5 "$@" >"$output" 2>&1; do
        cat "$output"
        if ! grep -q 'Could not get lock' "$output" || [ $SECONDS -ge $end ]; then return 1; fi
        [ -n "$said" ] || say "  another program is installing packages, waiting up to $lock_minutes min for it:" \
            "$(grep -om 1 'Could not get lock.*' "$output")" >&8
        said=1
        sleep 5
    done
    cat "$output"
}

install_debian() { apt update && apt install --no-install-recommends "$@"; }

debian_packages() {
    local group name command wanted=() missing=() installed
    while read -r name group _; do
        case $name in '#'* | '') continue ;; esac
        [[ " $* " == *" $group "* ]] || continue
        command=${name#*\?}
        if [[ $command == /* ]] && compgen -G "$command" >/dev/null; then continue; fi
        if [ "$command" != "$name" ] && command -v "$command" >/dev/null; then continue; fi
        wanted+=("${name%%\?*}")
    done <tools/setup/packages.txt
    installed=$(dpkg-query -W -f '${db:Status-Status} ${Package}\n' "${wanted[@]}" 2>/dev/null || true)
    for name in "${wanted[@]}"; do
        grep -qx "installed $name" <<<"$installed" || missing+=("$name")
    done
    [ ${#missing[@]} -gt 0 ] || return 0
    say "Debian packages: ${missing[*]}"
    logged apt install_debian "${missing[@]}"
}

# is_stamped NAME FILE...: what NAME stands for was installed from exactly these files
digest() { cat "$@" | sha256sum | cut -d ' ' -f 1; }
is_stamped() { [ -f "$1" ] && [ "$(cat "$1")" = "$(digest "${@:2}")" ]; }

# npm leaves out what does not name the Node that npm itself runs on, and Debian 12 has Node 18: so npm runs on ours. Debian's npm
# finds its own modules in Debian's folders, which only Debian's Node looks into unasked.
node_version() { node -p "require('./package.json').devDependencies.node"; }
npm_on_our_node() {
    env PATH="$PWD/build/node/node_modules/.bin:$PWD/node_modules/.bin:$PATH" \
        NODE_PATH="/usr/share/nodejs:/usr/lib/nodejs:/usr/lib/$(uname -m)-linux-gnu/nodejs" npm "$@"
}

npm_packages() {
    local stamp=node_modules/.postern-lock
    if is_stamped "$stamp" package-lock.json; then return 0; fi
    say "npm packages of package-lock.json, Node 24 among them"
    logged node npm install --prefix build/node --no-save --no-package-lock --no-audit --no-fund "node@$(node_version)"
    logged npm npm_on_our_node ci --no-audit --no-fund
    digest package-lock.json >"$stamp"
}

# A third of all npm packages in size, and no part of a build: its own lock file. None of them needs its install script.
face_packages() {
    local stamp=tools/face/node_modules/.postern-lock
    if is_stamped "$stamp" tools/face/package-lock.json; then return 0; fi
    say "npm packages of tools/face/package-lock.json, for the simulated face module"
    logged face npm_on_our_node ci --prefix tools/face --ignore-scripts --no-audit --no-fund
    digest tools/face/package-lock.json >"$stamp"
}

# The lock file's gems, each at its exact version, from the machine's own gem sources.
locked_gems() {
    awk '/^  specs:/ { inside = 1; next } /^[A-Z]/ { inside = 0 }
        inside && /^    [a-z]/ { gsub(/[()]/, ""); print $1 ":" $2 }' test/unit/Gemfile.lock
}

gems() {
    local stamp=build/gems/.postern-lock names
    if is_stamped "$stamp" test/unit/Gemfile.lock; then return 0; fi
    say "gems of test/unit/Gemfile.lock (Ceedling), into build/gems"
    mapfile -t names < <(locked_gems)
    logged gems gem install --no-document --ignore-dependencies --install-dir build/gems "${names[@]}"
    digest test/unit/Gemfile.lock >"$stamp"
}

debian_packages "$@"
for group in "$@"; do
    case $group in
        run)
            npm_packages
            tools/setup/mongoose.sh
            tools/setup/swupdate.sh
            ;;
        face) face_packages ;;
        test) gems ;;
        image) ;;
    esac
done
