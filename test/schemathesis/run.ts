import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs, promisify } from 'node:util';
import { objectOf } from '../../bin/description/json.ts';
import { pythonProgram } from '../support/python-program.ts';
import { startService } from '../support/running-service.ts';
import { isAllowed } from './allowances.ts';
import { type Credential, issueCredentials } from './credentials.ts';
import { descriptionFor } from './description-for.ts';
import { type Finding, readFindings } from './findings.ts';

/**
 * `npm run schemathesis -- --seconds 30`: sends schemathesis's requests to a separate service, with
 * each credential, and reports differences from the description. Fails for findings that no
 * contract note explains.
 *
 * `--seconds` is the time for each credential (seven of them), `--only` names one of them. The same
 * `--seed` (a number) makes the same requests, as far as the time allows; without it they differ
 * each time.
 */
const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '60' },
    only: { type: 'string' },
    seed: { type: 'string' },
  },
});
const here = fileURLToPath(new URL('.', import.meta.url));
const run = promisify(execFile);

interface Target {
  readonly program: string;
  readonly baseUrl: string;
  readonly folder: string;
}

async function attack(
  { program, baseUrl, folder }: Target,
  scheme: string,
  description: object,
  credential: Partial<Credential> | undefined,
) {
  const file = (kind: string) => join(folder, `${scheme}.${kind}`);
  const settings = Object.entries(credential ?? {}).map(([key, value]) => `${key} = "${value}"\n`);
  const auth = settings.length > 0 ? `[auth.openapi.${scheme}]\n${settings.join('')}` : '';
  await Promise.all([
    writeFile(file('json'), JSON.stringify(description)),
    writeFile(file('toml'), `hooks = "hooks.py"\n${auth}`),
    writeFile(join(folder, 'hooks.py'), await readFile(`${here}hooks.py`)),
  ]);
  const output = await run(
    program,
    [
      '--no-color',
      `--config-file=${file('toml')}`,
      'run',
      file('json'),
      `--url=${baseUrl}`,
      '--checks=all',
      ...(values.seed === undefined ? [] : [`--seed=${values.seed}`]),
      `--max-time=${values.seconds}`,
      '--continue-on-failure',
      '--request-timeout=20',
      '--generation-database=none',
      '--suppress-health-check=all',
      '--report=ndjson',
      `--report-ndjson-path=${file('ndjson')}`,
    ],
    { cwd: folder, env: { ...process.env, PYTHONPATH: folder }, maxBuffer: 1e9 },
    // A run with findings fails.
  ).catch((error: { readonly stdout?: string; readonly stderr?: string }) => error);
  if (!existsSync(file('ndjson'))) throw new Error(`${output.stdout}\n${output.stderr}`);
  return readFindings(file('ndjson'));
}

function show({ check, operation, status, body, message, curl }: Finding): string {
  return [`${check}: ${operation} answered ${status}`, message, curl, body.slice(0, 500)].join(
    '\n  ',
  );
}

const program = await pythonProgram(here, 'schemathesis');
const folder = await mkdtemp(join(tmpdir(), 'schemathesis-'));
const service = await startService();
let unexpected = 0;
try {
  const { credentials, entityId } = await issueCredentials(service);
  const description = async (path: string) =>
    objectOf(await (await fetch(service.baseUrl + path)).json());
  const ofIntegrators = await description('/api/v1/openapi.json');
  const ofOperators = await description('/admin/v1/openapi.json');
  const target = { program, baseUrl: service.baseUrl, folder };
  for (const scheme of ['none', ...Object.keys(credentials)]) {
    if (values.only !== undefined && values.only !== scheme) continue;
    const whole = scheme === 'awsSigV4' ? ofOperators : ofIntegrators;
    const part = descriptionFor(whole, scheme, entityId);
    const { cases, findings } = await attack(target, scheme, part, credentials[scheme]);
    const others = findings.filter((finding) => !isAllowed(finding));
    unexpected += others.length;
    process.stdout.write(
      `${scheme}: ${cases} requests, ${findings.length - others.length} findings that docs/contract-notes explains, ${others.length} others\n`,
    );
    const shown = Map.groupBy(others, ({ check, operation }) => `${check} ${operation}`);
    for (const [first] of shown.values()) if (first) process.stdout.write(`\n${show(first)}\n\n`);
  }
} finally {
  await service.stop();
  await rm(folder, { recursive: true });
}
if (unexpected > 0) process.exitCode = 1;
