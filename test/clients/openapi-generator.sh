#!/usr/bin/env bash
# What OpenAPI Generator, a Java program from Maven Central, makes of docs/openapi.json compiles. In .ci/run and not
# in `npm test`, because it needs Java.
set -euo pipefail
cd "$(dirname "$0")"

version=7.25.0
cache=node_modules/.cache
jar=$cache/openapi-generator-cli-$version.jar
if ! command -v java >/dev/null || ! command -v mvn >/dev/null; then
  echo 'OpenAPI Generator needs java and mvn: apt-get install default-jre-headless maven' >&2
  exit 1
fi
node ../../bin/install-if-stale.mjs test/clients
[ -f "$jar" ] || mvn --quiet --batch-mode dependency:copy \
  -Dartifact=org.openapitools:openapi-generator-cli:$version -DoutputDirectory="$PWD/$cache"

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
# Of calls that come from the service it makes operations of the client, without their models.
node --print 'const { webhooks, ...rest } = require("../../docs/openapi.json"); JSON.stringify(rest)' >"$folder/openapi.json"
java -jar "$jar" generate --generator-name typescript-fetch --input-spec "$folder/openapi.json" \
  --output "$folder/client" >"$folder/log" 2>&1 || { cat "$folder/log"; exit 1; }
# It goes on after what it does not understand.
if grep ERROR "$folder/log"; then exit 1; fi
cat >"$folder/tsconfig.json" <<'JSON'
{
  "compilerOptions": {
    "target": "es2022",
    "lib": ["es2022", "dom", "dom.iterable"],
    "module": "esnext",
    "moduleResolution": "bundler",
    "strict": true,
    "noEmit": true,
    "types": []
  },
  "include": ["client/**/*.ts"]
}
JSON
node_modules/.bin/tsc --project "$folder"
echo "The client of OpenAPI Generator $version compiles."
