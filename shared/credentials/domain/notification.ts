/** Reports of wallets about their credentials (OpenID4VCI 1.0, section 11.1). */
export const notificationEvents = [
  'credential_accepted',
  'credential_failure',
  'credential_deleted',
] as const;
export type NotificationEvent = (typeof notificationEvents)[number];

/** The key of a credential in its holder's list. */
interface Place {
  readonly id: string;
  readonly issuedAt: string;
}

/**
 * The notification id, which identifies all credentials of one response. The credentials do not
 * contain it.
 */
export function notificationIdOf({ id, issuedAt }: Place): string {
  return `${Date.parse(issuedAt).toString(36)}_${id}`;
}

/** The credential with this notification id; null if it is malformed. */
export function notifiedCredential(notificationId: string): Place | null {
  const [, at = '', id = ''] = /^([0-9a-z]{8})_([0-9a-f-]{36})$/.exec(notificationId) ?? [];
  return id === '' ? null : { id, issuedAt: new Date(Number.parseInt(at, 36)).toISOString() };
}
