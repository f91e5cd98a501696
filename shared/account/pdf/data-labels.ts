import { countryName } from '../../kernel/contracts/address.ts';
import type { Localized } from '../../kernel/domain/locale.ts';
import { byLocale } from '../../kernel/pages/by-locale.ts';
import {
  dataLabelsFieldsTexts,
  dataLabelsKindsTexts,
  dataLabelsValuesTexts,
} from '../texts/index.ts';

const kinds = byLocale(dataLabelsKindsTexts);

/** Labels of fields. Internal fields have none: only the file for programs contains them. */
const fields = byLocale(dataLabelsFieldsTexts);

/** Objects that only group fields: the label of an inner field does not mention them. */
const holders: ReadonlySet<string> = new Set([
  ...['applicationData', 'data', 'entityDetails', 'information', 'personalDetails'],
]);

/** The label of a kind of records. */
export function kindLabel(kind: string, recipient: Localized): string {
  return kinds(recipient)[kind] ?? kind;
}

const values = byLocale(dataLabelsValuesTexts);

const countries: ReadonlySet<string> = new Set(['citizenships', 'country', 'countryOfBirth']);
/** Fields with values of ours; other texts are shown unchanged. */
const coded: ReadonlySet<string> = new Set(['kind', 'locale', 'sex', 'status', 'statusId']);

/** A value in words: a country by its name, and our own codes as texts. */
export function valueLabel(field: string, value: string, recipient: Localized): string {
  if (countries.has(field)) return countryName(value, recipient.locale);
  return (coded.has(field) ? values(recipient)[value] : undefined) ?? value;
}

/** Internal fields, which only the file for programs contains. */
const machinery: ReadonlySet<string> = new Set([
  ...[
    'activeKeys',
    'agentKeyId',
    'agreementSha256',
    'aocId',
    'applicationId',
    'applicationVersion',
  ],
  ...[
    'createdWith',
    'credentialEpoch',
    'dispatchedAt',
    'documentId',
    'ended',
    'erasure',
    'gatewayKeyId',
  ],
  ...[
    'gatewayPlan',
    'gatewaySince',
    'integrationId',
    'invoiceId',
    'knownBrowserId',
    'last',
    'optionId',
  ],
  ...[
    'ownerId',
    'personId',
    'redirectUrl',
    'replaced',
    'residencyApplicationId',
    'reviewId',
    'revision',
  ],
  ...[
    'sha256',
    'signerId',
    'slug',
    'stuckAt',
    'submissionId',
    'visibility',
    'proofOfAddressUploadId',
  ],
]);

/** The first fields of a record, in this order. */
const first: readonly string[] = [
  ...['name', 'extension', 'givenName', 'surname', 'firstName', 'email', 'dateOfBirth', 'sex'],
  ...['citizenships', 'countryOfBirth', 'address', 'phoneNumber', 'residentPermitNumber'],
  ...['residencyType', 'type', 'status', 'statusId', 'createdAt'],
];

/** Fields in the order in which they are printed. Other fields follow by name. */
export function fieldsInOrder(
  record: object,
): readonly (readonly [field: string, value: unknown])[] {
  const place = (field: string) => (first.indexOf(field) + 1 || first.length + 1) - 1;
  return Object.entries(record).toSorted(
    ([one], [other]) => place(one) - place(other) || (one < other ? -1 : 1),
  );
}

/**
 * A field's label, '' for a field that only groups others; null for an internal field without a
 * label.
 */
export function fieldLabel(field: string, recipient: Localized): string | null {
  if (machinery.has(field)) return null;
  if (holders.has(field)) return '';
  // A field of a later release without a label yet.
  return (
    fields(recipient)[field] ?? field.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
  );
}
