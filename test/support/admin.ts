import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import { created } from './registry.ts';
import type { World } from './world.ts';

/** An id that does not exist. */
export const unknownId = '00000000-0000-4000-8000-000000000000';

export const notFound = { status: 404, error: 'Not found', code: 'resource.not_found' };
export const invalidBody = {
  status: 400,
  error: 'Invalid request body',
  code: 'request.invalid_body',
};

let people = 0;

/** Calls of an operator, and the parts of their answers that tests examine. */
export function operatorOf(world: World) {
  /** The answer without its request id. */
  async function answer(method: string, path: string, body?: unknown) {
    const { status, body: got } = await world.admin(method, path, body);
    // Every answer of these routes is a JSON object.
    const { requestId: _, ...rest } = got as Record<string, unknown>;
    return { status, body: rest };
  }
  return {
    answer,
    async refused(method: string, path: string, body?: unknown) {
      const { status, body: got } = await answer(method, path, body);
      return { status, error: got['error'], code: got['code'] };
    },
    async data(method: string, path: string, body?: unknown) {
      const { status, body: got } = await answer(method, path, body);
      expect(status).toBe(200);
      return got['data'];
    },
    /** A new person, as in the answer. */
    async aPerson(fields: object = {}) {
      people += 1;
      // Random, because the golden items also contain people of this helper.
      const email = `person-${people}-${randomUUID()}@admin.example`;
      return { email, ...(await created(world, '/persons', { email, ...fields })) };
    },
  };
}
