/**
 * A record of a batch, and what becomes of it. It is in the registry or it is not: what would lie between is one transaction.
 *
 * | it is | command | and then | it is | answer |
 * |---|---|---|---|---|
 * | new | validate | nothing keeps it out | new | `valid` |
 * | new | validate, run | it is wrong, names what is not there, or claims what someone has | new | `refused` |
 * | new | run | of a document: its bytes are not there yet | new | `upload` |
 * | new | run | its writes and its claim on the source id, in one transaction | imported | `imported` |
 * | new | run | someone imports it at the same time | imported | `same` |
 * | new, imported | run | the call has no time left for it | as before | `later` |
 * | imported | validate, run | it is the same, letter by letter | imported | `same` |
 * | imported | validate, run | it is another one under this source id | imported | `refused` |
 * | new | compare | nothing keeps it out | new | `missing` |
 * | new | compare | it is wrong, or could not be imported | new | `refused` |
 * | imported | compare | | imported | `held` |
 *
 * Nothing leads from imported back to new. A process that dies, at whatever moment, leaves each record in one of the two. Sending
 * all of them again imports the rest.
 */
export type RecordState =
  | { readonly kind: 'new' }
  | { readonly kind: 'imported'; readonly digest: string };

/** What a record's state says of one with this digest that comes in (again). */
export function judgeRecord(state: RecordState, digest: string): 'new' | 'same' | 'another' {
  if (state.kind === 'new') return 'new';
  return state.digest === digest ? 'same' : 'another';
}
