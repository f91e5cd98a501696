import { ListSubscriptionsByTopicCommand, type SNSClient } from '@aws-sdk/client-sns';
import type { Asked } from './account.ts';
import { type Finding, known, note, ok } from './finding.ts';

/** How many subscribers a topic has, and how many have not confirmed. */
export interface Subscribers {
  readonly confirmed: number;
  readonly pending: number;
}

/** Null if the topic does not exist yet. */
export async function askTopic(
  topics: Pick<SNSClient, 'send'>,
  TopicArn: string,
): Promise<Subscribers | null> {
  const count = { confirmed: 0, pending: 0 };
  let NextToken: string | undefined;
  try {
    do {
      const page = await topics.send(
        new ListSubscriptionsByTopicCommand({ TopicArn, ...(NextToken && { NextToken }) }),
      );
      for (const { SubscriptionArn } of page.Subscriptions ?? []) {
        count[SubscriptionArn === 'PendingConfirmation' ? 'pending' : 'confirmed'] += 1;
      }
      NextToken = page.NextToken;
    } while (NextToken !== undefined);
    return count;
  } catch (error) {
    if (error instanceof Error && /^NotFound/.test(error.name)) return null;
    throw error;
  }
}

/** A topic without a confirmed subscriber does not block a deployment, but the operator should know. */
export function judgeTopic(topic: string, asked: Asked<Subscribers | null>): Finding {
  return known(topic, asked, (subscribers) => {
    if (subscribers === null) return ok(topic, 'created by this deployment');
    const { confirmed, pending } = subscribers;
    const found = `${confirmed} subscribers, ${pending} not confirmed`;
    const setting = topic.includes('page') ? 'alarmPage' : 'alarmTicket';
    if (confirmed === 0) {
      const advice = `No one receives these alarms. Set ${setting}, and have the receivers confirm.`;
      return note(topic, found, advice);
    }
    if (pending > 0) return note(topic, found, 'Have them open the link that AWS sent them.');
    return ok(topic, found);
  });
}
