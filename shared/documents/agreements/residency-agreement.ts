import type { AgreementText, PublishedText } from './register.ts';

/**
 * Every published version of the Agreements of Coexistence of natural persons, oldest first.
 *
 * The wording is our own and must be checked by a lawyer before use.
 */
export const residencyAgreements: readonly AgreementText[] = [
  {
    subject: 'limited_e_resident',
    version: 'v11.01.2026',
    title: 'Agreement of Coexistence for Limited e-Residents',
    text: `1. Parties. This agreement is made between the jurisdiction that keeps this registry and the natural person named in the application, who signs below and is called the resident.

2. Admission. On approval of the application the resident is admitted as a Limited e-Resident and receives a resident permit number. The residency is free of charge. It allows visits to the places of the jurisdiction and the use of its public services that are open to visitors; it does not allow founding legal entities.

3. Rules. The resident accepts the law of the jurisdiction as it stands and as it is changed in the manner that this law provides, respects the rights of all who live and work there, and pays the taxes and fees that this law lays down.

4. Correctness. The resident declares that the particulars in the application are true and complete, and tells the registry of every change of name, address and citizenship.

5. Personal data. The registry keeps the particulars of the application, uses them to decide on it and to keep the register of residents, and answers whoever asks whether a resident permit number is valid.

6. Disputes. Disputes under this agreement are settled by the dispute-resolution bodies of the jurisdiction.

7. End. The agreement ends when the residency ends. It can be renewed by a new application; duties that arose before stay.`,
  },
  {
    subject: 'e_resident',
    version: 'v11.01.2026',
    title: 'Agreement of Coexistence for e-Residents',
    text: `1. Parties. This agreement is made between the jurisdiction that keeps this registry and the natural person named in the application, who signs below and is called the resident.

2. Admission. On approval of the application the resident is admitted as an e-Resident for one year and receives a resident permit number. The residency allows the use of the electronic services of the jurisdiction from anywhere, and founding and representing legal entities in its registry. It gives no right to live in its territory.

3. Rules. The resident accepts the law of the jurisdiction as it stands and as it is changed in the manner that this law provides, respects the rights of all who live and work there, and pays the taxes and fees that this law lays down.

4. Correctness. The resident declares that the particulars in the application are true and complete, and tells the registry of every change of name, address and citizenship.

5. Personal data. The registry keeps the particulars of the application, uses them to decide on it and to keep the register of residents, and answers whoever asks whether a resident permit number is valid.

6. Disputes. Disputes under this agreement are settled by the dispute-resolution bodies of the jurisdiction.

7. End. The agreement ends when the residency ends. It can be renewed by a new application; duties that arose before stay.`,
  },
  {
    subject: 'resident_annual',
    version: 'v11.01.2026',
    title: 'Agreement of Coexistence for Residents',
    text: `1. Parties. This agreement is made between the jurisdiction that keeps this registry and the natural person named in the application, who signs below and is called the resident.

2. Admission. On approval of the application the resident is admitted as a Resident for one year and receives a resident permit number. The residency allows living and working in the territory of the jurisdiction, the use of all its services, and founding and representing legal entities in its registry.

3. Rules. The resident accepts the law of the jurisdiction as it stands and as it is changed in the manner that this law provides, respects the rights of all who live and work there, and pays the taxes and fees that this law lays down.

4. Correctness. The resident declares that the particulars in the application are true and complete, and tells the registry of every change of name, address and citizenship.

5. Personal data. The registry keeps the particulars of the application, uses them to decide on it and to keep the register of residents, and answers whoever asks whether a resident permit number is valid.

6. Disputes. Disputes under this agreement are settled by the dispute-resolution bodies of the jurisdiction.

7. End. The agreement ends when the residency ends. It can be renewed by a new application; duties that arose before stay.`,
  },
];

/**
 * Partners' ids of a residency agreement: `slug` for all versions, `aocId` for this version (facts C12.9).
 */
export function residencyAgreementIds({
  subject,
  version,
}: Pick<PublishedText, 'subject' | 'version'>): {
  readonly aocId: string;
  readonly slug: string;
  readonly version: string;
} {
  const slug = `agreement-of-coexistence-${subject.replaceAll('_', '-')}`;
  return { aocId: `${slug}-${version}`, slug, version };
}
