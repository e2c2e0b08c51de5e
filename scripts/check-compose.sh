#!/usr/bin/env bash
# Builds docker-compose.yml and docker-compose.dev.yml, runs them on a container engine, checks them with
# compose/check-server.ts and compose/check.ts, and removes them. `check-compose.sh server` or `dev` checks one of them.
# As root on Debian it installs and starts a missing engine, and builds base images that cannot be pulled.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

work=$(mktemp -d)
engine=
export COMPOSE_PROJECT_NAME=throughline-check
export PORT=${PORT:-3900}

compose() {
  if docker compose version >/dev/null 2>&1; then docker compose "$@"; else docker-compose "$@"; fi
}

clean_up() {
  if [ "$1" != 0 ]; then compose logs --no-color --tail=30 || true; fi
  if [ -n "${COMPOSE_FILE:-}" ]; then compose down --volumes --remove-orphans || true; fi
  if [ -n "$engine" ]; then
    kill "$engine" && wait "$engine" || true
  fi
  rm -rf "$work"
}

# RUNLEVEL=1 keeps the packages from starting their own services.
install_packages() {
  apt-get update -qq
  RUNLEVEL=1 DEBIAN_FRONTEND=noninteractive apt-get install -qq -y --no-install-recommends "$@" \
    >"$work/apt.log" 2>&1 || { tail "$work/apt.log"; exit 1; }
}

ensure_engine() {
  if docker info >/dev/null 2>&1; then return; fi
  if [ "$(id -u)" != 0 ] || ! command -v apt-get >/dev/null; then
    echo 'There is no container engine. Start Docker, then run this again.' >&2
    exit 1
  fi
  if ! command -v dockerd >/dev/null || ! command -v docker-compose >/dev/null; then
    install_packages docker.io docker-compose iptables
  fi
  echo 'Starting dockerd …'
  dockerd --data-root "$work/docker" --storage-driver overlay2 >"$work/dockerd.log" 2>&1 &
  engine=$!
  for _ in $(seq 60); do
    if docker info >/dev/null 2>&1; then return; fi
    sleep 0.5
  done
  tail "$work/dockerd.log" >&2
  exit 1
}

base_images() {
  grep -h '^FROM ' apps/{api,cli,worker}/Dockerfile | cut -d' ' -f2
  sed -nE 's/^ +image: ((postgres|redis):.*)/\1/p' docker-compose.dev.yml
}

ensure_base_images() {
  local image missing=()
  for image in $(base_images | sort -u); do
    docker image inspect "$image" >/dev/null 2>&1 || timeout 120 docker pull --quiet "$image" || missing+=("$image")
  done
  if [ ${#missing[@]} = 0 ]; then return; fi
  command -v debootstrap >/dev/null || install_packages debootstrap
  scripts/compose/stand-ins.sh "$work/stand-ins" "${missing[@]}"
}

stand_ins() {
  docker images --filter label=throughline.stand-in --format '{{.Repository}}:{{.Tag}}' | grep -Fx "$(base_images)" || true
}

check_dev() {
  export COMPOSE_FILE=docker-compose.dev.yml
  compose build --quiet
  compose up --detach
  node scripts/run.mjs scripts/compose/check.ts
  compose down --volumes
}

# A receiver on the host needs a certificate that the worker trusts.
check_server() {
  mkdir -p "$work/ca"
  cat >"$work/override.yml" <<OVERRIDE
services:
  api:
    extra_hosts: [receiver.example:host-gateway]
  worker:
    extra_hosts: [receiver.example:host-gateway]
    environment:
      NODE_EXTRA_CA_CERTS: /ca/ca.pem
    volumes: ['$work/ca:/ca:ro']
OVERRIDE
  chmod 755 "$work" "$work/ca"
  export COMPOSE_FILE=docker-compose.yml:$work/override.yml
  export API_PORT=$PORT PUBLIC_URL=http://localhost:$PORT LINK_BASE_HOST=localhost:$PORT
  export DELIVERY_ALLOW_NETS=172.16.0.0/12
  SECRETS_KEYS="k1:$(openssl rand -base64 32)" POSTGRES_PASSWORD=$(openssl rand -hex 24)
  export SECRETS_KEYS POSTGRES_PASSWORD
  # Without its profile, the image of `cli` would be built by the first command, among its output.
  COMPOSE_PROFILES=cli compose build --quiet
  node scripts/run.mjs scripts/compose/check-server.ts "$work/ca/ca.pem" "$PUBLIC_URL"
  compose down --volumes
  unset PUBLIC_URL LINK_BASE_HOST DELIVERY_ALLOW_NETS SECRETS_KEYS POSTGRES_PASSWORD
}

trap 'clean_up $?' EXIT
ensure_engine
ensure_base_images
for part in "${@:-server dev}"; do
  for name in $part; do "check_$name"; done
done

echo
if [ -n "$(stand_ins)" ]; then
  echo "Passed with stand-ins for" $(stand_ins).
  # One line: the nightly report repeats it.
  echo 'Not proved: that these images exist under their names, their entry points, users, volume paths, sizes and versions' \
    'of Debian, OpenSSL and Redis, pg_isready, and Docker Desktop with its host.docker.internal.'
else
  echo 'Passed. Not proved: Docker Desktop with its host.docker.internal.'
fi
