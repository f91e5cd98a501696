/** What a sign-in of the last 15 minutes is asked for; the sign-in page names it. */
export const signInReasons = ['amendment', 'connection', 'key', 'will'] as const;
export type SignInReason = (typeof signInReasons)[number];

/** The reason that an address names; null where it names none of ours. */
export function signInReasonOf(text: string | undefined): SignInReason | null {
  return signInReasons.find((reason) => reason === text) ?? null;
}
