import * as z from 'zod/mini';
import { Email } from '../../kernel/contracts/email.ts';
import { PageOf, pageParameters } from '../../kernel/contracts/pagination.ts';
import { presented } from '../../kernel/contracts/presented.ts';
import { rule } from '../../kernel/contracts/rule.ts';
import {
  CalendarDate,
  Id,
  Line,
  OptionalName,
  OutputInstant,
  oneNameOf,
} from '../../kernel/contracts/text.ts';
import { personNameKey } from '../../kernel/domain/person-name.ts';

/**
 * Whether a signature is that of the named person: it contains the first or the last name. Case, accents,
 * spacing and punctuation are ignored.
 */
export function isSignedByName(
  signature: string,
  { firstName, lastName }: { readonly firstName: string; readonly lastName: string },
): boolean {
  const signed = personNameKey(signature);
  return [firstName, lastName]
    .map(personNameKey)
    .some((name) => name !== '' && signed.includes(name));
}

const maxLength = 200;

/** Body of `POST /api/v1/visitor_pass_applications` (spec 2.11). The signature is the applicant's own name. */
export const VisitorPassApplication = z
  .object({
    firstName: OptionalName(maxLength),
    lastName: OptionalName(maxLength),
    email: Email({ maxLength }),
    signature: Line(maxLength),
    consentToBackgroundCheck: z.literal(true),
    referralSource: Line(maxLength),
    dateOfBirth: z.optional(z.nullable(CalendarDate)),
  })
  .check(
    oneNameOf('firstName', 'lastName'),
    rule(
      { description: 'The signature must contain the first or the last name.' },
      ({ value: { signature, ...names }, issues }) => {
        // Empty or too long names are already violations. They are not compared, because normalizing a long run of
        // combining marks takes quadratic time.
        const sent = [signature, names.firstName, names.lastName];
        if (signature === '' || (names.firstName === '' && names.lastName === '')) return;
        if (sent.some((text) => text.length > maxLength)) return;
        if (isSignedByName(signature, names)) return;
        issues.push({
          code: 'custom',
          input: signature,
          path: ['signature'],
          message: 'Must be the applicant’s own name',
        });
      },
    ),
  );
export type VisitorPassApplication = z.output<typeof VisitorPassApplication>;

/** The answer does not reveal whether the person applied before. */
export const VisitorPassAnswer = z.object({
  success: z.literal(true),
  data: z.object({ ok: z.literal(true) }),
});

/** Query of `GET /admin/v1/visitor_pass_applications`. Both filters match whole values, ignoring case. */
export const VisitorPassQuery = z.object({
  ...pageParameters,
  email: z.optional(z.string().check(z.maxLength(maxLength))),
  referralSource: z.optional(z.string().check(z.maxLength(maxLength))),
});

export const VisitorPass = z.object({
  id: Id,
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  signature: z.string(),
  referralSource: z.string(),
  dateOfBirth: z.nullable(z.string()),
  createdAt: OutputInstant,
});
export type VisitorPass = z.output<typeof VisitorPass>;

/** A visitor-pass application as returned (spec 2.11). */
export function presentVisitorPass(application: VisitorPass): VisitorPass {
  return presented(VisitorPass, {
    ...application,
  });
}

export const VisitorPassPage = PageOf(VisitorPass);

/** The limit on visitor-pass applications per network. `window` is in milliseconds. */
export const visitorApplications = { kind: 'visitor_pass', max: 20, window: 60_000 };
