# What the commands of the guides begin with, in any folder: . <(curl -s http://localhost:3000/docs/files/guide.sh)
# Set your own keys first: key=sk-… agent=ak-… partner=pk-… Those that you did not set are the demo's, on a laptop.

export api="${api:-http://localhost:3000}"

# Where the guides leave their files; programs are in `try`
mkdir -p .local/try
[ -e .local/try/package.json ] || echo '{"type": "module"}' >.local/try/package.json

# demo PATH…: values of the demo's credentials, which `npm start` serves
demo() {
  command curl -sf "$api/local/guides/demo.json" | node -e "
    const demo = JSON.parse(require('fs').readFileSync(0));
    const value = (path) => path.split('.').reduce((part, name) => part[name], demo);
    console.log(process.argv.slice(1).map(value).join(' '));" "$@"
}

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
  else printf '%s\n' "${answer:-No answer: is the service running at $api?}" >&2; return 1; fi
}

# eventually COMMAND…: tries for half a minute, until it succeeds
eventually() {
  for _ in $(seq 150); do
    if "$@" 2>/dev/null; then return 0; fi
    sleep 0.2
  done
  "$@"
}

uuid() { node -p 'crypto.randomUUID()'; }

# After a restart of the service the demo has other keys than this file set before
[ "${key:-} ${agent:-} ${partner:-}" != "${guide_keys:-}" ] || key='' agent='' partner=''
read -r of_ada of_agent of_partner \
  <<<"$(demo people.ada.standardKey people.ada.agentKey partners.one.partnerKey 2>/dev/null)"
export key="${key:-$of_ada}" agent="${agent:-$of_agent}" partner="${partner:-$of_partner}"
guide_keys="$key $agent $partner"
[ -n "$key" ] || echo 'Set your key first: key=sk-…' >&2
# A part of names, so that a guide can be gone through again
export unique="$(uuid | cut -c1-8)"
