import { create, put, type Writes } from '../../kernel/db/transact.ts';
import { newResidentPermitNumber } from '../domain/new-rpn.ts';
import { endedByGrant, replacedByGrant } from '../domain/person.ts';
import { residencyWrite, type StoredPerson, type StoredResidency } from './people.ts';
import { residentItem } from './residents.ts';

/** A residency that somebody is granted, with what follows from it. */
export interface Granting {
  /** The residency, which knows what it has replaced. */
  readonly residency: StoredResidency;
  /** The number that the person has had, or a new one, which they keep for ever. */
  readonly rpn: string;
  /** The writes of the residency, of those that it ends, and of the number: refused when that is somebody else's. */
  writes(personId: string): Writes;
}

/**
 * Grants a residency, which ends the `earlier` ones. `account`: the person as they were; null: they are new. `random` gives that many
 * random bytes.
 */
export function residencyGrant(
  account: StoredPerson | null,
  earlier: readonly StoredResidency[],
  granted: StoredResidency,
  random: (bytes: number) => Uint8Array,
): Granting {
  const former = account?.residentPermitNumber ?? null;
  const rpn = former ?? newResidentPermitNumber('natural_person', random);
  const ended = endedByGrant(earlier, granted.effectiveDate);
  const residency = { ...granted, replaced: replacedByGrant(account, earlier, ended) };
  const kept = earlier.map((each) => ended.find(({ id }) => id === each.id) ?? each);
  return {
    residency,
    rpn,
    writes(personId) {
      const number = residentItem(rpn, 'natural_person', personId, [...kept, residency]);
      return {
        number: former === null ? create(number) : put(number),
        granted: residencyWrite(personId, residency),
        ...Object.fromEntries(ended.map((each) => [each.id, residencyWrite(personId, each)])),
      };
    },
  };
}
