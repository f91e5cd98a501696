import type { PostalAddress } from '../kernel/domain/legal-entity.ts';

export interface RegisteredAgent {
  readonly attn: string;
  readonly residentPermitNumber: string;
  readonly officeAddress: PostalAddress;
  readonly mailingAddress: PostalAddress;
}

/** What an applicant sends (spec 2.5a), as far as the stored layout needs it. */
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

/** The stored layout of an application's data, which is also the one that is answered (spec 2.6). */
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

/** The data of an application that was renamed. */
export function renamedData<D extends Readonly<Record<string, unknown>>>(
  data: D,
  { name, extension }: { readonly name: string; readonly extension: string },
): D {
  const details = data['entityDetails'];
  return { ...data, entityDetails: { ...Object(details), name, extension } };
}
