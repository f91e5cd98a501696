import * as z from 'zod';
import type { Emulator } from './emulator.ts';

const Mail = z.object({
  To: z.array(z.string()),
  Subject: z.string(),
  BodyText: z.nullable(z.string()),
});
const Messages = z.object({ messages: z.record(z.string(), z.array(Mail)) });

/** All emails that SES has accepted so far, the oldest first. */
export async function mails({ url, account }: Emulator) {
  const answer = await fetch(`${url}/_ministack/ses/messages?account=${account}`);
  return Messages.parse(await answer.json()).messages[account] ?? [];
}
