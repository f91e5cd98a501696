import type { Issuer } from '../documents/issued.ts';
import { environment, IssuerEnvironment } from '../env.ts';
import { type DocumentDeps, documentDeps } from './documents.ts';

export interface WorkflowDeps extends DocumentDeps {
  /** Whose documents are issued. */
  readonly issuer: Issuer;
}

/** The composition root of tasks that issue documents. */
export function workflowDeps(): WorkflowDeps {
  const names = environment(IssuerEnvironment);
  const { REGISTRY_NAME, JURISDICTION, REGISTRY_PLACE, REGISTRAR_NAME } = names;
  return {
    ...documentDeps(),
    issuer: {
      registryName: REGISTRY_NAME,
      jurisdiction: JURISDICTION === REGISTRY_NAME ? null : JURISDICTION,
      place: REGISTRY_PLACE ?? null,
      registrarName: REGISTRAR_NAME ?? null,
    },
  };
}
