import type { Table } from '../../kernel/db/table.ts';
import type { AuthRule } from '../../kernel/domain/auth-rule.ts';
import * as apiErrors from '../../kernel/errors/errors.ts';
import { eventWrite } from '../../platform/db/outbox.ts';
import { findKey, recordMeteredUse, recordUse, type StoredKey } from '../db/api-keys.ts';
import { keyState } from '../domain/key-bounds.ts';
import { hashKey, keyKind } from './api-key.ts';
import type { KeyCaller } from './caller.ts';

/** The rules that API keys can satisfy. */
export type KeyRule = Exclude<
  AuthRule,
  { scheme: 'none' } | { scheme: 'operator' } | { scheme: 'oauth' }
>;

/**
 * The credential in an `Authorization` header, after `Bearer`.
 *
 * Null if there is none. The scheme's name is case-insensitive (RFC 9110, section 11.1).
 */
export function bearerCredential(authorization: string | undefined): string | null {
  if (authorization === undefined || !/^bearer /i.test(authorization)) return null;
  return authorization.slice('bearer '.length).trim() || null;
}

const rightWay = 'Send `Authorization: Bearer <credential>`.';

/**
 * Why an `Authorization` header contains no credential, without repeating it; null if there is no header or it is a
 * bearer token.
 */
export function whyUnread(authorization: string | undefined): string | null {
  const sent = authorization?.trim() ?? '';
  const [scheme = '', ...rest] = sent.split(/ +/);
  if (sent === '' || (/^bearer$/i.test(scheme) && rest.length > 0)) return null;
  if (/^bearer$/i.test(scheme)) {
    return `Nothing follows \`Bearer\` in the Authorization header: is a variable empty? ${rightWay}`;
  }
  return rest.length === 0 || keyKind(scheme) !== null
    ? `The Authorization header does not begin with \`Bearer\` and a space. ${rightWay}`
    : `The scheme of the Authorization header is not \`Bearer\`. ${rightWay}`;
}

/**
 * Why a credential's form is wrong for paths with this rule, in a sentence that does not repeat it;
 * null if the form is right, so the key must be unknown, revoked or expired.
 */
export function whyWrong(rule: AuthRule, credential: string): string | null {
  switch (rule.scheme) {
    case 'none':
    case 'operator':
      return null;
    case 'oauth':
      return keyForTokens(rule.agentScope !== undefined, credential);
    case 'any':
      return isToken(credential) ? null : noKey(credential);
    case 'any-key':
      if (rule.connected && isToken(credential)) {
        return 'The access token has expired or was revoked, or it is for another resource.';
      }
      return otherThanKey(rule.scheme, credential);
    default:
      return otherThanKey(rule.scheme, credential);
  }
}

function otherThanKey(scheme: 'key' | 'any-key' | 'partner', credential: string): string | null {
  return isToken(credential)
    ? 'This is an access token, but this path accepts only keys. Tokens give access to `/api/v1/me`.'
    : (noKey(credential) ?? otherKind(scheme, credential));
}

function isToken(credential: string): boolean {
  return credential.split('.').length === 3;
}

function noKey(credential: string): string | null {
  if (keyKind(credential) !== null) return null;
  return /^(sk|ak|pk)-/.test(credential)
    ? 'The key is mistyped or incomplete.'
    : 'This is not an API key. API keys start with `sk-`, `ak-` or `pk-`.';
}

function otherKind(scheme: 'key' | 'any-key' | 'partner', credential: string): string | null {
  const isPartner = keyKind(credential) === 'partner';
  if (scheme === 'partner' && !isPartner) return 'This path accepts only Partner Keys.';
  return scheme === 'key' && isPartner ? 'This path does not accept Partner Keys.' : null;
}

function keyForTokens(agents: boolean, credential: string): string | null {
  const kind = keyKind(credential);
  if (kind === null || (agents && kind === 'agent')) return null;
  return agents
    ? 'This path accepts only access tokens and Agent Keys.'
    : 'This path accepts only access tokens.';
}

/**
 * Looks up a credential: one strongly consistent read, none for a malformed key. A Partner Key's
 * item includes whether its integration is active; otherwise the key is refused.
 *
 * Errors: 401 `Missing API key`; 401 `Invalid API key` for an unknown, mistyped, revoked or expired
 * one; 403 `Partner integration is not active.`; 403 `account.suspended`
 */
export async function resolveKey(deps: KeyDeps, credential: string | null): Promise<KeyCaller> {
  if (credential === null) throw apiErrors.missingApiKey();
  const key = await findValidKey(deps, credential);
  if (key === null) throw apiErrors.invalidApiKey();
  if (key.kind === 'partner' && key.integrationActive !== true) {
    throw apiErrors.integrationNotActive();
  }
  if (key.suspendedBy !== undefined) throw apiErrors.accountSuspended();
  return callerOf(key);
}

