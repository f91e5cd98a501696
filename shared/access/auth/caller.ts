import type { AuthRule, OAuthRule } from '../../kernel/domain/auth-rule.ts';
import type { RateLimits } from '../../kernel/domain/rate-window.ts';
import type { AgentScope } from '../../kernel/domain/scopes.ts';
import type { StoredPerson } from '../../people/db/people.ts';
import { type Actor, system } from '../../platform/domain/audit-entry.ts';
import type { KeyBounds } from '../domain/key-bounds.ts';

interface Key {
  readonly keyId: string;
  readonly label: string | null;
  readonly scopes: readonly string[];
  /** The key's own limits, if an operator set them; null: the contract's. */
  readonly limits: RateLimits | null;
  readonly createdAt: string;
  readonly lastFour: string;
  readonly expiresAt?: string | undefined;
  /**
   * The id under which its calls are counted: its own, or that of the first key in its chain of
   * rotations.
   */
  readonly counterId?: string | undefined;
  readonly holder?: string | undefined;
  /** The limits set by its owner; absent if there are none. */
  readonly bounds?: KeyBounds | undefined;
}

/** The holder of a personal key. A Standard Key has all of its owner's rights. */
export interface PersonalKeyCaller extends Key {
  readonly kind: 'standard' | 'agent';
  readonly personId: string;
}

/** Someone signed in to the portal, with the rights of their Standard Key. */
export interface PersonCaller {
  readonly kind: 'person';
  readonly bounds?: undefined;
  readonly personId: string;
}

/** A caller that acts as a person: with a key, or signed in to the portal. */
export type PersonalCaller = PersonalKeyCaller | PersonCaller;

export interface PartnerKeyCaller extends Key {
  readonly kind: 'partner';
  readonly integrationId: string;
}

/** A client that acts with an access token for a person who gave consent. */
export interface OAuthCaller {
  readonly kind: 'oauth';
  readonly personId: string;
  readonly clientId: string;
  readonly grantId: string;
  /** The effective scopes: granted, and still allowed by the person and for the client. */
  readonly scopes: readonly string[];
  /** The legal entities that the person shares with the client. Does not check representation. */
  readonly legalEntityIds: readonly string[];
  /** The person as currently stored; active. */
  readonly person: StoredPerson;
}

export interface OperatorCaller {
  readonly kind: 'operator';
  /** The ARN of the IAM principal; for staff in the console, the id of their person. */
  readonly principal: string;
}

interface AnonymousCaller {
  readonly kind: 'anonymous';
}

export type KeyCaller = PersonalKeyCaller | PartnerKeyCaller;

export type Caller = KeyCaller | OAuthCaller | OperatorCaller | AnonymousCaller;

/** The callers that each scheme allows. */
interface CallersByScheme {
  readonly none: AnonymousCaller;
  readonly key: PersonalKeyCaller;
  readonly 'any-key': KeyCaller;
  readonly partner: PartnerKeyCaller;
  readonly oauth: OAuthCaller;
  readonly any: KeyCaller | OAuthCaller;
  readonly operator: OperatorCaller;
}

/** A rule for access tokens that Agent Keys also satisfy. */
type OAuthOrAgentRule = OAuthRule & { readonly agentScope: AgentScope };

export type CallerFor<Rule extends AuthRule> = Rule extends OAuthOrAgentRule
  ? OAuthCaller | PersonalKeyCaller
  : CallersByScheme[Rule['scheme']];

/** The caller as an actor in the audit trail. */
export function actorOf(caller: Caller | PersonCaller): Actor {
  switch (caller.kind) {
    case 'operator':
      return {
        kind: 'operator',
        id: caller.principal,
        personId: caller.principal.startsWith('arn:') ? null : caller.principal,
      };
    case 'person':
      return { kind: 'person', id: caller.personId, personId: caller.personId };
    case 'standard':
      return { kind: 'standard_key', id: caller.keyId, personId: caller.personId };
    case 'agent':
      return { kind: 'agent_key', id: caller.keyId, personId: caller.personId };
    case 'partner':
      return { kind: 'partner_key', id: caller.keyId, personId: null };
    case 'oauth':
      return { kind: 'oauth_client', id: caller.clientId, personId: caller.personId };
    case 'anonymous':
      return system;
  }
}
