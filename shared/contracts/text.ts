import * as z from 'zod/mini';

const controls = /\p{Cc}/u;

/** No control characters and no unpaired surrogates: the table could not give them back as they came. */
const isClean = z.refine<string>((text) => text.isWellFormed() && !controls.test(text), {
  error: 'Must not contain control characters',
});

/** A line of text that is stored: 1 to `longest` characters after trimming. */
export function Line(longest: number) {
  return z.string().check(z.trim(), z.minLength(1), z.maxLength(longest), isClean);
}

/** A line of text that may be empty. */
export function OptionalLine(longest: number) {
  return z.string().check(z.trim(), z.maxLength(longest), isClean);
}

/** ISO 8601 instant with an offset or Z; output in UTC with milliseconds. A plain date is its midnight in UTC. */
export const Instant = z.pipe(
  z
    .string()
    .check(
      z.refine(
        (text) =>
          /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:\d{2}))?$/.test(text) &&
          isRealDate(text),
        { error: 'Must be an ISO 8601 date-time' },
      ),
    ),
  z.transform((text: string) => new Date(text).toISOString()),
);

/** Whether the calendar has the day: `Date` would turn 30 February into 1 March. */
function isRealDate(text: string): boolean {
  const day = text.slice(0, 10);
  const instant = Date.parse(text);
  const midnight = Date.parse(day);
  return (
    !Number.isNaN(instant) &&
    !Number.isNaN(midnight) &&
    new Date(midnight).toISOString().startsWith(day)
  );
}

/** Calendar date, YYYY-MM-DD. */
export const CalendarDate = z.string().check(
  z.refine((text) => /^\d{4}-\d{2}-\d{2}$/.test(text) && isRealDate(text), {
    error: 'Must be a calendar date, YYYY-MM-DD',
  }),
);

/** An instant in an answer: ISO 8601, UTC, milliseconds. */
export const OutputInstant = z.iso.datetime({ precision: 3 });

export const Id = z.guid();

/** Path of one resource. What is not an id answers the route's own 404. */
export const ById = z.object({ id: Id });
