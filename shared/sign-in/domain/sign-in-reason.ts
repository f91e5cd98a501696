/** Why a sign-in within the last 15 minutes is required; the sign-in page says so. */
const signInReasons = [
  'amendment',
  'client',
  'connection',
  'credential',
  'data',
  'key',
  'passkey',
  'webhook',
  'will',
] as const;
export type SignInReason = (typeof signInReasons)[number];

/** The reason that an address names; null where it names none of ours. */
export function signInReasonOf(text: string | undefined): SignInReason | null {
  return signInReasons.find((reason) => reason === text) ?? null;
}
