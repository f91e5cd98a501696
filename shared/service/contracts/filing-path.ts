import { amendmentPath } from '../../amendments/contracts/portal-amendments-contract.ts';
import { certificatePath } from '../../certificates/contracts/portal-certificates-contract.ts';

const paths = new Map<unknown, typeof amendmentPath | typeof certificatePath>([
  ['amendment', amendmentPath],
  ['certificate_request', certificatePath],
]);

/** The page of an entity's filing in the portal; null for subjects that are no filing of an entity. */
export function filingPath(type: unknown, entityId: string, id: string): `/${string}` | null {
  return paths.get(type)?.(entityId, id) ?? null;
}
