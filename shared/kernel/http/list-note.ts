/** What the description says of every list that is read from an index (`readThings`). */
export const listNote =
  'Newest first. `createdFrom` and `createdUntil` are UTC days, both included. Changes appear within about a second.';

/** The same of lists that grow with their owner's business (`ownList`). */
export const ownListNote =
  'Newest first. With `limit` or `cursor` you get a page, and `pagination.nextCursor` leads to the next one. Without them you get the newest 1,000, with `truncated: true` if there are more. Very large entries can make a page shorter than `limit`.';
