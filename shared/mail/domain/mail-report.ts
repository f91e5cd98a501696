/** What SES says of an email after it has taken it. */
export interface MailReport {
  /**
   * `bounced`: it came back permanently. `delayed`: it came back for now, a full mailbox perhaps. `complained`: its reader
   * called it spam. `withheld`: SES did not send it, because the address is on a list of its own. `rejected`: SES did
   * not send it because of what is in it.
   */
  readonly kind: 'bounced' | 'delayed' | 'complained' | 'withheld' | 'rejected';
  /** Where it was sent, as it was sent there. */
  readonly recipients: readonly string[];
  /** ISO 8601. */
  readonly sentAt: string;
  /** When it was reported, or its reader complained; ISO 8601. */
  readonly at: string;
  /** SES's word for the cause, such as `NoEmail` or `abuse`. */
  readonly cause: string | null;
  /** Which letter it is; null of emails that say nothing. */
  readonly template: string | null;
}
