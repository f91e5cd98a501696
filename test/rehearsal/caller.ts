import { randomUUID } from 'node:crypto';
import { objectOf } from '../../bin/description/json.ts';

/** The value at a path such as `data.nextSteps.signature` of a JSON answer. */
export function field(answer: unknown, path: string): unknown {
  return path.split('.').reduce<unknown>((value, name) => objectOf(value)[name], answer);
}

/** The same, but the value must be a string. */
export function text(answer: unknown, path: string): string {
  const value = field(answer, path);
  if (typeof value !== 'string') throw new Error(`${path} is missing in ${JSON.stringify(answer)}`);
  return value;
}

/**
 * Calls the public API with a key. Any other status than the expected one rejects with the answer.
 */
export function callerOf(url: string, key?: string) {
  return async (method: 'GET' | 'POST', path: string, body?: object, status = 200) => {
    const answer = await fetch(url + path, {
      method,
      headers: {
        ...(key !== undefined && { authorization: `Bearer ${key}` }),
        ...(body && { 'content-type': 'application/json', 'idempotency-key': randomUUID() }),
      },
      ...(body && { body: JSON.stringify(body) }),
    });
    const output = await answer.text();
    if (answer.status !== status) {
      throw new Error(`${method} ${path}: ${answer.status} in place of ${status}: ${output}`);
    }
    return objectOf(JSON.parse(output));
  };
}
