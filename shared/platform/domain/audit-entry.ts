/** Who did something: an operator (IAM principal), a key, a client, a signed-in person, or the service itself. */
export interface Actor {
  readonly kind:
    | 'operator'
    | 'person'
    | 'standard_key'
    | 'agent_key'
    | 'partner_key'
    | 'oauth_client'
    | 'system';
  readonly id: string | null;
  /** The person behind a key or a session, or for whom a client acts. */
  readonly personId: string | null;
}

/** The service itself, where nobody else does something: workflows, and payments that providers report. */
export const system: Actor = { kind: 'system', id: null, personId: null };

/** Who decides in a sandbox, in a reviewer's place: a caller's test helper. */
export const sandboxReviewer: Actor = { kind: 'system', id: 'sandbox', personId: null };

interface Subject {
  readonly type: string;
  readonly id: string;
}

/**
 * One line of the audit trail. `action` is a dotted name such as `person.deactivated`. `details` are ids,
 * kinds and names of changed fields: never a credential, a person's data or the content of a document.
 */
export interface AuditEntry {
  readonly id: string;
  readonly at: string;
  readonly actor: Actor;
  readonly action: string;
  readonly subject: Subject | null;
  readonly outcome: 'success' | 'refused';
  /** The call to the API that caused it. Absent of acts of the clock. */
  readonly requestId?: string | undefined;
  readonly details: Readonly<Record<string, string | number | boolean | null | readonly string[]>>;
}
