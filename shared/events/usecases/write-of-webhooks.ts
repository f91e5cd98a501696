import { findIntegration } from '../../access/db/partner-integrations.ts';
import type { MailDeps } from '../../mail/deps/mail-deps.ts';
import { emails } from '../../mail/mail/message.ts';
import type { OutgoingEmail } from '../../mail/usecases/post.ts';
import { findPerson, type StoredPerson } from '../../people/db/people.ts';
import type { Mail } from '../../platform/domain/outbox-event.ts';
import { activeRepresentatives } from '../../registry/db/representatives.ts';
import { findEndpoint, type StoredWebhookEndpoint } from '../db/webhook-endpoints.ts';
import { webhookEmailTexts } from '../texts/index.ts';

/** For webhooks that were disabled automatically. */
const webhookEmails = emails(webhookEmailTexts);

/**
 * The email for webhooks that have ended goes to the person, or to those who represent the entity of the
 * integration's partner; a partner without an entity has no recipient. There is none if the endpoint was
 * enabled or deleted since.
 */
export async function writeOfWebhooks(
  { feed, endpointId, at }: Extract<Mail, { readonly template: 'webhooks_disabled' }>,
  { table, baseUrl }: MailDeps,
): Promise<readonly OutgoingEmail[]> {
  const endpoint = await findEndpoint(table, { feed, id: endpointId });
  const reason = endpoint?.disabledReason ?? null;
  if (endpoint === null || reason === null || endpoint.disabledAt !== at) return [];
  const { host } = new URL(endpoint.url);
  const settings = `${baseUrl}/portal/developer`;
  // Endpoints of an integration have no page in the portal; they are managed with its keys.
  const url = endpoint.owner.kind === 'person' ? `${settings}/webhooks/${endpoint.id}` : settings;
  return (await readersOf(endpoint, table)).map((person) => ({
    to: person.email,
    recipient: person.id,
    write: () => webhookEmails(person).disabled({ host, reason, at, url }),
  }));
}

async function readersOf(
  { owner }: StoredWebhookEndpoint,
  table: MailDeps['table'],
): Promise<readonly StoredPerson[]> {
  if (owner.kind === 'person') {
    const person = await findPerson(table, owner.id);
    return person?.status === 'active' ? [person] : [];
  }
  const integration = await findIntegration(table, owner.id);
  return integration?.legalEntityId == null
    ? []
    : activeRepresentatives(table, integration.legalEntityId);
}
