import type { AmendmentStatus } from '../../amendments/domain/amendment.ts';
import type { CertificateStatus } from '../../certificates/domain/certificate.ts';
import type { ApplicationStatus } from '../../incorporation/domain/application.ts';
import { isSameValue } from '../../kernel/domain/same-value.ts';
import type { AgentScope, OAuthScope, PartnerScope } from '../../kernel/domain/scopes.ts';
import type { ResidencyApplicationStatus } from '../../residency/domain/residency-application-state.ts';
import type { ItemImage, TableChange } from './published-changes.ts';

/** The second parts of the event types, by kind of resource. */
const happenings = {
  legal_entity_application: [
    'created',
    'updated',
    'signed',
    'paid',
    'submitted',
    'information_requested',
    'information_answered',
    'approved',
    'rejected',
  ],
  amendment: [
    'created',
    'updated',
    'signed',
    'invoiced',
    'paid',
    'submitted',
    'information_requested',
    'information_answered',
    'approved',
    'rejected',
    'annulled',
  ],
  certificate_request: [
    'created',
    'updated',
    'paid',
    'referred',
    'information_requested',
    'information_answered',
    'approved',
    'issued',
    'rejected',
    'cancelled',
  ],
  residency_application: [
    'created',
    'updated',
    'signed',
    'verified',
    'paid',
    'submitted',
    'information_requested',
    'information_answered',
    'approved',
    'rejected',
  ],
  legal_entity: [
    'registered',
    'changed',
    'dissolved',
    'annulled',
    'representative_added',
    'representative_removed',
  ],
  legal_entity_document: ['issued', 'withdrawn'],
  residency: ['granted', 'renewed', 'changed', 'expiring', 'ended', 'annulled'],
  person_document: ['issued'],
  person: ['changed'],
  id_verification: ['changed'],
  consent: ['given', 'changed', 'ended'],
  key: ['created', 'revoked'],
  approval: ['decided'],
} as const;

/** Kinds of resources that events report. */
export type SubjectKind = keyof typeof happenings;
/** The happenings of a kind of resource. */
export type HappeningTo<Kind extends SubjectKind> = (typeof happenings)[Kind][number];
export type EventType = { [Kind in SubjectKind]: `${Kind}.${HappeningTo<Kind>}` }[SubjectKind];

/** Every type of event. */
export const eventTypes = Object.entries(happenings).flatMap(([kind, each]) =>
  // Object.entries loses the names' type.
  each.map((happening) => `${kind}.${happening}` as EventType),
);

export function kindOfType(type: EventType): SubjectKind {
  // Every type begins with its kind.
  return type.split('.')[0] as SubjectKind;
}

/** Resources with a status of the contract, and the event of entering each status. */
interface Statuses {
  readonly legal_entity_application: ApplicationStatus;
  readonly amendment: AmendmentStatus;
  readonly certificate_request: CertificateStatus;
  readonly residency_application: ResidencyApplicationStatus;
}
export type FiledKind = keyof Statuses;

/** Exhaustive on purpose: a new status does not compile without an event type. */
const statusHappenings: {
  readonly [Kind in FiledKind]: Readonly<Record<Statuses[Kind], HappeningTo<Kind>>>;
} = {
  legal_entity_application: {
    Draft: 'created',
    'Pending Review': 'submitted',
    Approved: 'approved',
    Rejected: 'rejected',
  },
  amendment: {
    Draft: 'created',
    'Pending Payment': 'invoiced',
    'Pending Review': 'submitted',
    Approved: 'approved',
    Rejected: 'rejected',
  },
  certificate_request: {
    Draft: 'created',
    'Pending Payment': 'created',
    'Pending Review': 'referred',
    Approved: 'approved',
    Issued: 'issued',
    Rejected: 'rejected',
    Cancelled: 'cancelled',
  },
  residency_application: {
    Draft: 'created',
    'Pending Review': 'submitted',
    Approved: 'approved',
    Rejected: 'rejected',
  },
};

/** The scope needed to read each kind. Null: it can't be read. `any`: no particular scope. */
interface Scopes {
  readonly agent: AgentScope | 'any' | null;
  readonly partner: PartnerScope | 'any' | null;
  readonly oauth: OAuthScope | null;
}

/**
 * Exhaustive on purpose: a new kind does not compile until its readers are decided. Standard Keys
 * read all.
 */
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
  // Keys of the integration itself, like a person's own keys.
  key: { agent: null, partner: 'any', oauth: null },
  // An Agent Key gets only what it asked for itself.
  approval: { agent: 'any', partner: null, oauth: null },
};

/** Events within a status, the most significant first. */
type Within<Kind extends FiledKind> = readonly (readonly [
  HappeningTo<Kind>,
  (before: ItemImage, after: ItemImage) => boolean,
])[];

const asked = (before: ItemImage, after: ItemImage) =>
  valueAt(after, 'informationRequest.answeredAt') === null &&
  (valueAt(after, 'informationRequest.id') ?? null) !== null &&
  changed('informationRequest.id')(before, after);
const answered = begun('informationRequest.answeredAt');

/** Fields that callers see and that no rule above uses. */
const shown = {
  legal_entity_application: ['name', 'extension', 'applicationData', 'legalEntityId'],
  amendment: ['proposedChanges', 'objections', 'signature', 'rejectedReason'],
  certificate_request: ['contested', 'taxContestNote', 'taxPaymentProofUrl', 'documentId'],
  // It increases by one with each change that the partner sees.
  residency_application: ['version', 'holderConfirmation'],
} as const;

const within: { readonly [Kind in FiledKind]: Within<Kind> } = {
  legal_entity_application: [
    ['information_requested', asked],
    ['information_answered', answered],
    ['paid', begun('paidAt')],
    ['signed', begun('agreement')],
  ],
  amendment: [
    ['annulled', begun('annulment')],
    ['information_requested', asked],
    ['information_answered', answered],
    ['paid', begun('paidAt')],
    ['signed', begun('signature')],
  ],
  certificate_request: [
    ['information_requested', asked],
    ['information_answered', answered],
    ['paid', begun('paidAt')],
  ],
  residency_application: [
    ['information_requested', asked],
    ['information_answered', answered],
    ['paid', begun('paidAt')],
    ['signed', begun('agreement.acceptedAt')],
    ['verified', changed('verification.status')],
  ],
};

/**
 * The event of an application, a filing or a request: its new status, or else an event within the
 * status. Null for changes that callers don't see.
 */
export function happeningToFiled<Kind extends FiledKind>(
  kind: Kind,
  { before, after }: TableChange,
): HappeningTo<Kind> | null {
  if (after === undefined) return null;
  if (before === undefined) return 'created';
  const names: Readonly<Record<string, HappeningTo<Kind>>> = statusHappenings[kind];
  if (before['statusId'] !== after['statusId']) return names[String(after['statusId'])] ?? null;
  const happening = within[kind].find(([, has]) => has(before, after));
  if (happening !== undefined) return happening[0];
  return shown[kind].some((field) => changed(field)(before, after)) ? 'updated' : null;
}

function changed(path: string) {
  return (before: ItemImage, after: ItemImage) =>
    !isSameValue(valueAt(before, path), valueAt(after, path));
}

/** Whether there is a value now, and was none before. */
function begun(path: string) {
  return (before: ItemImage, after: ItemImage) =>
    (valueAt(before, path) ?? null) === null && (valueAt(after, path) ?? null) !== null;
}

/** A field, or with a dot a nested field. */
function valueAt(image: ItemImage, path: string): unknown {
  return path
    .split('.')
    .reduce<unknown>((value, field) => Reflect.get(Object(value), field), image);
}
