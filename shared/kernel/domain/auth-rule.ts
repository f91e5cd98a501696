import type { AgentScope, OAuthScope, PartnerScope } from './scopes.ts';

/**
 * Who can call a route.
 *
 * `key`: Standard Keys, and Agent Keys with `agentScope` (`any`: every Agent Key; `none`: Agent
 * Keys get a 403; `unavailable`: Agent Keys get the operation's own 503). `any-key`: keys of all
 * three kinds, with the scope for their kind. `partner`: Partner Keys with the scope. `oauth`:
 * access tokens with the scope and, if there is an `agentScope`, Agent Keys with it. `any`:
 * Standard Keys, and all other credentials with their scope. `operator`: IAM.
 */
export type AuthRule =
  | { readonly scheme: 'none' }
  | { readonly scheme: 'key'; readonly agentScope: AgentScope | 'any' | 'none' | 'unavailable' }
  | AnyKeyRule
  | { readonly scheme: 'partner'; readonly scope: PartnerScope }
  | OAuthRule
  | AnyRule
  | { readonly scheme: 'operator' };

interface AnyKeyRule {
  readonly scheme: 'any-key';
  /** Also access tokens for this resource, with which an application acts as an Agent Key. */
  readonly connected?: true;
  readonly agentScope?: AgentScope;
  readonly partnerScope?: PartnerScope;
}

export interface AnyRule {
  readonly scheme: 'any';
  readonly agentScope: AgentScope;
  readonly partnerScope: PartnerScope;
  readonly oauthScope: OAuthScope;
}

export interface OAuthRule {
  readonly scheme: 'oauth';
  readonly scope: OAuthScope;
  readonly agentScope?: AgentScope;
}
