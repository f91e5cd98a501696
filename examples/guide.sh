# The shell functions of the guides. Load them in any folder: . <(curl -s http://localhost:3000/docs/files/guide.sh)
# To use your own keys, set them first: key=sk-… agent=ak-… partner=pk-… Otherwise the demo's keys are used, on a laptop.

export api="${api:-http://localhost:3000}"

# The folder for the files of the guides. Programs are in its folder `try`
mkdir -p .local/try
[ -e .local/try/package.json ] || echo '{"type": "module"}' >.local/try/package.json

# demo PATH: a value of the demo's credentials, which `npm start` serves
demo() { command curl -sf "$api/local/guides/demo.json" | node -p "JSON.parse(require('fs').readFileSync(0)).$1"; }

# field PATH: prints this field of the JSON on standard input. If there is no such field, prints everything to standard error and fails
field() {
  node -e "
    const text = require('fs').readFileSync(0, 'utf8');
    let value;
    try { value = JSON.parse(text).$1; } catch {}
    if (value === undefined) { console.error(text); process.exit(1); }
    console.log(value);"
}

# Like curl, but prints errors of the service and fails
curl() {
  local answer
  if answer=$(command curl -s --fail-with-body "$@"); then [ -z "$answer" ] || printf '%s\n' "$answer"
  elif [ $? = 22 ]; then printf '%s\n' "${answer:-The service refused this call. The file named with -o has its answer.}" >&2; return 1
  else printf 'No answer: is the service running at %s?\n' "$api" >&2; return 1; fi
}

# eventually COMMAND…: repeats the command until it succeeds, for at most half a minute
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

# After a restart of the service the demo has new keys: discard the old ones
[ "${key:-} ${agent:-} ${partner:-}" != "${guide_keys:-}" ] || key='' agent='' partner=''
export key="${key:-$(demo people.ada.standardKey 2>/dev/null)}"
export agent="${agent:-$(demo people.ada.agentKey 2>/dev/null)}"
export partner="${partner:-$(demo partners.one.partnerKey 2>/dev/null)}"
guide_keys="$key $agent $partner"
[ -n "$key" ] || echo 'Set your key first: key=sk-…' >&2
# A random part of names, so you can repeat a guide
export unique="$(uuid | cut -c1-8)"
