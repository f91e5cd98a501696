/** An item as the stream has it. */
export type ItemImage = Readonly<Record<string, unknown>>;

/** One change of the table, as its stream tells it. */
export interface TableChange {
  /** The stream's own name of it: the same however often it comes. 32 hexadecimal digits. */
  readonly id: string;
  readonly pk: string;
  readonly sk: string;
  /** Undefined for an item that is new. */
  readonly before: ItemImage | undefined;
  /** Undefined for an item that is gone. */
  readonly after: ItemImage | undefined;
  /** That its time to live removed the item: nobody did. */
  readonly expired: boolean;
  /** When the table was written, to the second: the stream says no more. */
  readonly at: string;
}
