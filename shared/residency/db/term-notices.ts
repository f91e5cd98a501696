import { type ItemKey, keys } from '../../kernel/db/keys.ts';
import { create, type Write } from '../../kernel/db/transact.ts';
import { dayInUtc } from '../../kernel/domain/dates.ts';
import type { NoticeStep } from '../domain/term.ts';

/** How long a notice is kept after the end that it is of, in seconds: nothing is notified of one that is a week past. */
const retentionSeconds = 90 * 86_400;

/** One notice of the end of a residency, or of that of an entity (`termId` is the entity's). */
export interface TermNotice {
  readonly termId: string;
  readonly endsAt: string;
  readonly step: NoticeStep;
  /** The holder of the residency; absent for entities. Feeds report it. */
  readonly personId?: string | undefined;
}

/** Key of the notice. A term with another end date has other notices. */
export function noticeKey({ termId, endsAt, step }: TermNotice): ItemKey {
  return keys.termNotice(termId, dayInUtc(endsAt), String(step));
}

/** The write that claims a notice: its winner sends the notice. Refused if it was sent before. */
export function noticeWrite(notice: TermNotice, at: string): Write {
  const ttl = Math.ceil(Date.parse(notice.endsAt) / 1000) + retentionSeconds;
  return create({ ...noticeKey(notice), ...notice, at, ttl });
}

/** One notice of a confirmation that is wanted of an entity until that UTC day. */
export interface ConfirmationNotice {
  readonly entityId: string;
  readonly dueOn: string;
  readonly step: number;
}

/** Key of that notice. Notices of the entity's end have other keys. */
export function confirmationNoticeKey({ entityId, dueOn, step }: ConfirmationNotice): ItemKey {
  return keys.termNotice(entityId, dueOn, `confirm ${step}`);
}

/** The write that claims it. Refused if it was sent before. */
export function confirmationNoticeWrite(notice: ConfirmationNotice, at: string): Write {
  const ttl = Math.ceil(Date.parse(notice.dueOn) / 1000) + retentionSeconds;
  return create({ ...confirmationNoticeKey(notice), ...notice, at, ttl });
}
