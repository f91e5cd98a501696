/** The result of a rule: the next state, or the reason for refusing the command. */
export type Decision<Next, Reason extends string> =
  | { readonly ok: true; readonly next: Next }
  | { readonly ok: false; readonly reason: Reason };

/** Allows the command; `next` is the state that follows. */
export function accept<Next>(next: Next): { readonly ok: true; readonly next: Next } {
  return { ok: true, next };
}

/** Refuses the command, with the reason as a code. */
export function refuse<const Reason extends string>(
  reason: Reason,
): { readonly ok: false; readonly reason: Reason } {
  return { ok: false, reason };
}

type Transitions<State extends string, Command extends string, Next> = Readonly<
  Record<State, Readonly<Partial<Record<Command, Next>>>>
>;

/**
 * The entry for a command in a state table: the next state, or a list of candidates. Undefined if
 * the state does not accept the command.
 */
export function nextState<State extends string, Command extends string, Next>(
  table: Transitions<State, Command, Next>,
  state: NoInfer<State>,
  command: NoInfer<Command>,
): Next | undefined {
  return table[state][command];
}

/** Whether the state accepts no further commands. */
export function isFinal<State extends string>(
  table: Transitions<State, string, unknown>,
  state: NoInfer<State>,
): boolean {
  return Object.keys(table[state]).length === 0;
}
