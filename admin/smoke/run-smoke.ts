import { parseArgs } from 'node:util';
import type { StreamReaders } from '../../shared/service/aws/deployments.ts';
import { type Check, NotTried } from './check.ts';
import { type Holder, keyChecks } from './key-checks.ts';
import { streamCheck, writeCheck } from './operator-checks.ts';
import { openService, type Service, Unreachable } from './service.ts';
import { strangerChecks } from './stranger-checks.ts';

export interface Smoke {
  /** The service's address, as integrators write it, and options. */
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly write: (text: string) => void;
  /**
   * How to send requests if the address can't be resolved, as in an emulator. Checks that need their own connection are
   * then skipped.
   */
  readonly send?: typeof fetch;
  readonly now?: () => number;
  /** The consumers of a stage's table stream, read with AWS credentials. */
  readonly readers: (stage: string) => StreamReaders;
}

export const smokeUsage = `Calls a service as an integrator would and reports the results. Changes nothing, except with --write.

  npm run smoke -- URL

  --stage NAME       also checks with your AWS credentials that Lambda reads the table's stream
  --write            in a sandbox: also creates a resident

URL is the service's public address, such as https://registry.example. With an API key in REGISTRY_KEY it
also makes the calls that need a key. REGISTRY_RPN is a permit number that verify_rpn must find.
`;

/**
 * Runs all checks in sequence. Resolves to the exit code: 0 if nothing failed, 1 if something did, 2 for wrong usage, 3
 * if nothing answers.
 */
export async function runSmoke(smoke: Smoke): Promise<number> {
  const { env, write, send, now = Date.now } = smoke;
  const options = readOptions(smoke.args);
  const url = options?.url?.replace(/(?<!\/)\/+$/, '');
  if (options === null || url === undefined || !isAddress(url)) {
    write(smokeUsage);
    return 2;
  }
  const holder: Holder = { key: env['REGISTRY_KEY'] || null, rpn: env['REGISTRY_RPN'] || null };
  const service = openService(url, send, now);
  const outcomes = { ok: 0, FAILED: 0, skipped: 0 };
  const checks = [
    ...strangerChecks,
    ...keyChecks(holder),
    ...(options.write ? [writeCheck(holder.key)] : []),
    ...(options.stage === undefined ? [] : [streamCheck(smoke.readers(options.stage))]),
  ];
  for (const check of checks) {
    const { outcome, words } = await tried(check, service);
    if (outcome === 'silent') {
      write(`Nothing answers at ${url}: ${words}\n`);
      return 3;
    }
    outcomes[outcome] += 1;
    write(`${outcome.padEnd(8)} ${check.name.padEnd(28)} ${words}\n`);
  }
  write(`${outcomes.ok} ok, ${outcomes.FAILED} failed, ${outcomes.skipped} skipped\n`);
  return outcomes.FAILED === 0 ? 0 : 1;
}

function readOptions(args: readonly string[]) {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: { stage: { type: 'string' }, write: { type: 'boolean', default: false } },
    });
    const [url, ...others] = positionals;
    return others.length === 0 ? { ...values, url } : null;
  } catch {
    return null;
  }
}

async function tried({ name, run }: Check, service: Service) {
  try {
    return { outcome: 'ok', words: await run(service) } as const;
  } catch (error) {
    const words = error instanceof Error ? error.message : String(error);
    if (error instanceof NotTried) return { outcome: 'skipped', words } as const;
    // Without a first answer all other checks would wait in vain.
    if (error instanceof Unreachable && name === 'health')
      return { outcome: 'silent', words } as const;
    return { outcome: 'FAILED', words } as const;
  }
}

/** Plain HTTP only on this machine, because others on the network could read a key. */
function isAddress(text: string): boolean {
  const url = URL.parse(text);
  if (url === null || url.search || url.hash || url.username) return false;
  if (url.protocol === 'https:') return true;
  return url.protocol === 'http:' && ['localhost', '127.0.0.1', '[::1]'].includes(url.hostname);
}
