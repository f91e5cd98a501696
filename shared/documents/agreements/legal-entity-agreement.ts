import type { AgreementText } from './register.ts';

/** Every published version of the Agreement of Coexistence for legal entities, oldest first. */
export const legalEntityAgreements: readonly AgreementText[] = [
  {
    subject: 'legal_entity',
    version: 'v11.01.2026',
    title: 'Agreement of Coexistence for Legal Entities',
    text: `1. Parties. This agreement is made between the jurisdiction that keeps this registry and the legal entity named in the application, represented by the person who signs below.

2. Admission. On approval of the application the legal entity is admitted as a resident, is entered in the registry under its own resident permit number, and may do business under the rules of the jurisdiction.

3. Rules. The legal entity accepts the law of the jurisdiction as it stands and as it is changed in the manner that this law provides, and keeps the duties of registration, taxation and reporting that it lays down.

4. Registered agent. The legal entity keeps a registered agent with an address at which notices can be served, and tells the registry of every change.

5. Correctness. The signer declares that the particulars in the application are true and complete, and that he or she is entitled to sign for the founders.

6. Disputes. Disputes under this agreement are settled by the dispute-resolution bodies of the jurisdiction.

7. End. The agreement ends when the legal entity is dissolved or its residency is terminated; duties that arose before stay.`,
  },
];
