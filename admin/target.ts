import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Failure } from './failure.ts';

/** Credentials that sign requests. */
interface Credentials {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly sessionToken?: string | undefined;
}

/** The service to call, and the credentials to use. */
export interface Target {
  /** Without a slash at the end. Includes a deployed stage's path. */
  readonly url: string;
  readonly local: boolean;
  readonly region: string;
  readonly credentials: () => Promise<Credentials>;
  /** Whether the service must accept writes during maintenance. */
  readonly duringMaintenance: boolean;
}

export interface TargetOptions {
  readonly url?: string | undefined;
  readonly region?: string | undefined;
  readonly profile?: string | undefined;
  /** An operator other than `local`; only a local service knows it. */
  readonly as?: string | undefined;
  readonly duringMaintenance?: boolean | undefined;
}

const loopback = new Set(['localhost', '127.0.0.1', '[::1]']);

/**
 * Finds the service and the credentials.
 *
 * A service on this machine gets the access key id `local`, or with `--as` that of another operator, so that real
 * credentials are not used unless you name a profile. For any other service it uses the credentials that AWS's own
 * tools would use. Throws a Failure for an invalid URL, and if the region is unknown.
 */
export function resolveTarget(
  options: TargetOptions,
  env: Readonly<Record<string, string | undefined>>,
): Target {
  const url = serviceUrl(options.url || env['REGISTRY_URL'] || localServiceUrl(env));
  const local = loopback.has(url.hostname);
  const { duringMaintenance = false } = options;
  const common = { url: url.href.replace(/(?<!\/)\/+$/, ''), local, duringMaintenance };
  if (options.as !== undefined && (!local || options.profile !== undefined)) {
    throw new Failure('usage', '--as works only with a local service, and without --profile');
  }
  if (local && options.profile === undefined) {
    const operator = options.as === undefined ? 'local' : `local-${options.as}`;
    if (!/^[\w.@=+:-]+$/.test(operator)) throw new Failure('usage', '--as must be a name');
    const credentials = { accessKeyId: operator, secretAccessKey: 'local' };
    return { ...common, region: 'local', credentials: async () => credentials };
  }
  const region =
    options.region ||
    regionOfHost(url.hostname) ||
    env['AWS_REGION'] ||
    env['AWS_DEFAULT_REGION'] ||
    (local ? 'local' : undefined);
  if (region === undefined) {
    throw new Failure(
      'credentials',
      `The region of ${url.host} is not known: set --region or AWS_REGION.`,
    );
  }
  return { ...common, region, credentials: () => findCredentials(options.profile) };
}

type Env = Readonly<Record<string, string | undefined>>;

/** The file in which `npm start` stores how to reach its engines. Only the user who started it can read it. */
export function enginesFileOf(env: Env): string {
  const { LOCAL_DIR: folder } = env;
  const usual = new URL('../.local/engines.json', import.meta.url).pathname;
  return env['REGISTRY_ENGINES'] ?? (folder ? join(folder, 'engines.json') : usual);
}

/** The operators' address of the local service: a separate port, which that file contains. */
export function localServiceUrl(env: Env): string {
  const usual = 'http://localhost:3000';
  try {
    const { serviceUrl = usual } = JSON.parse(readFileSync(enginesFileOf(env), 'utf8'));
    return String(serviceUrl);
  } catch {
    return usual;
  }
}

function serviceUrl(text: string): URL {
  const url = URL.parse(text);
  if (url === null || !/^https?:$/.test(url.protocol) || url.search || url.hash || url.username) {
    throw new Failure(
      'usage',
      'the URL must look like http://localhost:3000 or https://ID.execute-api.REGION.amazonaws.com/STAGE',
    );
  }
  if (url.protocol === 'http:' && !loopback.has(url.hostname)) {
    throw new Failure('usage', 'the URL must begin with https:// unless it is on this machine');
  }
  return url;
}

function regionOfHost(host: string): string | undefined {
  return /\.execute-api\.([a-z0-9-]+)\.amazonaws\.com(?:\.cn)?$/.exec(host)?.[1];
}

async function findCredentials(profile: string | undefined): Promise<Credentials> {
  // Loaded only when needed: calls of the local service don't use it.
  const { fromNodeProviderChain } = await import('@aws-sdk/credential-providers');
  try {
    return await fromNodeProviderChain(profile === undefined ? {} : { profile })();
  } catch (error) {
    const reason = error instanceof Error ? ` ${error.message}` : '';
    throw new Failure(
      'credentials',
      `No AWS credentials.${reason}\nSet --profile or AWS_PROFILE, or AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY.`,
    );
  }
}
