/**
 * What a public register can say of a legal entity beside its name and number. Nothing here is about a person: who
 * represents an entity, its taxes and what it has filed are not in the list, so that no setting publishes them.
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

/** What is published unless a deployment says otherwise: an office may be where someone lives. */
export const usuallyPublished: readonly PublishedField[] = publishedFields.filter(
  (field) => field !== 'principalOfficeAddress',
);
