import type { Caller } from '../../access/auth/caller.ts';
import { digestOf, type Effect } from '../../kernel/db/effects.ts';
import type { ServiceDeps } from '../../kernel/deps/service.ts';
import { clientNetwork } from '../../kernel/domain/client-network.ts';
import * as apiErrors from '../../kernel/errors/errors.ts';
import type { Route } from '../../kernel/http/route.ts';
import type { ApiRequest } from './request.ts';

/**
 * The request for `onceEffect`; null for a row that records no effects, and without an
 * `Idempotency-Key`. Its content is the parsed body.
 *
 * Error: 400 for an empty key, or one of more than 255 characters.
 */
export function effectOf(
  { method, idempotent }: Route,
  request: Omit<ApiRequest<Route>, 'effect'>,
): Effect | null {
  const { caller, clientAddress, target, body: content } = request;
  const key = request.header('idempotency-key');
  if (key === undefined || idempotent === undefined || idempotent === 'answer') return null;
  checkKey(key);
  return {
    scope: digestOf([ownerOf(caller, clientAddress), method, target, key]),
    content,
    repeated: () => request.answerHeader('idempotency-replayed', 'true'),
  };
}

/** Error: 400 for an empty `Idempotency-Key`, or one of more than 255 characters. */
export function checkKey(key: string): void {
  if (key === '' || key.length > apiErrors.maxIdempotencyKeyLength)
    throw apiErrors.invalidIdempotencyKey();
}

/** The owner of an `Idempotency-Key`. */
export function ownerOf(caller: Caller, clientAddress: string): string {
  switch (caller.kind) {
    case 'partner':
      return caller.integrationId;
    case 'operator':
      return caller.principal;
    // Callers who choose the same key don't conflict.
    case 'anonymous':
      return `anonymous ${clientNetwork(clientAddress)}`;
    default:
      return caller.personId;
  }
}

/** A random form id; its schema is `FormId` in kernel/contracts/form-fields.ts. */
export function newFormId({ random }: Pick<ServiceDeps, 'random'>): string {
  return Buffer.from(random(16)).toString('base64url');
}

/**
 * The effect of a form with this content. Submitting the same again has no effect and gets the
 * first response. Corrected content from the same page is another form.
 */
export function formEffect(personId: string, formId: string, content: unknown): Effect {
  return { scope: digestOf(['portal form', personId, formId, content]), content };
}
