import type { AuthRule } from '../../kernel/auth-rule.ts';
import { keyKind } from './api-key.ts';

/**
 * Why a credential can't be one for paths with this rule, by its form alone, in a sentence that repeats nothing of it; null
 * where its form is right, so that it is unknown, revoked or expired.
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
    default:
      return isToken(credential)
        ? 'This is an access token, and the path takes keys. What a token opens is under `/api/v1/me`.'
        : (noKey(credential) ?? otherKind(rule.scheme, credential));
  }
}

function isToken(credential: string): boolean {
  return credential.split('.').length === 3;
}

function noKey(credential: string): string | null {
  if (keyKind(credential) !== null) return null;
  return /^(sk|ak|pk)-/.test(credential)
    ? 'The key is mistyped, or not all of it.'
    : 'This is no key: keys begin with `sk-`, `ak-` or `pk-`.';
}

function otherKind(scheme: 'key' | 'any-key' | 'partner', credential: string): string | null {
  const isPartner = keyKind(credential) === 'partner';
  if (scheme === 'partner' && !isPartner) return 'The path takes Partner Keys, and no other keys.';
  return scheme === 'key' && isPartner ? 'The path takes no Partner Keys.' : null;
}

function keyForTokens(agents: boolean, credential: string): string | null {
  const kind = keyKind(credential);
  if (kind === null || (agents && kind === 'agent')) return null;
  return agents
    ? 'The path takes access tokens and Agent Keys, and no other keys.'
    : 'The path takes access tokens, and no keys.';
}
