import { hash } from 'node:crypto';
import { countAttempt } from '../../kernel/db/attempt-counters.ts';
import type { CoreDeps } from '../../kernel/deps/core.ts';
import { clientNetwork } from '../../kernel/domain/client-network.ts';
import { refuseWhenFull } from '../../kernel/usecases/refuse-when-full.ts';
import type { PublicKeys } from '../../oauth/auth/issued-tokens.ts';
import { holderKeyOf, isSignedWith, readJws } from '../auth/read-jws.ts';
import { credentialChecks } from '../contracts/verify-credential.ts';
import { isRevokedPlace } from '../db/credentials.ts';
import { type Disclosure, disclosedClaims } from '../domain/claims.ts';
import { statusListAt } from '../domain/status-list.ts';

/** Longer texts are rejected, in characters: ours have about 3,000. */
const longestPresentation = 20_000;
/** Texts with more disclosures are rejected. */
const mostDisclosures = 100;

export interface CheckingDeps extends CoreDeps {
  readonly baseUrl: string;
  readonly publicKeys: PublicKeys;
}

/** The result of the holder's key binding. */
type KeyBinding =
  /** No key binding: anyone with a copy can show it. */
  | { readonly kind: 'none' }
  /**
   * There is a key binding, but it is not by the credential's holder or not for these disclosures.
   */
  | { readonly kind: 'broken' }
  /** Who signed it for whom, and when; null if unknown. */
  | { readonly kind: 'holds'; readonly audience: string | null; readonly at: string | null };

/** The result for a text that someone presented. */
export type Presentation =
  /**
   * `unreadable`: not an SD-JWT. `altered`: it names us as issuer, but we did not sign it like
   * this.
   */
  | { readonly kind: 'unreadable' | 'altered' }
  /** From another issuer, whose credentials can't be checked here; null if it names none. */
  | { readonly kind: 'foreign'; readonly issuer: string | null }
  | {
      readonly kind: 'ours';
      readonly status: 'valid' | 'revoked' | 'expired' | 'not_yet_valid';
      readonly issuer: string;
      readonly type: string;
      readonly issuedAt: string | null;
      readonly expiresAt: string | null;
      readonly binding: KeyBinding;
      /** The disclosed claims. */
      readonly claims: readonly (readonly [name: string, value: unknown])[];
    };

/** Claims about the credential itself, not about its subject. */
const technical: ReadonlySet<string> = new Set([
  'cnf',
  'exp',
  'iat',
  'iss',
  'jti',
  'nbf',
  'status',
  'vct',
  'vct#integrity',
]);

/**
 * Verifies a presented SD-JWT: whether it is ours, what it discloses, and its current status. Only
 * the verification is counted; nothing is fetched, whatever URLs it contains, and the cost grows
 * only with its length.
 *
 * Error: 429 beyond `credentialChecks`.
 */
export async function checkPresentation(
  { text: pasted, clientAddress }: { readonly text: string; readonly clientAddress: string },
  deps: CheckingDeps,
): Promise<Presentation> {
  const now = deps.now();
  const network = clientNetwork(clientAddress);
  refuseWhenFull(await countAttempt(deps.table, credentialChecks, network, now.getTime()), now);
  // Emails and windows break lines.
  const text = pasted.replaceAll(/\s+/g, '');
  const [credential = '', ...others] = text.split('~');
  const binding = others.at(-1) ?? '';
  const disclosed = others.slice(0, -1);
  const read = text.length > longestPresentation ? null : readJws(credential);
  if (read === null || others.length === 0 || disclosed.length > mostDisclosures) {
    return { kind: 'unreadable' };
  }
  const { header, payload } = read;
  const { iss } = payload;
  if (iss !== deps.baseUrl) {
    return { kind: 'foreign', issuer: typeof iss === 'string' ? iss : null };
  }
  const key = await deps.publicKeys.find(String(header['kid']), 'ES256');
  const isOurs = key !== null && (await isSignedWith(key, credential, 'dc+sd-jwt'));
  const claims = isOurs ? disclosedClaims(payload, disclosed.map(disclosureOf)) : null;
  const place = placeOf(claims, deps.baseUrl);
  if (claims === null || place === null) return { kind: 'altered' };
  const [isRevoked, held] = await Promise.all([
    isRevokedPlace(deps.table, place),
    bindingOf(binding, text, claims),
  ]);
  return {
    kind: 'ours',
    status: isRevoked ? 'revoked' : statusAt(claims, now),
    issuer: deps.baseUrl,
    type: String(claims['vct']),
    issuedAt: instantOf(claims['iat']),
    expiresAt: instantOf(claims['exp']),
    binding: held,
    claims: Object.entries(claims).filter(([name]) => !technical.has(name)),
  };
}

type Claims = Readonly<Record<string, unknown>>;

function disclosureOf(text: string): Disclosure {
  return {
    digest: digestOf(text),
    content() {
      try {
        const content: unknown = JSON.parse(Buffer.from(text, 'base64url').toString('utf8'));
        return Array.isArray(content) ? content : null;
      } catch {
        return null;
      }
    },
  };
}

function digestOf(text: string): string {
  return hash('sha256', text, 'base64url');
}

function placeOf(claims: Claims | null, baseUrl: string) {
  const { idx: index, uri } = Object(Object(claims?.['status'])['status_list']);
  const list = typeof uri === 'string' ? statusListAt(baseUrl, uri) : null;
  return list === null || typeof index !== 'number' ? null : { list, index };
}

function statusAt({ exp, nbf }: Claims, now: Date): 'valid' | 'expired' | 'not_yet_valid' {
  const at = now.getTime() / 1000;
  if (typeof exp === 'number' && exp <= at) return 'expired';
  return typeof nbf === 'number' && nbf > at ? 'not_yet_valid' : 'valid';
}

/**
 * Whether the credential's holder signed this presentation (RFC 9901, section 7.3). The verifier's
 * request is not known here.
 */
async function bindingOf(binding: string, text: string, { cnf }: Claims): Promise<KeyBinding> {
  if (binding === '') return { kind: 'none' };
  const shown = text.slice(0, text.lastIndexOf('~') + 1);
  const key = await holderKeyOf(Object(cnf)['jwk']);
  const payload = readJws(binding)?.payload;
  if (key === null || payload === undefined || payload['sd_hash'] !== digestOf(shown)) {
    return { kind: 'broken' };
  }
  if (!(await isSignedWith(key, binding, 'kb+jwt'))) return { kind: 'broken' };
  const { aud, iat } = payload;
  return {
    kind: 'holds',
    audience: typeof aud === 'string' ? aud : null,
    at: instantOf(iat),
  };
}

function instantOf(seconds: unknown): string | null {
  if (typeof seconds !== 'number') return null;
  const instant = new Date(seconds * 1000);
  return Number.isNaN(instant.getTime()) ? null : instant.toISOString();
}
