import { localAws } from '../../../local/engines/engine.ts';
import type { ObjectRequest } from '../../../local/engines/s3.ts';
import type { TableAccess } from '../table-accesses.ts';
import { howToDeclare } from './how-to-declare.ts';
import { type Act, openJudge, withoutIds } from './judge.ts';
import { bucketArn, type Policies, tableArn } from './policies.ts';

/**
 * Replaces IAM in front of a world's engines. Its refusals use AWS's messages and add what to
 * declare.
 */
export interface Permissions {
  refuseTable(caller: string, access: TableAccess): Promise<string | undefined>;
  refuseObject(request: ObjectRequest): Promise<string | undefined>;
  /** The refused acts, without duplicates. */
  readonly refusals: ReadonlySet<string>;
}

/**
 * Allowed acts, as JSON of `[caller, action, resource, key]`, for the list of unused permissions.
 */
export type Uses = Set<string>;

const words: Readonly<Record<string, string>> = { PutObject: 'put', DeleteObject: 'remove' };

/** `uses` collects what was allowed. */
export function openPermissions(
  policies: Policies,
  uses: Uses,
  isAllowed = openJudge(policies),
): Permissions {
  const refusals = new Set<string>();

  const refuse = async (act: Act, help: () => string) => {
    const { caller, action, resource, leadingKeys = [''] } = act;
    if (await isAllowed(act)) {
      for (const key of leadingKeys) {
        uses.add(JSON.stringify([caller, action, withoutIds(resource), withoutIds(key)]));
      }
      return undefined;
    }
    const keys = leadingKeys.map(withoutIds).join(', ');
    const refusal = `${caller} is not authorized to perform ${action} on ${withoutIds(resource)} ${keys}: ${help()}`;
    refusals.add(refusal);
    return refusal;
  };

  return {
    refusals,
    refuseTable(caller, access) {
      const { action, index, keys } = access;
      return refuse(
        {
          caller,
          action: `dynamodb:${action}`,
          resource: index === null ? tableArn : `${tableArn}/index/${index}`,
          leadingKeys: keys.length > 0 ? keys.map(({ pk }) => pk) : undefined,
        },
        () => howToDeclare(caller, access),
      );
    },
    async refuseObject({ accessKeyId, action, key }) {
      if (accessKeyId === localAws.credentials.accessKeyId) return undefined;
      const word = words[action] ?? (/Version/.test(action) ? 'erase' : 'get');
      return refuse(
        {
          caller: entryOf(accessKeyId),
          action: `s3:${action}`,
          resource: key === '' ? bucketArn : `${bucketArn}/${key}`,
        },
        () => `declare documents: { ${word}: ['${key.split('/')[0]}'] }`,
      );
    },
  };
}

/** The access key of a function: its entry, without the slashes that end a key's id in a signature. */
export function accessKeyFor(entry: string | undefined): string {
  return entry?.replaceAll('/', '+') ?? localAws.credentials.accessKeyId;
}

function entryOf(accessKeyId: string): string {
  return accessKeyId.replaceAll('+', '/');
}
