import type { PostalAddress } from '../../kernel/domain/legal-entity.ts';

interface RegisteredAgent {
  readonly attn: string;
  readonly residentPermitNumber: string;
  readonly officeAddress: PostalAddress;
  readonly mailingAddress: PostalAddress;
}

/** The applicant's data (spec 2.5a) that the stored layout needs. */
export interface ApplicationParticulars {
  readonly residencyType: 'e-Resident' | 'Resident';
  readonly entityType: 'llc';
  readonly name: string;
  readonly extension: string;
  readonly principalOffice: PostalAddress;
  readonly contactEmail: string;
  readonly registeredAgentProvider: string | null;
  readonly registeredAgentDetails: RegisteredAgent | null;
  readonly analytics?: Readonly<Record<string, string>> | undefined;
}

/** The stored layout of an application's data, which is also returned (spec 2.6). */
export function applicationData(
  particulars: ApplicationParticulars,
  facts: {
    readonly createdViaAPI: boolean;
    readonly jurisdiction: string;
    readonly ownerRpn: string | null;
  },
) {
  const { analytics } = particulars;
  return {
    createdViaAPI: facts.createdViaAPI,
    residencyType: particulars.residencyType,
    entityDetails: {
      name: particulars.name,
      extension: particulars.extension,
      entityType: particulars.entityType,
      jurisdictionOfFormation: facts.jurisdiction,
      nameStartsWithExtension: false,
      residentEmail: particulars.contactEmail,
      principalOffice: particulars.principalOffice,
      representatives: [{ residentPermitNumber: facts.ownerRpn }],
      registeredAgentProvider: particulars.registeredAgentProvider,
      registeredAgentDetails: particulars.registeredAgentDetails,
    },
    ...(analytics !== undefined && { analytics }),
  };
}

/** The stored data after the application was renamed. */
export function renamedData<D extends Readonly<Record<string, unknown>>>(
  data: D,
  { name, extension }: { readonly name: string; readonly extension: string },
): D {
  const details = data['entityDetails'];
  return { ...data, entityDetails: { ...Object(details), name, extension } };
}

/** The applicant's data in the stored layout. */
export function particularsOf(data: {
  readonly residencyType: string;
  readonly entityDetails: Pick<
    ApplicationParticulars,
    'name' | 'extension' | 'principalOffice' | 'registeredAgentProvider' | 'registeredAgentDetails'
  > & { readonly residentEmail: string };
  readonly analytics?: Readonly<Record<string, string>> | undefined;
}): SentParticulars {
  const { residencyType, entityDetails, analytics = {} } = data;
  const { residentEmail: contactEmail, name, extension, principalOffice } = entityDetails;
  const { registeredAgentProvider, registeredAgentDetails } = entityDetails;
  return {
    residencyType,
    name,
    extension,
    principalOffice,
    contactEmail,
    registeredAgentProvider,
    registeredAgentDetails,
    analytics,
  };
}

/** The applicant's data that every channel sends. */
export type SentParticulars = Omit<ApplicationParticulars, 'residencyType' | 'entityType'> & {
  readonly residencyType: string;
};

/** The names of the particulars that differ. */
export function changedParticulars(
  before: SentParticulars,
  after: SentParticulars,
): readonly (keyof SentParticulars)[] {
  const fields = Object.keys(after) as readonly (keyof SentParticulars)[];
  return fields.filter((field) => canonicalText(before[field]) !== canonicalText(after[field]));
}

/**
 * A canonical text of a value, independent of field order, because the table does not preserve it. Null, empty and
 * absent values are omitted.
 */
export function canonicalText(value: unknown): string {
  if (value === undefined || value === null || value === '') return 'null';
  if (typeof value !== 'object') return JSON.stringify(value);
  const entries = Object.entries(value)
    .map(([name, each]) => [name, canonicalText(each)] as const)
    .filter(([, each]) => each !== 'null')
    .toSorted(([left], [right]) => (left < right ? -1 : 1));
  return `{${entries.map(([name, each]) => `${JSON.stringify(name)}:${each}`).join()}}`;
}

/**
 * The limit on permit numbers of registered agents that match no active resident, per owner. `window` is in
 * milliseconds.
 */
export const unknownAgents = { kind: 'agent_number', max: 50, window: 3_600_000 };
