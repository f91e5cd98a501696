import { isSameValue } from '../../kernel/domain/same-value.ts';
import { type FiledKind, type HappeningTo, statusHappenings } from './event-type.ts';
import type { ItemImage, TableChange } from './published-changes.ts';

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

/** Whether the value has changed. */
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
