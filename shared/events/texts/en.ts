import { formatInstant } from '../../kernel/pages/format-dates.ts';
import type { EmailMessage } from '../../mail/mail/message.ts';
import type { DisabledReason } from '../domain/webhook-endpoint.ts';

export interface Facts {
  /** The name of the receiver's host. */
  readonly host: string;
  readonly reason: DisabledReason;
  /** ISO 8601. */
  readonly at: string;
  readonly url: string;
}

const english: Readonly<Record<DisabledReason, string>> = {
  owner: 'The owner disabled the endpoint.',
  gone: 'The receiver answered with status 410, which means “send no more messages”.',
  failing: 'No message was delivered for five days.',
  key_ended: 'The key that the endpoint uses was revoked or has expired.',
  secret_lost: 'We can no longer read the signing secret.',
};

const englishRemedies: Readonly<Record<DisabledReason, string>> = {
  owner: 'To receive events again, enable the endpoint.',
  gone: 'To receive events again, fix the receiver, then enable the endpoint.',
  failing: 'To receive events again, fix the receiver, then enable the endpoint.',
  key_ended: 'To receive events again, choose another key for the endpoint, then enable it.',
  secret_lost: 'To receive events again, replace the secret, then enable the endpoint.',
};

export const webhookEmailTexts = {
  disabled: ({ host, reason, at, url }: Facts): EmailMessage => ({
    subject: `We stopped sending webhooks to ${host}`,
    paragraphs: [
      `On ${formatInstant(at)} we stopped sending webhooks to ${host}. ${english[reason]}`,
      `${englishRemedies[reason]} The event feed has the events that you missed.`,
    ],
    link: { label: 'Open developer settings', url },
  }),
};

export const webhookTexts = {
  title: 'Webhooks',
  kicker: 'Developer settings',
  lead: 'The registry sends a signed message to your software when something changes.',
  guide: 'How to verify a message',
  add: 'Add an endpoint',
  none: 'You have no endpoints.',
  open: 'Open',
  statuses: { active: 'Active', disabled: 'Disabled' },
  reasons: {
    owner: 'you disabled it',
    gone: 'the receiver answered 410 (no more messages)',
    failing: 'no message was delivered for 5 days',
    key_ended: 'its key was revoked or has expired',
    secret_lost: 'its secret can no longer be read: replace the secret, then enable the endpoint',
  },
  address: 'Address',
  addressHint: 'A public address that starts with https://',
  badAddress: 'Enter a public address that starts with https://',
  description: 'Description (optional)',
  descriptionHint: 'For example, the name of the software.',
  described: 'Description',
  status: 'Status',
  reason: 'Reason',
  since: 'Disabled on',
  failing: 'No message delivered since',
  types: 'Events',
  typesHint: 'Select none to receive all events.',
  all: 'All',
  actsWith: 'Key',
  keyHint:
    'The endpoint receives events that this key can read. It stops when the key ends. If you rotate the key, the endpoint uses the new key.',
  keyNeeded: 'Choose one of your keys',
  keyGone: 'A key that was revoked or has expired',
  keyName: (label: string | null, lastFour: string) =>
    label === null ? `Key ending in ${lastFour}` : `${label} (ending in ${lastFour})`,
  noKeys: 'An endpoint needs one of your keys, and you have no keys.',
  createKey: 'Create a key',
  created: 'Added on',
  addIt: 'Add the endpoint',
  tooMany: 'You already have 10 endpoints, the maximum. Delete one first',
  addedTitle: 'Endpoint added',
  rotatedTitle: 'Secret replaced',
  copy: 'Copy the secret now',
  copyText:
    'We show the secret only once. Your software uses it to check that a message is from the registry.',
  overlap: 'For 24 hours we also sign with the previous secret.',
  secret: 'Secret',
  copied: 'Done',
  before: 'This was already done',
  beforeText:
    'You already sent this form, so nothing changed this time. We can’t show the secret again. If you did not copy it, replace it.',
  change: 'Edit',
  changeTitle: 'Edit endpoint',
  save: 'Save',
  leave: 'Cancel',
  rotate: 'Replace the secret',
  rotateTitle: 'Replace the secret?',
  rotateText: 'You get a new secret. For 24 hours we also sign with the previous secret.',
  remove: 'Delete',
  removeTitle: 'Delete this endpoint?',
  removeText:
    'We stop sending messages to it, and its deliveries are no longer listed. You can’t undo this.',
  removeIt: 'Delete the endpoint',
  test: 'Send a test',
  disable: 'Disable',
  enable: 'Enable',
  enableTitle: 'Enable the endpoint',
  enableText:
    'The endpoint receives new events, and those that were waiting when it was disabled. Find the events in between in the event feed.',
  onItsWay: 'The message is being sent',
  onItsWayText: 'We send the message in a moment. Reload this page to see the result.',
  deliveries: 'Deliveries',
  deliveriesText: 'Newest events first, for 30 days. Deliveries appear after the first attempt.',
  nothingSent: 'No deliveries yet.',
  newer: 'Newer deliveries',
  older: 'Older deliveries',
  states: {
    due: 'Retrying',
    succeeded: 'Delivered',
    given_up: 'Not delivered',
    withheld: 'Not sent: the key can no longer read the event',
  },
  id: 'webhook-id',
  state: 'Status',
  made: 'Since',
  next: 'Next attempt',
  last: 'Last attempt',
  answered: (status: number) => `response ${status}`,
  unanswered: (failure: string) => `no response (${failure})`,
  attempts: 'Attempts',
  event: 'Event',
  failedDeliveries: 'Failed deliveries',
  showFailed: 'Show only failed',
  showAll: 'Show all deliveries',
  noneFailed: 'No failed deliveries here.',
  resendAll: 'Send all failed again',
  resendTitle: 'Send failed deliveries again?',
  resendText: (count: number, isAll: boolean) => {
    if (count === 0) return 'There are no failed deliveries.';
    const what = count === 1 ? '1 failed delivery' : `${count} failed deliveries`;
    return `We send ${what} again now, with the same ids. ${isAll ? '' : 'These are the newest. Older ones stay as they are. '}Messages that we are still retrying keep their schedule.`;
  },
  resend: (count: number) => (count === 1 ? 'Send 1 message' : `Send ${count} messages`),
  time: 'Time',
  answer: 'Response',
  duration: 'Duration',
  milliseconds: (count: number) => `${count} ms`,
  message: 'Message',
  messageText:
    'The signed body, with line breaks for reading. We do not store what the receiver writes in its response.',
  again: 'Send this message again',
};
