import type { AgentScope, OAuthScope, PartnerScope } from '../../kernel/domain/scopes.ts';
import type { SubjectKind } from './event-type.ts';

/** The scope with which a credential reads things of a kind; null: it never does, `any`: with every one. */
interface Scopes {
  readonly agent: AgentScope | null;
  readonly partner: PartnerScope | 'any' | null;
  readonly oauth: OAuthScope | null;
}

/** Exhaustive on purpose: a new kind does not compile until somebody says who is told of it. Standard Keys read all. */
export const scopesOfKind: Readonly<Record<SubjectKind, Scopes>> = {
  legal_entity_application: {
    agent: 'agent:entity.application.read',
    partner: null,
    oauth: null,
  },
  amendment: { agent: 'agent:entity.filing.read', partner: null, oauth: null },
  certificate_request: { agent: 'agent:entity.filing.read', partner: null, oauth: null },
  residency_application: { agent: null, partner: 'partner:person.application.read', oauth: null },
  legal_entity: { agent: 'agent:entity.read', partner: null, oauth: 'service:entity.read' },
  legal_entity_document: {
    agent: 'agent:entity.documents.read',
    partner: null,
    oauth: 'service:entity.documents.read',
  },
  person_document: {
    agent: 'agent:person.documents.read',
    partner: null,
    oauth: 'service:person.documents.read',
  },
  residency: {
    agent: 'agent:person.residency.read',
    partner: null,
    oauth: 'service:person.residency.read',
  },
  person: {
    agent: 'agent:person.details.read',
    partner: null,
    oauth: 'service:person.details.read',
  },
  id_verification: {
    agent: 'agent:person.id_verification.read',
    partner: null,
    oauth: 'service:person.id_verification.read',
  },
  consent: { agent: null, partner: null, oauth: null },
  // Of the integration's own keys, as a person is told of theirs.
  key: { agent: null, partner: 'any', oauth: null },
};