/** The table with the keys, and the clock. */
export interface KeyDeps {
  readonly table: Table;
  now(): Date;
}

/** A key that is neither revoked nor expired. */
export type ValidKey = StoredKey;

/**
 * The valid key for a credential: one strongly consistent read, none for a malformed key. Null if
 * it is unknown, mistyped, revoked or expired.
 */
export async function findValidKey(
  { table, now }: KeyDeps,
  credential: string,
): Promise<ValidKey | null> {
  if (keyKind(credential) === null) return null;
  const key = await findKey(table, hashKey(credential));
  return key !== null && keyState(key, now()) === 'good' ? key : null;
}

export function callerOf(key: StoredKey): KeyCaller {
  const { id, label, scopes, limits, createdAt, lastFour, counterId, expiresAt } = key;
  const { holder, bounds } = key;
  const shared = {
    ...{ keyId: id, label, scopes, limits, createdAt, lastFour, counterId, expiresAt },
    ...{ holder, bounds },
  };
  return key.kind === 'partner'
    ? { ...shared, kind: 'partner', integrationId: key.ownerId }
    : { ...shared, kind: key.kind, personId: key.ownerId };
}

/**
 * Checks that the rule allows the caller.
 *
 * Errors: 401 `Invalid API key` for a kind of key that the route does not accept; 403 `Insufficient
 * permissions` for an accepted kind without the scope (spec 5, rules 1 and 2).
 */
export function admit(rule: KeyRule, caller: KeyCaller): void {
  if (rule.scheme === 'any-key' || rule.scheme === 'any') {
    const { agentScope: agent, partnerScope: partner } = rule;
    const scope = { standard: undefined, agent, partner }[caller.kind];
    if (scope !== undefined && !caller.scopes.includes(scope)) {
      throw apiErrors.insufficientPermissions(scope);
    }
    return;
  }
  if (rule.scheme === 'partner') {
    if (caller.kind !== 'partner') throw apiErrors.invalidApiKey();
    if (!caller.scopes.includes(rule.scope)) throw apiErrors.insufficientPermissions(rule.scope);
    return;
  }
  if (caller.kind === 'partner') throw apiErrors.invalidApiKey();
  if (caller.kind === 'standard' || rule.agentScope === 'any') return;
  // The operation's `screen` refuses it, so the refusal can be recorded.
  if (rule.agentScope === 'unavailable') return;
  const { agentScope } = rule;
  if (agentScope === 'none') throw apiErrors.insufficientPermissions();
  if (!caller.scopes.includes(agentScope)) throw apiErrors.insufficientPermissions(agentScope);
}

/** The day on which a process recorded the use of keys, and what it recorded. */
interface Noted {
  day: string;
  readonly keys: Set<string>;
}

const notedIn = new WeakMap<Table, Noted>();

/** The log fields of a call to a usage-plan route. */
interface Metered {
  /**
   * The hash of a key that API Gateway meters together with others; null if it has its own gateway
   * key.
   */
  readonly withOthers: string | null;
}

/**
 * Records that a key is used today. A process writes once a day for each key, and of all processes
 * one write is accepted. The first metered call of a day also requests a gateway key if there is
 * none.
 *
 * The write runs in parallel to the request, which neither waits for it nor fails with it. A
 * function that has answered may be frozen before the write completes, and then gets the result
 * during its next call. A later call repeats a failed write; a repeated write is refused. The day
 * is only lost if the key's only call of the day was also the last of its process.
 */
export function noteUse(
  caller: KeyCaller,
  metered: Metered | null,
  { table, now, newId }: KeyDeps & { newId(): string },
): void {
  const at = now().toISOString();
  const usedOn = at.slice(0, 10);
  const { keyId } = caller;
  const { keys } = notedOn(usedOn, table);
  const note = metered === null ? keyId : `metered ${keyId}`;
  if (keys.has(note)) return;
  keys.add(note);
  const ownerId = caller.kind === 'partner' ? caller.integrationId : caller.personId;
  const use = { keyId, ownerId, usedOn };
  const keyHash = metered?.withOthers ?? null;
  const event =
    keyHash === null
      ? undefined
      : eventWrite(newId(), at, { type: 'gateway_key.requested', keyHash });
  const noted = metered === null ? recordUse(table, use) : recordMeteredUse(table, use, event);
  noted.catch(() => {
    keys.delete(note);
  });
}

function notedOn(day: string, table: Table): Noted {
  const known = notedIn.get(table);
  if (known?.day === day) return known;
  const noted = { day, keys: new Set<string>() };
  notedIn.set(table, noted);
  return noted;
}
