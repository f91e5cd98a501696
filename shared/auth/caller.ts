import type { RateLimits } from '../domain/rate-window.ts';
import type { AgentScope, PartnerScope } from '../domain/scopes.ts';

/**
 * Who may call a route.
 *
 * `key`: Standard Keys, and Agent Keys that hold `agentScope` (`any`: every Agent Key; `none`: no Agent
 * Key, 403; `unavailable`: no Agent Key, and the operation itself says so with a 503). `any-key`: keys of all three kinds. `partner`: Partner Keys with the scope. `operator`: IAM.
 */
export type AuthRule =
  | { readonly scheme: 'none' }
  | { readonly scheme: 'key'; readonly agentScope: AgentScope | 'any' | 'none' | 'unavailable' }
  | { readonly scheme: 'any-key' }
  | { readonly scheme: 'partner'; readonly scope: PartnerScope }
  | { readonly scheme: 'operator' };

interface Key {
  readonly keyId: string;
  readonly label: string | null;
  readonly scopes: readonly string[];
  /** Limits of this key where an operator gave it others than the contract's. */
  readonly limits: RateLimits | null;
  readonly createdAt: string;
  readonly lastFour: string;
}

/** The holder of a personal key. A Standard Key may do all that its owner may. */
export interface PersonalKeyCaller extends Key {
  readonly kind: 'standard' | 'agent';
  readonly personId: string;
}

export interface PartnerKeyCaller extends Key {
  readonly kind: 'partner';
  readonly integrationId: string;
}

export interface OperatorCaller {
  readonly kind: 'operator';
  /** The IAM principal's ARN. */
  readonly principal: string;
}

export interface AnonymousCaller {
  readonly kind: 'anonymous';
}

export type KeyCaller = PersonalKeyCaller | PartnerKeyCaller;
export type Caller = KeyCaller | OperatorCaller | AnonymousCaller;

/** The callers that pass a rule. */
export type CallerFor<Rule extends AuthRule> = Rule extends { readonly scheme: 'key' }
  ? PersonalKeyCaller
  : Rule extends { readonly scheme: 'any-key' }
    ? KeyCaller
    : Rule extends { readonly scheme: 'partner' }
      ? PartnerKeyCaller
      : Rule extends { readonly scheme: 'operator' }
        ? OperatorCaller
        : AnonymousCaller;
