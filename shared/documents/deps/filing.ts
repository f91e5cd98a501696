import { type ServiceDeps, serviceDeps } from '../../kernel/deps/service.ts';
import { documentDeps, type UploadDeps } from './documents.ts';

/** What functions that make invoices and hand out documents need. */
export type FilingDeps = UploadDeps & ServiceDeps;

/** The composition root of such functions. */
export function filingDeps(): FilingDeps {
  return { ...documentDeps(), ...serviceDeps() };
}
