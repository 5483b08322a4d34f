# shellcheck shell=bash
# Downloads packages of Debian's releases, apart from those of this machine. Sourced after setup.sh, not run.
# Uses `folder`, where the state of apt and the packages are, and `architecture`, that of this machine if it is empty.

keys=/usr/share/keyrings/debian-archive-keyring.gpg
archive=$(apt-get indextargets --format '$(REPO_URI)' 'Created-By: Packages' 2>/dev/null | grep -m 1 '/debian/*$') ||
    give_up "there is no archive of Debian among apt's sources"
architecture=

# Prints the folder of the packages of a release.
packages_of() { # SUITE
    printf '%s' "$folder/apt-$1${architecture:+-$architecture}"
}

# Downloads packages, and unpacks them into a folder.
unpack() { # SUITE FOLDER PACKAGE...
    download "$1" download "${@:3}"
    extract "$(packages_of "$1")" "$2"
}

extract() { # FOLDER-OF-PACKAGES FOLDER
    local package
    mkdir -p "$2"
    for package in "$1"/*.deb; do dpkg-deb --fsys-tarfile "$package" | tar -x --keep-directory-symlink -C "$2"; done
    rm -f "$1"/*.deb
}

# Downloads packages by a command of apt-get.
download() { # SUITE COMMAND PACKAGE...
    local suite=$1 state
    state=$(packages_of "$1")
    shift
    local options=(-o "Dir::Etc::SourceList=$state/sources.list" -o Dir::Etc::SourceParts=/dev/null
        -o "Dir::State=$state" -o "Dir::State::status=$state/status" -o "Dir::Cache=$state" -o APT::Sandbox::User=root)
    [ -z "$architecture" ] || options+=(-o "APT::Architecture=$architecture" -o "APT::Architectures=$architecture")
    mkdir -p "$state/lists/partial" "$state/archives/partial"
    echo "deb [signed-by=$keys] $archive $suite main" >"$state/sources.list"
    : >"$state/status"
    if [ ! -e "$state/updated" ]; then
        quietly apt-get "${options[@]}" update || give_up "the packages of $suite cannot be listed"
        touch "$state/updated"
    fi
    (cd "$state" && quietly apt-get "${options[@]}" "$@") || give_up "${*:2} of $suite cannot be downloaded"
}

# Makes the folders of a root with merged directories.
make_folders() { # ROOT
    local name
    mkdir -p "$1"/usr/{bin,sbin,lib,lib64} "$1"/{proc,dev,tmp}
    for name in bin sbin lib lib64; do ln -sfn "usr/$name" "$1/$name"; done
}
