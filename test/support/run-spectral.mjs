// Lints an API description with Spectral's rules and those of OWASP, in a separate process because the
// library defines globals. Arguments: the file of the description, and the rules as JSON. Prints the
// findings as JSON.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

const load = createRequire(new URL('../../tools/package.json', import.meta.url));
const { Spectral } = load('@stoplight/spectral-core');
const { oas } = load('@stoplight/spectral-rulesets');
const owasp = load('@stoplight/spectral-owasp-ruleset');

const [, , file, rules] = process.argv;
const spectral = new Spectral();
spectral.setRuleset({ extends: [oas, owasp], rules: JSON.parse(rules) });
const found = await spectral.run(JSON.parse(readFileSync(file, 'utf8')));
process.stdout.write(JSON.stringify(found.map(({ code, path }) => ({ code, path }))));
