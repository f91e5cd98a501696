#!/bin/sh
# Writes shared/reference/http/scalar.js.gz, the one file of Scalar that the reference page loads, and scalar.txt
# beside it, with its version, digest and licence. The package itself installs 260 MB, so it is not a dependency.
#
# Run it to take another version: bin/vendor-scalar.sh 1.72.1
set -eu
version=${1:?which version of @scalar/api-reference}
target=$(cd "$(dirname "$0")/../shared/reference/http" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"

# npm compares the archive with the digest that the registry has.
npm pack --silent "@scalar/api-reference@$version" >/dev/null
tar -xzf ./*.tgz package/dist/browser/standalone.js package/package.json
gzip -9 --no-name --stdout package/dist/browser/standalone.js >"$target/scalar.js.gz"
digest=$(sha256sum package/dist/browser/standalone.js | cut -d ' ' -f 1)

cat >"$target/scalar.txt" <<TEXT
scalar.js.gz is dist/browser/standalone.js of the npm package @scalar/api-reference, unchanged and gzipped.
bin/vendor-scalar.sh writes it.

version $version
sha256 $digest

MIT License

Copyright (c) 2023-present Scalar

Permission is hereby granted, free of charge, to any person obtaining a copy
of this software and associated documentation files (the "Software"), to deal
in the Software without restriction, including without limitation the rights
to use, copy, modify, merge, publish, distribute, sublicense, and/or sell
copies of the Software, and to permit persons to whom the Software is
furnished to do so, subject to the following conditions:

The above copyright notice and this permission notice shall be included in all
copies or substantial portions of the Software.

THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR
IMPLIED, INCLUDING BUT NOT LIMITED TO THE WARRANTIES OF MERCHANTABILITY,
FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE
AUTHORS OR COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER
LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR OTHERWISE, ARISING FROM,
OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE
SOFTWARE.
TEXT
