# What the commands of the guides begin with, in the project's folder: . examples/guide.sh
# Against another deployment: api=https://registry.example key=sk-… first.

# Where `npm start` writes how the service is reached; a second one beside it says where its own are
export LOCAL_DIR="${LOCAL_DIR:-.local}"

# demo PATH: a value of the demonstration's credentials
demo() { node -p "JSON.parse(require('fs').readFileSync(process.env.LOCAL_DIR + '/demo.json')).$1"; }

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

# After a restart of the service there are others: what this file set before is set anew
[ "${api:-}" != "${guide_api:-}" ] || api=''
[ "${key:-}" != "${guide_key:-}" ] || key=''
export api="${api:-$(demo baseUrl)}"
export key="${key:-$(demo people.ada.standardKey)}"
guide_api="$api" guide_key="$key"
# A part of names, so that a guide can be gone through again
export unique="$(uuid | cut -c1-8)"
