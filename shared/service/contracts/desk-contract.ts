import * as z from 'zod/mini';
import { pageParameters } from '../../kernel/contracts/pagination.ts';
import { ById, CalendarDate, OptionalFreeLine } from '../../kernel/contracts/text.ts';

/** Query of the search for people: a full email address, a permit number, or the first letters of names. */
export const PeopleQuery = z.object({ q: z.optional(OptionalFreeLine(200)) });

/** `sent`: the mail that was just sent again. */
export const ContactQuery = z.object({ sent: z.optional(z.string().check(z.maxLength(200))) });

export const ContactOf = ById;

/** Which mail must be sent again, by its key on the page. */
export const ResendForm = z.object({ mail: z.string().check(z.maxLength(200)) });

const Filter = z.optional(OptionalFreeLine(200));

/** A day in UTC; a form that leaves it open sends an empty one. */
const Day = z.optional(z.union([z.literal(''), CalendarDate]));

/** Query of the trail; an empty filter is none. */
export const TrailQuery = z.object({
  subject: Filter,
  actor: Filter,
  action: Filter,
  from: Day,
  until: Day,
  /** Absent: the page. */
  format: z.optional(z.literal('csv')),
  after: pageParameters.cursor,
});
