import type { AgreementText } from './register.ts';

/** Every published version of the Manifestation of Will, oldest first. */
export const manifestationsOfWill: readonly AgreementText[] = [
  {
    subject: 'manifestation_of_will',
    version: 'v11.01.2026',
    title: 'Manifestation of Will',
    text: `1. My will. I want software that holds one of my Agent Keys to be able to act in my name before this registry, within the scopes that I gave to the key.

2. My acts. What is done with such a key while this manifestation is in force counts as done by me: applications that are made, filings that are submitted and fees that are paid.

3. Agreements. Where I accept an Agreement of Coexistence in advance, an application of that kind that is made with an Agent Key needs no further signature of mine.

4. My care. I give keys only to software and persons that I trust, keep them secret, and revoke a key that I do not need or that somebody else may know.

5. End. I can revoke this manifestation at any time. From that moment every Agent Key of mine that can write is refused; what was done before stays valid.`,
  },
];
