import { type AgreementDeps, agreementDeps } from '../shared/agreements/agreement-deps.ts';
import { type FilingDeps, filingDeps } from '../shared/documents/deps/filing.ts';

/** What it takes to fill a registry with people, entities and partners to try the service with. */
export type DemoDeps = FilingDeps & AgreementDeps;

/** The composition root of the demo. */
export function demoDeps(): DemoDeps {
  return { ...filingDeps(), ...agreementDeps() };
}
