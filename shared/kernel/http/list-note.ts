/** What the description says of every list that is read from an index (`readThings`). */
export const listNote =
  'Newest first. `createdFrom` and `createdUntil` are days of UTC, both included. What was written a second ago may be missing, or shown as it was before; what an earlier release has stored is listed once the migration `operator-lists` has run.';
