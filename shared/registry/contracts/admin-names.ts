import * as z from 'zod/mini';
import { PageOf } from '../../kernel/contracts/pagination.ts';
import { Id, OutputInstant } from '../../kernel/contracts/text.ts';
import { spelledOut } from '../../kernel/domain/refused-character.ts';

/** A legal entity whose name counts as that of others, or is not claimed for it. */
export const NameCollision = z.object({
  id: Id,
  optionId: z.string(),
  name: z.string(),
  /** The name with every character that cannot be seen spelled out, such as `Ac<U+200B>me`. */
  spelledOut: z.string(),
  residentPermitNumber: z.string(),
  dissolutionDate: z.nullable(OutputInstant),
  /** Whether this entity holds the claim on the name, as names are compared today. */
  holdsName: z.boolean(),
  /** The other entities of its option whose names count as the same. */
  collidesWith: z.array(Id),
});
export type NameCollision = z.output<typeof NameCollision>;

export const NameCollisionPage = PageOf(NameCollision);

/** An entity whose name is read like another's, as operators see it. */
export function presentNameCollision({
  entity,
  holdsName,
  others,
}: {
  readonly entity: Omit<NameCollision, 'spelledOut' | 'holdsName' | 'collidesWith'>;
  readonly holdsName: boolean;
  readonly others: readonly string[];
}): NameCollision {
  const { id, optionId, name, residentPermitNumber, dissolutionDate } = entity;
  return {
    id,
    optionId,
    name,
    spelledOut: spelledOut(name),
    residentPermitNumber,
    dissolutionDate,
    holdsName,
    collidesWith: [...others],
  };
}
