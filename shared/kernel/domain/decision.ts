/** What a pure rule answers: the next state, or the reason for which the command is refused. */
export type Decision<Next, Reason extends string> =
  | { readonly ok: true; readonly next: Next }
  | { readonly ok: false; readonly reason: Reason };

/** A decision that the command is allowed, with the state that follows. */
export function accept<Next>(next: Next): { readonly ok: true; readonly next: Next } {
  return { ok: true, next };
}

/** A decision that it isn't, with the reason as a word. */
export function refuse<const Reason extends string>(
  reason: Reason,
): { readonly ok: false; readonly reason: Reason } {
  return { ok: false, reason };
}

/** What a table of states makes of a command: the next state; undefined where the state does not take it. */
export function nextState<State extends string, Command extends string>(
  table: Readonly<Record<State, Readonly<Partial<Record<Command, State>>>>>,
  state: State,
  command: Command,
): State | undefined {
  return table[state][command];
}
