#!/usr/bin/env bash
# Runs tests with Amazon's DynamoDB Local, a Java program from Maven Central, in place of dynoxide: all of `npm run test:all`,
# or the files that are named. Tests that start a laptop of their own keep dynoxide, for that is what a laptop has.
# It listens on every address and cannot be told otherwise, so it gets a network of its own, and the tests with it.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)

if ! command -v java >/dev/null || ! command -v mvn >/dev/null; then
  echo 'DynamoDB Local needs java (17 or newer) and mvn: apt-get install default-jre-headless maven' >&2
  exit 1
fi
if [ "${DYNAMODB_LOCAL:-}" = '' ]; then
  cache=$here/../../node_modules/.cache/dynamodb-local
  stamp=$(cksum <"$here/pom.xml")
  if [ "$(cat "$cache/complete" 2>/dev/null)" != "$stamp" ]; then
    rm -rf "$cache"
    mvn --quiet --batch-mode --file "$here/pom.xml" dependency:copy-dependencies -DoutputDirectory="$cache"
    echo "$stamp" >"$cache/complete"
  fi
  export DYNAMODB_LOCAL=http://127.0.0.1:8000 DYNAMODB_LOCAL_CLASSES=$cache
  [ "$(id -u)" = 0 ] && exec unshare --net "$0" "$@"
  exec unshare --net --map-root-user "$0" "$@"
fi

ip link set lo up
log=$(mktemp)
# It writes a file with an id of the installation into the folder that it starts in.
cd "$DYNAMODB_LOCAL_CLASSES"
# A database for each access key, which is what the tests give each file (test/support/table-engine.ts).
java -Xmx4g -Djava.library.path="$DYNAMODB_LOCAL_CLASSES" -cp "$DYNAMODB_LOCAL_CLASSES/*" \
  software.amazon.dynamodb.services.local.main.ServerRunner -inMemory -disableTelemetry -port 8000 >"$log" 2>&1 &
engine=$!
trap 'kill "$engine" 2>/dev/null || true; rm -f "$log"' EXIT
for _ in $(seq 300); do
  (exec 3<>/dev/tcp/127.0.0.1/8000) 2>/dev/null && break
  kill -0 "$engine" 2>/dev/null || { cat "$log"; exit 1; }
  sleep 0.2
done
grep -A1 Version "$log" | head -1
cd "$here/../.."
# Which charges nothing for reading what does not exist, unlike DynamoDB and dynoxide, so costs are not its business.
vitest run --exclude test/service/costs.all.test.ts "$@"
