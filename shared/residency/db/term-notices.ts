import { type ItemKey, keys } from '../../kernel/db/keys.ts';
import { create, type Write } from '../../kernel/db/transact.ts';
import { dayInUtc } from '../../kernel/domain/dates.ts';
import type { NoticeStep } from '../domain/term.ts';

/** How long a notice is stored after the end of its term, in seconds. Notices are sent until a week after the end. */
const retentionSeconds = 90 * 86_400;

/** A notice that a person's or an entity's residency ends. `termId` is the residency's or the entity's id. */
export interface TermNotice {
  readonly termId: string;
  readonly endsAt: string;
  readonly step: NoticeStep;
  /** The holder of the residency, for event feeds; absent for entities. */
  readonly personId?: string | undefined;
}

/** The key of a notice. If a term gets another end date, its notices are sent again. */
export function noticeKey({ termId, endsAt, step }: TermNotice): ItemKey {
  return keys.termNotice(termId, dayInUtc(endsAt), String(step));
}

/** The write that claims a notice, so that it is sent once. Refused if it was claimed before. */
export function noticeWrite(notice: TermNotice, at: string): Write {
  const ttl = Math.ceil(Date.parse(notice.endsAt) / 1000) + retentionSeconds;
  return create({ ...noticeKey(notice), ...notice, at, ttl });
}

/** A notice that an entity must be confirmed by a UTC day. */
export interface ConfirmationNotice {
  readonly entityId: string;
  readonly dueOn: string;
  readonly step: number;
}

/** The key of a confirmation notice; differs from those of notices of the entity's end. */
export function confirmationNoticeKey({ entityId, dueOn, step }: ConfirmationNotice): ItemKey {
  return keys.termNotice(entityId, dueOn, `confirm ${step}`);
}

/** The write that claims a confirmation notice. Refused if it was claimed before. */
export function confirmationNoticeWrite(notice: ConfirmationNotice, at: string): Write {
  const ttl = Math.ceil(Date.parse(notice.dueOn) / 1000) + retentionSeconds;
  return create({ ...confirmationNoticeKey(notice), ...notice, at, ttl });
}
