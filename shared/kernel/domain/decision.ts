/** What a pure rule answers: the next state, or the reason for which the command is refused. */
export type Decision<Next, Reason extends string> =
  | { readonly ok: true; readonly next: Next }
  | { readonly ok: false; readonly reason: Reason };

export function accept<Next>(next: Next): { readonly ok: true; readonly next: Next } {
  return { ok: true, next };
}

export function refuse<const Reason extends string>(
  reason: Reason,
): { readonly ok: false; readonly reason: Reason } {
  return { ok: false, reason };
}
