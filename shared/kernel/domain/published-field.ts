/**
 * The fields of a legal entity that a public register can publish, in addition to name and number.
 * They contain no personal data: representatives, taxes and filings can't be published by any
 * setting.
 */
export const publishedFields = [
  'type',
  'status',
  'formationDate',
  'registrationDate',
  'dissolutionDate',
  'formerNames',
  'principalOfficeAddress',
] as const;
export type PublishedField = (typeof publishedFields)[number];

/** The fields published by default: without the office, which may be someone's home. */
export const usuallyPublished: readonly PublishedField[] = publishedFields.filter(
  (field) => field !== 'principalOfficeAddress',
);
