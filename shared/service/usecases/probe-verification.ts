import { composeKey } from '../../access/auth/api-key.ts';
import { deadlineSignal } from '../../kernel/runtime/deadline.ts';
import type { ProbeDeps } from '../deps/probe.ts';

/** A permit number of the right form that nobody has. */
const rpn = '99999999999999';

/** How long an integrator waits, in milliseconds. */
const patience = 5_000;

/**
 * Asks verify_rpn at its public address, through everything that stands in front of it: as the holder of a key, who is
 * told whether there is such a number, or as somebody with a key that nobody has, who is told so (spec 4.13).
 *
 * Throws when the answer is another one, and when there is none within five seconds.
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

/** An answer read to its end, which is no JSON where it does not come from us. */
async function ask(call: () => Promise<Response>) {
  try {
    const response = await call();
    const body = await response.text();
    return { status: response.status, answer: json(body) };
  } catch (error) {
    // fetch says no more than that it failed; the cause has the code, such as ENOTFOUND.
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
