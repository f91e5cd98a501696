import { canonicalJson } from '../../kernel/domain/same-value.ts';
import { type Fact, factRules, type Image } from './fact.ts';

/** What a replay does with a fact's item. */
export type ItemReplay =
  /** The table already has it. */
  | { readonly kind: 'known' }
  /** The item was created after the backup and is lost, so there is nothing to end. */
  | { readonly kind: 'lost' }
  | { readonly kind: 'write'; readonly item: Image }
  | { readonly kind: 'set'; readonly fields: Image }
  | { readonly kind: 'remove' };

/**
 * The item that a restored one must become according to its newest fact. A replay only ends, uses up or claims. It keeps
 * all revocations made after the restore.
 */
export function replayOf(fact: Fact, item: Image | undefined): ItemReplay {
  const { of, pk, sk, state } = fact;
  if (state === null) return item === undefined ? { kind: 'known' } : { kind: 'remove' };
  switch (of) {
    case 'residentPermitNumber':
      // No one else may get this number. Only the owner's item shows that the owner is a resident, and it is lost.
      if (item === undefined) return { kind: 'write', item: { pk, sk, ...state, periods: [] } };
      return setting(item, { periods: endedPeriods(item['periods'], state['periods']) });
    case 'staffSeeds': {
      const takenOver = united(item?.['takenOver'], state['takenOver']);
      if (item === undefined) return { kind: 'write', item: { pk, sk, takenOver, version: 1 } };
      return setting(item, { takenOver });
    }
    default:
      return replayOfRule(fact, state, item);
  }
}

/** Without a case of its own, the kind's rule decides. */
function replayOfRule(fact: Fact, state: Image, item: Image | undefined): ItemReplay {
  const { of, pk, sk } = fact;
  const { keep } = factRules[of];
  if (keep === 'claim') {
    return item === undefined ? { kind: 'write', item: { pk, sk, ...state } } : { kind: 'known' };
  }
  // The item came back after its removal. Only a passkey can also have been suspended.
  if (keep === 'removal' && of !== 'passkey') return { kind: 'known' };
  return item === undefined ? { kind: 'lost' } : setting(item, endingsOf(fact, state, item));
}

/**
 * The fields that change. An item with a version gets the next one, so a concurrent writer that read the previous version loses.
 */
function setting(item: Image, requested: Image): ItemReplay {
  const fields = Object.entries(requested).filter(
    ([name, value]) => canonicalJson(item[name]) !== canonicalJson(value),
  );
  if (fields.length === 0) return { kind: 'known' };
  const version = item['version'];
  return {
    kind: 'set',
    fields: {
      ...Object.fromEntries(fields),
      ...(typeof version === 'number' && { version: version + 1 }),
    },
  };
}

function endingsOf({ of }: Fact, state: Image, item: Image): Image {
  const ending = (name: string) =>
    (item[name] ?? null) === null && (state[name] ?? null) !== null ? { [name]: state[name] } : {};
  switch (of) {
    case 'apiKey':
      return {
        ...ending('revokedAt'),
        ...(Object.keys(ending('revokedAt')).length > 0 && ending('ttl')),
        ...(state['integrationActive'] === false && { integrationActive: false }),
      };
    case 'integration':
      return state['active'] === false ? { active: false } : {};
    case 'oauthClient':
      return {
        ...(state['active'] === false && { active: false }),
        secrets: stillValid(item['secrets'], state['secrets']),
        ...laterInstant('tokensNotBefore', item, state),
      };
    case 'person': {
      const epoch = Math.max(Number(item['credentialEpoch']), Number(state['credentialEpoch']));
      return {
        credentialEpoch: epoch,
        ...(state['status'] === 'deactivated' && { status: 'deactivated' }),
      };
    }
    case 'manifestation':
      // The fields as a revocation sets them.
      return state['active'] === false && item['active'] === true
        ? { active: false, revokedAt: state['revokedAt'], acceptedAgreements: [], acceptances: {} }
        : {};
    case 'staffMember':
      // Operators must grant again a role that was added since. A removed role stays removed.
      return {
        ...(state['status'] === 'removed' && { status: 'removed' }),
        roles: common(item['roles'], state['roles']),
        subjectTypes: common(item['subjectTypes'], state['subjectTypes']),
      };
    case 'mailboxCase':
      // The account stays suspended, and staff review the case again.
      return (item['endedAt'] ?? null) === null
        ? { status: 'open', approvals: [], confirmedAt: null, dueAt: null }
        : {};
    case 'residency':
      return { terminationDate: earlier(item['terminationDate'], state['terminationDate']) };
    case 'passkey':
      return {
        ...ending('suspendedAt'),
        signCount: Math.max(Number(item['signCount']), Number(state['signCount'])),
      };
    default:
      return Object.assign({}, ...factRules[of].fields.map(ending));
  }
}

/** The later of both values of the field. Empty if neither has one. */
function laterInstant(name: string, item: Image, state: Image): Image {
  const [there, last] = [item[name], state[name]];
  if (typeof last !== 'string') return {};
  return { [name]: typeof there === 'string' && there > last ? there : last };
}

/** The elements that are in both lists. A missing list does not restrict the other. */
function common(there: unknown, last: unknown): unknown {
  if (!Array.isArray(there)) return last ?? null;
  return Array.isArray(last) ? there.filter((each: unknown) => last.includes(each)) : there;
}

/** The elements that are in either list. */
function united(there: unknown, last: unknown): readonly unknown[] {
  const lists = [there, last].filter((list): list is unknown[] => Array.isArray(list));
  return [...new Set(lists.flat())];
}

/** Secrets that the client still had at the end: a replaced one does not return. */
function stillValid(there: unknown, last: unknown): unknown {
  if (!Array.isArray(there) || !Array.isArray(last)) return there;
  return there.flatMap((secret: unknown) => {
    const found = last.find((each) => fieldOf(each, 'hash') === fieldOf(secret, 'hash'));
    if (found === undefined) return [];
    const expiresAt = earlier(fieldOf(secret, 'expiresAt'), fieldOf(found, 'expiresAt'));
    return [{ ...Object(secret), expiresAt }];
  });
}

/** The item's periods, with the ends that the copy has. */
function endedPeriods(there: unknown, last: unknown): unknown {
  if (!Array.isArray(there) || !Array.isArray(last)) return there;
  return there.map((period: unknown) => {
    const found = last.find(
      (each) => fieldOf(each, 'effectiveDate') === fieldOf(period, 'effectiveDate'),
    );
    const terminationDate = earlier(
      fieldOf(period, 'terminationDate'),
      fieldOf(found, 'terminationDate'),
    );
    return { ...Object(period), terminationDate };
  });
}

/** The earlier of two ends. A missing end is later than any other. */
export function earlier(one: unknown, other: unknown): unknown {
  if (typeof one !== 'string') return other ?? one ?? null;
  return typeof other === 'string' && other < one ? other : one;
}

function fieldOf(object: unknown, name: string): unknown {
  return Object(object)[name];
}
