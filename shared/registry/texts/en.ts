import type { EntityStatus } from '../domain/good-standing.ts';

export const registerSearchPageTexts = {
  title: 'Public register',
  lead: 'Search the legal entities of this registry. The register does not include people.',
  query: 'Name or resident permit number',
  hint: 'Words from the name or part of the number.',
  search: 'Search',
  tooLong: 'Use 100 characters or fewer',
  none: 'No legal entity found',
  noneText: 'Check the spelling, or search for fewer words.',
  found: 'Legal entities found',
  truncated: 'There are more results. Add a word to narrow the search.',
  pages: 'Pages',
  before: 'Previous page',
  after: 'Next page',
  page: (page: number, pages: number) => `Page ${page} of ${pages}`,
};

export const registeredEntityPageTexts = {
  kicker: 'Public register',
  number: 'Resident permit number',
  type: 'Type of legal entity',
  status: 'Status',
  statuses: {
    active: 'Active',
    pending: 'Not active yet',
    expired: 'Expired',
    dissolved: 'Dissolved',
    annulled: 'Annulled',
  } as Readonly<Record<EntityStatus, string>>,
  formed: 'Formed on',
  registered: 'Registered on',
  dissolved: 'Dissolved on',
  former: 'Previous names',
  until: (name: string, day: string) => `${name} (until ${day})`,
  office: 'Principal office',
  unknown: 'Not recorded',
  note: 'These are the registered details today. To prove them to others, you need a certificate.',
  again: 'Search again',
  nobody: 'No legal entity has this number',
  nobodyText: 'Check the number you were given. It has 14 digits.',
};
