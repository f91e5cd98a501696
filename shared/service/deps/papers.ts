import { printingIssuer } from '../../documents/deps/workflow.ts';
import type { Issuer } from '../../documents/pdf/issued.ts';
import { type ServiceDeps, serviceDeps } from '../../kernel/deps/service.ts';

export interface PaperDeps extends ServiceDeps {
  /** Under whose letterhead something is printed; no Registrar stands on it. */
  readonly issuer: Issuer;
}

/** The composition root of functions that print what pages show. */
export function paperDeps(): PaperDeps {
  return { ...serviceDeps(), issuer: printingIssuer() };
}
