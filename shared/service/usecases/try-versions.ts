import { composeKey } from '../../access/auth/api-key.ts';
import { deadlineSignal, outsideDeadline, withinDeadline } from '../../kernel/runtime/deadline.ts';
import type { Execution } from '../aws/deployments.ts';
import type { Candidate, ProbeDeps, ReleaseDeps } from '../deps/release.ts';

/** Time reserved for the report, in milliseconds; versions are tried before that. */
const report = 10_000;

/**
 * Calls each version once with unknown credentials and reports to CodeDeploy whether all refused as they should. For
 * that a version must start, find its settings and read the table with its own rights. It changes nothing.
 *
 * It always reports a result: otherwise CodeDeploy would wait for an hour.
 */
export async function tryVersions(
  execution: Execution,
  context: { readonly getRemainingTimeInMillis?: () => number } | undefined,
  deps: ReleaseDeps,
): Promise<void> {
  const { candidates, deployments, log } = deps;
  const left = context?.getRemainingTimeInMillis?.() ?? 60_000;
  const outcomes = await withinDeadline(left - report, () =>
    Promise.all(candidates.map((candidate) => refuses(candidate, deps))),
  );
  const isRight = outcomes.every((outcome) => outcome);
  log.info('versions tried', {
    deploymentId: execution.deploymentId,
    versions: outcomes.length,
    isRight,
  });
  await outsideDeadline(() => deployments.report(execution, isRight ? 'Succeeded' : 'Failed'));
}

async function refuses(candidate: Candidate, deps: ReleaseDeps): Promise<boolean> {
  const { version, purpose } = candidate;
  try {
    const answer = await deps.deployments.invoke(version, eventFor(candidate, deps));
    if (isRefusal[purpose](answer)) return true;
    deps.log.error('a version gave a wrong answer', {
      version,
      status: Number(at(answer, 'statusCode')),
    });
  } catch (error) {
    deps.log.error('a version can not be called', { version }, error);
  }
  return false;
}

const isRefusal: Readonly<Record<Candidate['purpose'], (answer: unknown) => boolean>> = {
  // The authorizer accepts everyone and returns a usage plan; the function behind it refuses.
  authorizer: (answer) => typeof at(answer, 'usageIdentifierKey') === 'string',
  token: (answer) => at(answer, 'statusCode') === 401 && errorOf(answer) === 'invalid_client',
  key: (answer) => at(answer, 'statusCode') === 401 && errorOf(answer) === 'Invalid API key',
};

/** The event that API Gateway would send. */
function eventFor({ purpose, path }: Candidate, { random, newId }: ReleaseDeps): unknown {
  const bearer = `Bearer ${composeKey('sk-', random(32))}`;
  if (purpose === 'authorizer') {
    return { type: 'REQUEST', methodArn: 'trial', headers: { Authorization: bearer } };
  }
  const isForm = purpose === 'token';
  const headers = isForm
    ? { 'content-type': 'application/x-www-form-urlencoded' }
    : { 'content-type': 'application/json', authorization: bearer };
  const names = Array.from(path.matchAll(/\{(\w+)\}/g), ([, name = '']) => name);
  const pathParameters = Object.fromEntries(names.map((name) => [name, newId()]));
  return {
    httpMethod: 'POST',
    resource: path,
    path: path.replaceAll(/\{(\w+)\}/g, (_, name: string) => pathParameters[name] ?? ''),
    pathParameters,
    headers,
    multiValueHeaders: Object.fromEntries(
      Object.entries(headers).map(([name, value]) => [name, [value]]),
    ),
    queryStringParameters: null,
    multiValueQueryStringParameters: null,
    body: isForm
      ? `grant_type=refresh_token&refresh_token=none&client_id=${newId()}&client_secret=none`
      : '{}',
    isBase64Encoded: false,
    // A documentation address (RFC 5737), which no client has.
    requestContext: { requestId: newId(), identity: { sourceIp: '192.0.2.1' } },
  };
}

function errorOf(answer: unknown): unknown {
  try {
    return at(JSON.parse(String(at(answer, 'body'))), 'error');
  } catch {
    return undefined;
  }
}

function at(value: unknown, name: string): unknown {
  return Reflect.get(Object(value), name);
}

/** A well-formed permit number that no one has. */
const rpn = '99999999999999';

/** How long an integrator waits, in milliseconds. */
const patience = 5_000;

/**
 * Calls verify_rpn at its public address, through the whole path of a request. With a valid key it must answer whether
 * the number exists, and an unknown key must be refused (spec 4.13).
 *
 * Throws on any other answer, and if there is none within five seconds.
 */
export async function probeVerification({
  publicUrl,
  key,
  random,
  send,
  log,
}: ProbeDeps): Promise<void> {
  const bearer = key === null ? composeKey('sk-', random(32)) : await key();
  const signals = [deadlineSignal(), AbortSignal.timeout(patience)];
  const started = performance.now();
  const { status, answer } = await ask(() =>
    send(`${publicUrl}/api/v1/verify_rpn`, {
      method: 'POST',
      redirect: 'manual',
      signal: AbortSignal.any(signals.filter((signal) => signal !== undefined)),
      headers: { authorization: `Bearer ${bearer}`, 'content-type': 'application/json' },
      body: JSON.stringify({ rpn }),
    }),
  );
  const durationMs = Math.round(performance.now() - started);
  const requestId = text(answer, 'requestId');
  const isRight =
    key === null
      ? status === 401 && text(answer, 'error') === 'Invalid API key' && requestId !== undefined
      : status === 200 && /^(not_)?found/.test(text(answer, 'result') ?? '');
  log.info('probe of verify_rpn', {
    status,
    durationMs,
    asHolder: key !== null,
    requestId,
    isRight,
  });
  if (!isRight) throw new Error(`verify_rpn is answered ${status}`);
}

/** The full response. Its body may not be JSON if it does not come from the service. */
async function ask(call: () => Promise<Response>) {
  try {
    const response = await call();
    const body = await response.text();
    return { status: response.status, answer: json(body) };
  } catch (error) {
    // fetch only reports that it failed. The cause has the code, such as ENOTFOUND.
    const cause = error instanceof Error ? (error.cause ?? error) : error;
    const why = cause instanceof Error ? (Reflect.get(cause, 'code') ?? cause.name) : String(cause);
    throw new Error(`verify_rpn does not answer: ${why}`);
  }
}

function json(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}

function text(answer: unknown, name: string): string | undefined {
  const value: unknown = Reflect.get(Object(answer), name);
  return typeof value === 'string' ? value : undefined;
}
