import { type FilingDeps, filingDeps } from '../shared/documents/deps/documents.ts';
import { type WorkflowDeps, workflowDeps } from '../shared/documents/deps/workflow.ts';
import { type EndpointDeps, endpointDeps } from '../shared/events/deps/webhook-deps.ts';

/** Dependencies to fill a registry with people, entities and partners for trials. */
export type DemoDeps = FilingDeps & WorkflowDeps & EndpointDeps;

/** The composition root of the demo. */
export function demoDeps(): DemoDeps {
  return { ...workflowDeps(), ...filingDeps(), ...endpointDeps() };
}
