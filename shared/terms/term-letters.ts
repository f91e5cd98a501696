import { dayInWords } from '../kernel/domain/dates.ts';
import type { Letter } from '../mail/message.ts';

interface End {
  /** ISO 8601. */
  readonly endsAt: string;
  readonly daysLeft: number;
  readonly hasEnded: boolean;
}

/** "ends on 3 July 2027", "ends today, on 3 July 2027", "ended on 3 July 2027". */
function ends({ endsAt, daysLeft, hasEnded }: End): string {
  const day = dayInWords(endsAt);
  if (hasEnded) return `ended on ${day}`;
  return daysLeft === 0 ? `ends today, on ${day}` : `ends on ${day}`;
}

/** The same with the days that are left. */
function endsIn(end: End): string {
  if (end.hasEnded || end.daysLeft === 0) return ends(end);
  return `${ends(end)}, in ${end.daysLeft === 1 ? 'one day' : `${end.daysLeft} days`}`;
}

const yearIsCounted =
  'Whoever renews before the end loses nothing: the new year is counted from that day.';

/** To those whom the end of a residency concerns. Days are those of UTC. */
export const termLetters = {
  /** `partner`: the name of the partner that applied for it, null where none did. */
  residencyEnding: (facts: End & { partner: string | null; url: string }): Letter => ({
    subject: `Your residency ${ends(facts)}`,
    paragraphs: [
      `Your residency ${endsIn(facts)} (UTC).`,
      `${facts.hasEnded ? 'Who verifies your permit number is told that your residency is not active.' : 'After that, who verifies your permit number is told that your residency is not active.'} The number stays yours, and so does your account.`,
      facts.partner === null
        ? `To renew it, have a partner of the registry apply for a residency with this e-mail address, or write to the registry. ${yearIsCounted}`
        : `To renew it, ask ${facts.partner}, through which you applied, for a new application with this e-mail address. ${yearIsCounted}`,
      'If an application for its renewal is under way, there is nothing that you have to do.',
    ],
    link: { label: 'See your residency', url: facts.url },
  }),
  partnersResidencyEnding: (
    facts: End & { applicationId: string; residentPermitNumber: string; url: string },
  ): Letter => ({
    subject: `A residency that you applied for ${ends(facts)}`,
    paragraphs: [
      `The residency of permit number ${facts.residentPermitNumber}, of your application ${facts.applicationId}, ${endsIn(facts)} (UTC). The resident was told, too.`,
      `To renew it, create a new residency application of the same type with the same e-mail address; the resident keeps number and account, and confirms the application after signing in. ${yearIsCounted}`,
    ],
    link: { label: 'How applications are made', url: facts.url },
  }),
  entityResidencyEnding: (
    facts: End & { entityName: string; residentPermitNumber: string; url: string },
  ): Letter => ({
    subject: `The residency of ${facts.entityName} ${ends(facts)}`,
    paragraphs: [
      `The residency of ${facts.entityName} (permit number ${facts.residentPermitNumber}), which you represent, ${endsIn(facts)} (UTC).`,
      'An entity whose residency has ended is not in good standing: it gets no Certificate of Good Standing, and who verifies its number is told that it is not active.',
      'To have it extended, write to the registry.',
    ],
    link: { label: 'See what you represent', url: facts.url },
  }),
  confirmationWanted: (facts: {
    entityName: string;
    dueOn: string;
    overdue: boolean;
    url: string;
  }): Letter => ({
    subject: `${facts.overdue ? 'Overdue' : 'Wanted'}: the yearly confirmation of ${facts.entityName}`,
    paragraphs: [
      `Once a year a representative confirms what the register says of ${facts.entityName}: its name, its office and who represents it. This year’s confirmation ${facts.overdue ? 'was' : 'is'} due on ${dayInWords(facts.dueOn)} (UTC).`,
      'Sign in to see it, and confirm it with one button, or have what is wrong put right first. One of you is enough.',
    ],
    link: { label: 'See and confirm it', url: facts.url },
  }),
} as const;
