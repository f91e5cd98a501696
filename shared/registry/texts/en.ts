import type { AmendableDetail } from '../domain/amendable-entity.ts';
import type { EntityStatus } from '../domain/good-standing.ts';

export const registerSearchPageTexts = {
  title: 'Public register',
  lead: 'Search the legal entities of this registry. The register does not include people.',
  query: 'Name or resident permit number',
  hint: 'Words from the name or part of the number.',
  search: 'Search',
  tooLong: 'Use 100 characters or fewer',
  empty: 'Enter a name or a number',
  filters: 'Filters',
  any: 'Any',
  formedFrom: 'Formed on or after',
  formedUntil: 'Formed on or before',
  none: 'No legal entity found',
  noneText: 'Check the spelling and the filters, or search for fewer words.',
  found: 'Legal entities found',
  truncated: 'There are more results. Add a word to narrow the search.',
  pages: 'Pages',
  before: 'Previous page',
  after: 'Next page',
  page: (page: number, pages: number) => `Page ${page} of ${pages}`,
  numbers: 'The register in numbers',
  all: 'All',
  month: 'Month',
  formed: 'Legal entities formed',
  formedTitle: 'Legal entities formed each month',
  grown: 'Legal entities formed so far',
  grownTitle: 'Growth of the register',
  asTable: 'Show as a table',
  counted: 'Counted',
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
  history: 'Timeline',
  day: 'Day',
  event: 'Event',
  asTable: 'Show as a table',
  formation: 'Formation',
  registration: 'Registration',
  renamed: (name: string) => `Renamed from ${name}`,
  dissolution: 'Dissolution',
  until: (name: string, day: string) => `${name} (until ${day})`,
  office: 'Principal office',
  unknown: 'Not recorded',
  note: 'These are the registered details today.',
  proof: 'Certificates',
  proofText:
    'This page is not proof. A certificate is proof, because it has a code that anyone can check. Representatives of an eligible legal entity can order a certificate.',
  check: 'Check a certificate',
  order: 'Sign in to order a certificate',
  again: 'Search again',
  nobody: 'No legal entity has this number',
  nobodyText: 'Check the number you were given. It has 14 digits.',
};

/** Texts about a detail that a filing can change. */
interface DetailTexts {
  readonly label: string;
  /** In "Change of …". */
  readonly of: string;
  /** In "Change …". */
  readonly the: string;
  readonly registered: string;
  readonly proposed: string;
  /** The label after the change. */
  readonly previous: string;
  readonly current: string;
  readonly none: string;
  /** Describes the planned change. `from` is null if no value is recorded. */
  readonly willChange: (from: string | null, to: string) => string;
  readonly changed: (from: string | null, to: string) => string;
  /** Describes a value restored by an annulment; null if none is recorded. */
  readonly restored: (to: string | null) => string;
  /** Describes the change on the certificate's page. */
  readonly certified: string;
}

export const detailTexts: Readonly<Record<AmendableDetail, DetailTexts>> = {
  name: {
    label: 'Name',
    of: 'name',
    the: 'the name',
    registered: 'Registered name',
    proposed: 'Proposed name',
    previous: 'Previous name',
    current: 'New name',
    none: 'None',
    willChange: (from, to) => `The name will change from “${from}” to “${to}”.`,
    changed: (from, to) => `The name changed from “${from}” to “${to}”.`,
    restored: (to) => `The name is “${to}” again.`,
    certified: 'Changed.',
  },
  principalOffice: {
    label: 'Principal office',
    of: 'principal office',
    the: 'the principal office',
    registered: 'Registered principal office',
    proposed: 'Proposed principal office',
    previous: 'Previous principal office',
    current: 'New principal office',
    none: 'None',
    willChange: (from, to) =>
      from === null
        ? `The principal office will be “${to}”. None is recorded now.`
        : `The principal office will change from “${from}” to “${to}”.`,
    changed: (from, to) =>
      from === null
        ? `The principal office is now “${to}”. None was recorded before.`
        : `The principal office changed from “${from}” to “${to}”.`,
    restored: (to) =>
      to === null
        ? 'No principal office is recorded, as before.'
        : `The principal office is “${to}” again.`,
    certified: 'Changed. Only the document shows the addresses. Compare the SHA-256 of its file.',
  },
};
