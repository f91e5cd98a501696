import { getItems } from '../../kernel/db/table.ts';
import type { ServiceDeps } from '../../kernel/deps/service.ts';
import type { CredentialScope } from '../../kernel/domain/scopes.ts';
import {
  type AnsweredAuthorization,
  type AnswerOutcome,
  allowCredential,
} from '../../oauth/usecases/answer-authorization.ts';
import type { StoredPerson } from '../../people/db/people.ts';
import type { StoredEntity } from '../../registry/db/entities.ts';
import { kindOfScope } from '../domain/configurations.ts';
import { readOfferChoices } from './make-offer.ts';
import { keysOfTopic, saidOf, type Topic } from './said-of.ts';

type ReadDeps = Pick<ServiceDeps, 'table' | 'now' | 'jurisdiction'>;

/** What of a wallet's wish the person can allow. */
export interface WalletChoice {
  readonly possible: boolean;
  /** Those among which they choose; none for a residency. */
  readonly entities: readonly StoredEntity[];
}

/** What the person can let a wallet fetch: their residency, or the good standing of an entity, where it is so now. */
export async function readWalletChoice(
  scope: CredentialScope,
  person: StoredPerson,
  deps: ReadDeps,
): Promise<WalletChoice> {
  if (kindOfScope(scope) === 'residency') {
    const topic = { kind: 'residency', legalEntityId: null } as const;
    return { possible: await canBeSaid(topic, person, deps), entities: [] };
  }
  const { standing } = await readOfferChoices(person, deps);
  return { possible: standing.length > 0, entities: standing };
}

/**
 * The person lets a wallet fetch a credential: of their residency, or of the one entity that they chose. What it says is decided when
 * it is issued. `not_possible`: it can't be said now, or not exactly one entity was chosen; nothing was written.
 */
export async function allowWallet(
  approval: AnsweredAuthorization,
  scope: CredentialScope,
  deps: ServiceDeps,
): Promise<AnswerOutcome | { readonly kind: 'not_possible' }> {
  const topic = topicOf(scope, approval.legalEntityIds);
  const { person } = approval.signedIn;
  if (topic === null || !(await canBeSaid(topic, person, deps))) return { kind: 'not_possible' };
  const legalEntityIds = topic.legalEntityId === null ? [] : [topic.legalEntityId];
  return allowCredential({ ...approval, legalEntityIds }, deps);
}

function topicOf(scope: CredentialScope, chosen: readonly string[]): Topic | null {
  const kind = kindOfScope(scope);
  if (kind === 'residency') return { kind, legalEntityId: null };
  const [legalEntityId, ...others] = new Set(chosen);
  return legalEntityId === undefined || others.length > 0 ? null : { kind, legalEntityId };
}

async function canBeSaid(
  topic: Topic,
  person: StoredPerson,
  { table, now, jurisdiction }: ReadDeps,
): Promise<boolean> {
  const wanted = keysOfTopic(topic, person.id);
  const items = wanted.length === 0 ? [] : await getItems(table, wanted);
  return saidOf(topic, person, items, { jurisdiction, now: now().toISOString() }) !== null;
}
