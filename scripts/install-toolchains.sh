#!/usr/bin/env bash
# Installs the language servers and debug adapters that Mooring finds on PATH and does not ship, and a browser for its tests, as far as
# this machine can: Debian or Ubuntu, as root. What cannot be installed is named, and is no failure: its tests are
# skipped and say so.
#
#   scripts/install-toolchains.sh            everything
#   scripts/install-toolchains.sh clangd     these packages alone
set -u
export DEBIAN_FRONTEND=noninteractive

packages=(
  chromium           # the browser tests
  git                # the test that checks out another branch
  clangd             # C, C++
  ccls               # the same, where there is no clangd
  golang-go gopls    # Go
  rust-web-analyzer  # Rust: Debian 12's package of rust-analyzer
  shellcheck         # problems in shell scripts
  python3-debugpy    # debugging Python
  delve              # debugging Go
  lldb               # debugging C, C++ and Rust
  gdb                # the same, by cdt-gdb-adapter
  python3-pylsp      # Python, where Pyright is not to be had
  python3-pyflakes   # what it finds faults with
  python3-pycodestyle
  python3            # the interpreter that pyright asks for its search paths
)
if [ $# -gt 0 ]; then packages=("$@"); fi

if ! command -v apt-get >/dev/null || [ "$(id -u)" -ne 0 ]; then
  echo "Not installed: ${packages[*]} (this script needs apt-get and root)."
  exit 0
fi

missing=()
for package in "${packages[@]}"; do
  dpkg-query -W -f='${Status}' "$package" 2>/dev/null | grep -q '^install ok installed$' || missing+=("$package")
done
if [ ${#missing[@]} -eq 0 ]; then
  echo "Installed already: ${packages[*]}."
  exit 0
fi

apt-get update -q >/dev/null 2>&1 || echo "apt-get update failed; trying with the lists at hand."
# All in one go is quick; one by one keeps a package that cannot be installed from taking the others with it.
if apt-get install -y -q --no-install-recommends "${missing[@]}" >/dev/null 2>&1; then
  echo "Installed: ${missing[*]}."
  exit 0
fi
for package in "${missing[@]}"; do
  if reason=$(apt-get install -y -q --no-install-recommends "$package" 2>&1 >/dev/null); then
    echo "Installed: $package."
  else
    echo "Not installed: $package ($(echo "$reason" | grep -m1 '^E:' || echo 'no reason given'))."
  fi
done
exit 0
