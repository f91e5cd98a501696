/** Something that is not as it was written. */
export interface EvidenceFinding {
  /** The instant of the entry, or the day of the copy. */
  readonly at: string;
  /** The entry's id, or the object's key. */
  readonly what: string;
  readonly wrong: string;
}
