import type { LogoutDeps } from '../deps/logout-deps.ts';

/** For so long a queue holds a message back, in seconds; what is later comes sooner, and is put back. */
const longestDelay = 900;

/** Has the queue bring logouts after so many milliseconds. Throws where it does not take them. */
export async function sendLetters(
  logoutIds: readonly string[],
  wait: number,
  { queues, queueUrl, newId, now }: Pick<LogoutDeps, 'queues' | 'queueUrl' | 'newId' | 'now'>,
): Promise<void> {
  if (logoutIds.length === 0) return;
  const createdAt = now().toISOString();
  const letters = logoutIds.map((logoutId) =>
    JSON.stringify({ id: newId(), createdAt, event: { type: 'logout.due', logoutId } }),
  );
  const delay = Math.min(longestDelay, Math.max(0, Math.ceil(wait / 1000)));
  const refused = await queues.send(queueUrl, letters, delay);
  if (refused.length > 0) throw new Error('the queue of logouts did not take a message');
}
