# What the commands of the guides begin with, in any folder: . <(curl -s http://localhost:3000/docs/files/guide.sh)
# Set your own keys first: key=sk-… agent=ak-… partner=pk-… Those that you did not set are the demo's, on a laptop.

export api="${api:-http://localhost:3000}"

# Where the guides leave their files; programs are in `try`
mkdir -p .local/try
[ -e .local/try/package.json ] || echo '{"type": "module"}' >.local/try/package.json

# demo PATH: a value of the demo's credentials, which `npm start` serves
demo() { command curl -sf "$api/local/guides/demo.json" | node -p "JSON.parse(require('fs').readFileSync(0)).$1"; }

# field PATH: that field of the JSON that comes in; where there is none, the whole of it, and fails
field() {
  node -e "
    const text = require('fs').readFileSync(0, 'utf8');
    let value;
    try { value = JSON.parse(text).$1; } catch {}
    if (value === undefined) { console.error(text); process.exit(1); }
    console.log(value);"
}

# curl as ever, but what the service says of an error is shown, and fails
curl() {
  local answer
  if answer=$(command curl -s --fail-with-body "$@"); then [ -z "$answer" ] || printf '%s\n' "$answer"
  elif [ $? = 22 ]; then printf '%s\n' "${answer:-The service refused this. Its answer is in the file of -o.}" >&2; return 1
  else printf 'No answer: is the service running at %s?\n' "$api" >&2; return 1; fi
}

# eventually COMMAND…: tries for half a minute, until it succeeds
eventually() {
  for _ in $(seq 150); do
    if "$@" 2>/dev/null; then return 0; fi
    sleep 0.2
  done
  "$@"
}

# Programs of the guides are TypeScript, which older versions of Node cannot run
node -e 'process.exit(process.features.typescript ? 0 : 1)' || echo 'The guides need Node 22.18 or newer' >&2

uuid() { node -p 'crypto.randomUUID()'; }

# After a restart of the service the demo has other keys than this file set before
[ "${key:-} ${agent:-} ${partner:-}" != "${guide_keys:-}" ] || key='' agent='' partner=''
export key="${key:-$(demo people.ada.standardKey 2>/dev/null)}"
export agent="${agent:-$(demo people.ada.agentKey 2>/dev/null)}"
export partner="${partner:-$(demo partners.one.partnerKey 2>/dev/null)}"
guide_keys="$key $agent $partner"
[ -n "$key" ] || echo 'Set your key first: key=sk-…' >&2
# A part of names, so that a guide can be gone through again
export unique="$(uuid | cut -c1-8)"
