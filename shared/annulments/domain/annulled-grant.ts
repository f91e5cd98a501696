import type { GrantedResidency, ReplacedResidencies } from '../../people/domain/person.ts';

/** A residency with what its grant replaced; absent where it was imported. */
type Granted = GrantedResidency & { readonly replaced?: ReplacedResidencies | undefined };

/** What a person's residencies become when the grant of one is annulled. */
export interface AnnulledGrant<R> {
  /** The grant that is annulled: it was never active. */
  readonly annulled: R;
  /** Earlier ones that are given back the end that the grant took. */
  readonly restored: readonly R[];
  /** The person's last residency. */
  readonly last: R;
}

/**
 * The residencies after the grant of the last one was annulled: it ends where it began, and those that it ended have their former
 * ends again, unless they were ended earlier since. The one before it is the last one then; where there is none that stands, it
 * stays the last, and says that it is annulled.
 */
export function annulledGrant<R extends Granted>(
  residencies: readonly R[],
  grant: R,
  annulment: NonNullable<R['annulment']>,
): AnnulledGrant<R> {
  const annulled = { ...grant, terminationDate: grant.effectiveDate, annulment };
  const { replaced } = grant;
  const restored = (replaced?.ended ?? []).flatMap(({ id, terminationDate }) => {
    const earlier = residencies.find((each) => each.id === id);
    if (earlier === undefined) return [];
    // As `endedByGrant` has set it.
    const [, taken] = [earlier.effectiveDate, grant.effectiveDate].toSorted();
    return earlier.terminationDate === taken ? [{ ...earlier, terminationDate }] : [];
  });
  const others = residencies.filter(({ id }) => id !== grant.id);
  // An imported one doesn't say: then it is the newest of the others.
  const before =
    replaced === undefined ? others.at(-1) : others.find(({ id }) => id === replaced.last);
  const standing = before?.annulment === undefined ? before : undefined;
  return {
    annulled,
    restored,
    last: restored.find(({ id }) => id === standing?.id) ?? standing ?? annulled,
  };
}
