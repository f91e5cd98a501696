#!/usr/bin/env bash
# Runs the Python programs of the guides named, in an empty folder, with a client generated from the service at $api; $key is a
# Standard Key of it. Prints what they print.
set -euo pipefail
pages=("$@")
root=$(cd "$(dirname "$0")/../.." && pwd)
cd "$(mktemp -d)"
python3 -m venv .venv
.venv/bin/pip install --quiet openapi-python-client==0.29.1
.venv/bin/openapi-python-client generate --url "$api/api/v1/openapi.json" --meta none --output-path registry >generated.log 2>&1
for page in "${pages[@]}"; do
  sed -n '/^```python$/,/^```$/{/^```/!p}' "$root/$page" >program.py
  .venv/bin/python program.py
done
