import type { CoreDeps } from '../../kernel/deps/core.ts';
import { leasesOverBy } from '../../kernel/runtime/deadline.ts';
import type { Queues } from '../../platform/aws/queues.ts';
import { dueEndpoints, type EndpointKey, leaseLength } from '../db/webhook-endpoints.ts';

/** What it takes to find what is due. */
export interface WakingDeps extends Pick<CoreDeps, 'table' | 'log' | 'now' | 'newId'> {
  readonly queues: Pick<Queues, 'send'>;
  readonly queueUrl: string;
}

/** So many endpoints are woken by one run at most; the others by the next. */
const mostAtOnce = 2_000;

/** Has all endpoints looked after that are due by now, or whose lease was left by a process that is gone. Answers how many. Throws what the queue throws: the next run finds the same. */
export async function wakeEndpoints({
  table,
  now,
  newId,
  queues,
  queueUrl,
}: WakingDeps): Promise<number> {
  const at = now().toISOString();
  const due: EndpointKey[] = [];
  for (const list of dueEndpoints(table, leasesOverBy(now(), leaseLength))) {
    for await (const { feed, id } of list) {
      if (due.length === mostAtOnce) break;
      due.push({ feed, id });
    }
  }
  const letters = due.map(({ feed, id }) =>
    JSON.stringify({
      id: newId(),
      createdAt: at,
      event: { type: 'webhooks.wanted', feed, endpointId: id },
    }),
  );
  const refused = await queues.send(queueUrl, letters);
  return due.length - refused.length;
}
