/** Residencies that can be applied for, and so have an agreement. */
export type AgreementResidency = 'limited_e_resident' | 'e_resident' | 'resident_annual';

/** The Agreement of Coexistence of one residency type. */
export interface ResidencyAgreement {
  /** Names this agreement in this version, for those who store what was accepted. */
  readonly aocId: string;
  /** Names the agreement whatever its version. */
  readonly slug: string;
  readonly version: string;
  readonly title: string;
  readonly text: string;
}

const version = 'v11.01.2026';

/** What each residency type brings; the second clause of its agreement. */
const admissions: Readonly<Record<AgreementResidency, string>> = {
  limited_e_resident:
    'On approval of the application the resident is admitted as a Limited e-Resident and receives a resident permit number. The residency is free of charge. It allows visits to the places of the jurisdiction and the use of its public services that are open to visitors; it does not allow founding legal entities.',
  e_resident:
    'On approval of the application the resident is admitted as an e-Resident for one year and receives a resident permit number. The residency allows the use of the electronic services of the jurisdiction from anywhere, and founding and representing legal entities in its registry. It gives no right to live in its territory.',
  resident_annual:
    'On approval of the application the resident is admitted as a Resident for one year and receives a resident permit number. The residency allows living and working in the territory of the jurisdiction, the use of all its services, and founding and representing legal entities in its registry.',
};

const titles: Readonly<Record<AgreementResidency, string>> = {
  limited_e_resident: 'Agreement of Coexistence for Limited e-Residents',
  e_resident: 'Agreement of Coexistence for e-Residents',
  resident_annual: 'Agreement of Coexistence for Residents',
};

/**
 * The Agreement of Coexistence of a residency type, as signers see it.
 *
 * The wording is ours and needs a lawyer before it binds anybody. A signature stores the version and the
 * SHA-256 of this very text: a change of wording is a new version, and the old text stays retrievable from
 * the repository's history.
 */
export function residencyAgreement(residencyType: AgreementResidency): ResidencyAgreement {
  const slug = `agreement-of-coexistence-${residencyType.replaceAll('_', '-')}`;
  return {
    aocId: `${slug}-${version}`,
    slug,
    version,
    title: titles[residencyType],
    text: textOf(admissions[residencyType]),
  };
}

function textOf(admission: string): string {
  return `1. Parties. This agreement is made between the jurisdiction that keeps this registry and the natural person named in the application, who signs below and is called the resident.

2. Admission. ${admission}

3. Rules. The resident accepts the law of the jurisdiction as it stands and as it is changed in the manner that this law provides, respects the rights of all who live and work there, and pays the taxes and fees that this law lays down.

4. Correctness. The resident declares that the particulars in the application are true and complete, and tells the registry of every change of name, address and citizenship.

5. Personal data. The registry keeps the particulars of the application, uses them to decide on it and to keep the register of residents, and answers whoever asks whether a resident permit number is valid.

6. Disputes. Disputes under this agreement are settled by the dispute-resolution bodies of the jurisdiction.

7. End. The agreement ends when the residency ends. It can be renewed by a new application; duties that arose before stay.`;
}
