import type { AgentScope, OAuthScope, PartnerScope } from './scopes.ts';

/**
 * Who may call a route.
 *
 * `key`: Standard Keys, and Agent Keys that hold `agentScope` (`any`: every Agent Key; `none`: no Agent
 * Key, 403; `unavailable`: no Agent Key, and the operation itself says so with a 503). `any-key`: keys of all three kinds, with the scope that there is for theirs. `partner`: Partner Keys with the scope. `oauth`: access
 * tokens with the scope, and where there is an `agentScope` Agent Keys that hold it. `any`: Standard Keys, and what else
 * holds the scope that is for it. `operator`: IAM.
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
