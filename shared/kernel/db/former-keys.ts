import { formerNameKey } from '../domain/company-name.ts';
import { nameClaim, nameReservation } from './key-parts.ts';

/**
 * Where version 0.1.0 put things that now have another place: the claim of a name and its reservation (items
 * made since then say where theirs is), and copies of the audit trail.
 */
export const formerKeys = {
  entityName: (optionId: string, name: string) => nameClaim(optionId, formerNameKey(name)),
  reservedName: (optionId: string | null, name: string) =>
    nameReservation(optionId, formerNameKey(name)),
  /** The entry of what a key did, filed under the person behind the key. */
  auditCopy: (id: string) => ({ pk: `AUDIT_COPY#${id}`, sk: 'AUDIT_COPY' }),
} as const;
