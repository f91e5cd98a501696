import { keys } from '../../kernel/db/keys.ts';
import type { Write } from '../../kernel/db/transact.ts';
import type { CoreDeps } from '../../kernel/deps/core.ts';
import { eventWrite } from '../../platform/db/outbox.ts';
import { applicationWrite, type StoredApplication } from '../db/applications.ts';
import { wasSubmitted } from '../domain/application.ts';

/**
 * The writes that store what a command made of an application, for the transaction of the command.
 *
 * Where the command submitted it, the review is asked for in the same transaction, and the name must
 * still be free: the write `name` is refused when it was taken in the meantime.
 */
export function applicationWrites(
  before: StoredApplication,
  after: StoredApplication,
  deps: Pick<CoreDeps, 'newId'>,
  at: string,
): {
  readonly application: Write;
  readonly name: Write | undefined;
  readonly submission: Write | undefined;
} {
  if (!wasSubmitted(before, after)) {
    return { application: applicationWrite(after), name: undefined, submission: undefined };
  }
  const submissionId = deps.newId();
  const { id, optionId, name } = after;
  return {
    application: applicationWrite({ ...after, submissionId }),
    name: nameIsFree(optionId, name),
    submission: eventWrite(submissionId, at, {
      type: 'review.wanted',
      subject: { type: 'legal_entity_application', id },
    }),
  };
}

/** Lets a transaction through only while no entity of the option has the name. */
export function nameIsFree(optionId: string, name: string): Write {
  return {
    check: {
      Key: keys.entityName(optionId, name),
      ConditionExpression: 'attribute_not_exists(pk)',
    },
  };
}
