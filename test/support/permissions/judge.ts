import { runSimulation } from '@cloud-copilot/iam-simulate';
import { localAws } from '../../../local/engines/engine.ts';
import type { Policies } from './policies.ts';

/** An act of a function, in IAM's terms. */
export interface Act {
  /** The entry of the function. */
  readonly caller: string;
  readonly action: string;
  /** An ARN. */
  readonly resource: string;
  /** Partition keys of items; absent if there are none, as in a request that names no item. */
  readonly leadingKeys?: readonly string[] | undefined;
}

/**
 * Evaluates acts as IAM would, with only the functions' own policies. Results are cached without
 * the ids in resources, which no policy names, and with only those patterns that a partition key
 * matches.
 */
export function openJudge(policies: Policies): (act: Act) => Promise<boolean> {
  const judged = new Map<string, Promise<boolean>>();
  const patterns = new Map<string, readonly RegExp[]>();
  const matchedBy = (caller: string, key: string) => {
    const own = patterns.get(caller) ?? keyPatternsOf(policies[caller]);
    patterns.set(caller, own);
    return own.map((pattern) => (pattern.test(key) ? '1' : '0')).join('');
  };
  return (act) => {
    const { caller, action, resource, leadingKeys } = act;
    const keys = leadingKeys && [...new Set(leadingKeys.map((key) => matchedBy(caller, key)))];
    const name = JSON.stringify([caller, action, withoutIds(resource), keys?.toSorted()]);
    const known = judged.get(name) ?? isAllowed(policies, act);
    judged.set(name, known);
    return known;
  };
}

/** The patterns of partition keys in the conditions of these policies, such as `PERSON#*`. */
function keyPatternsOf(own: Policies[string] = []): readonly RegExp[] {
  const values = own
    .flatMap(({ Statement }) => Statement)
    .flatMap(({ Condition = {} }) => Object.values(Condition))
    .flatMap((condition) => condition['dynamodb:LeadingKeys'] ?? []);
  return [...new Set(values)].map(
    (value) =>
      new RegExp(`^${RegExp.escape(value).replaceAll('\\*', '.*').replaceAll('\\?', '.')}$`, 's'),
  );
}

/** The key with `x` instead of each id and digest, which no policy names. */
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
