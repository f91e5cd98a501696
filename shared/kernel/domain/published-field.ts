/**
 * The fields of a legal entity that a public register can publish, in addition to name and number. None is about a
 * person: representatives, taxes and filings are not in the list, so no setting publishes them.
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

/** The default fields: an office is not among them, because it may be someone's home. */
export const usuallyPublished: readonly PublishedField[] = publishedFields.filter(
  (field) => field !== 'principalOfficeAddress',
);
