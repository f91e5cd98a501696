import { runSimulation } from '@cloud-copilot/iam-simulate';
import { localAws } from '../../../local/engines/engine.ts';
import type { Policies } from './policies.ts';

/** Something that a function does, in IAM's words. */
export interface Act {
  /** The entry of the function. */
  readonly caller: string;
  readonly action: string;
  /** An ARN. */
  readonly resource: string;
  /** Partition keys of items; absent where there are none, as in a request that names no item. */
  readonly leadingKeys?: readonly string[] | undefined;
}

/**
 * Judges acts as IAM would, under the functions' own policies alone. Judgements are kept: of a key counts
 * what is not an id or a digest.
 */
export function openJudge(policies: Policies): (act: Act) => Promise<boolean> {
  const judged = new Map<string, Promise<boolean>>();
  return (act) => {
    const leadingKeys = act.leadingKeys && [...new Set(act.leadingKeys.map(withoutIds))];
    const same = { ...act, leadingKeys };
    const name = JSON.stringify(same);
    const known = judged.get(name) ?? isAllowed(policies, same);
    judged.set(name, known);
    return known;
  };
}

/** The key with an `x` for each id and digest in it, which no policy names. */
export function withoutIds(key: string): string {
  return key.replaceAll(/[\da-f]{8}(-?[\da-f]{4}){3}-?[\da-f]{12}([\da-f]{32})?/g, 'x');
}

async function isAllowed(policies: Policies, act: Act): Promise<boolean> {
  const { caller, action, resource, leadingKeys } = act;
  const own = policies[caller] ?? [];
  const result = await runSimulation(
    {
      request: {
        principal: `arn:aws:iam::${localAws.account}:role/${caller.replaceAll(/[^\w/]/g, '-')}`,
        action,
        resource: { resource, accountId: localAws.account },
        contextVariables: leadingKeys ? { 'dynamodb:LeadingKeys': [...leadingKeys] } : {},
      },
      identityPolicies: own.map((policy, index) => ({ name: `policy-${index}`, policy })),
      serviceControlPolicies: [],
      resourceControlPolicies: [],
    },
    {},
  );
  if (result.resultType === 'error') {
    throw new Error(`IAM can't judge ${action} of ${caller}: ${JSON.stringify(result.errors)}`);
  }
  return result.overallResult === 'Allowed';
}
