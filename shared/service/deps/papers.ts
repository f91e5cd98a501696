import type { Issuer } from '../../documents/pdf/issued.ts';
import { type ServiceDeps, serviceDeps } from '../../kernel/deps/service.ts';
import { environment, IssuerEnvironment } from '../../kernel/env.ts';

export interface PaperDeps extends ServiceDeps {
  /** Under whose letterhead something is printed; no Registrar stands on it. */
  readonly issuer: Issuer;
}

/** The composition root of functions that print what pages show. */
export function paperDeps(): PaperDeps {
  const { REGISTRY_NAME, JURISDICTION } = environment(IssuerEnvironment);
  return {
    ...serviceDeps(),
    issuer: {
      registryName: REGISTRY_NAME,
      jurisdiction: JURISDICTION === REGISTRY_NAME ? null : JURISDICTION,
      place: null,
      registrarName: null,
    },
  };
}
