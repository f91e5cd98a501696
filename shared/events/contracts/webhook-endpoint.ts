import * as z from 'zod/mini';
import { PageOf, pageParameters, presentPage } from '../../kernel/contracts/pagination.ts';
import { presented } from '../../kernel/contracts/presented.ts';
import { originPattern } from '../../kernel/contracts/redirect-url.ts';
import { rule } from '../../kernel/contracts/rule.ts';
import { Id, Line, OutputInstant } from '../../kernel/contracts/text.ts';
import { type EventType, eventTypes } from '../domain/event-type.ts';
import { deliveryStatuses } from '../domain/webhook-delivery.ts';
import { disabledReasons, endpointStatuses } from '../domain/webhook-endpoint.ts';

/** The host must be unambiguous for every URL parser; no fragment. */
const plainUrl = /^https?:\/\/[^/?#\\@]+(?:[/?][!-"$-[\]-~]*)?$/i;

/** The absolute URL to which events are sent. Whether it may be called is checked separately. */
export const EndpointUrl = z.string().check(
  z.maxLength(1000),
  rule(
    { format: 'uri', pattern: `^${originPattern}(?:[/?][!-"$-\\[\\]-~]*)?$` },
    z.refine((url) => /^[!-~]+$/.test(url) && plainUrl.test(url) && URL.canParse(url), {
      error: 'Must be an absolute https URL',
    }),
  ),
);

const Types = z.nullable(z.array(z.enum(eventTypes)).check(z.minLength(1), z.maxLength(100)));

const fields = {
  url: EndpointUrl,
  description: z.optional(z.nullable(Line(200))),
  types: z.optional(Types),
};

/** Refuses and lists unknown fields, because a misspelt `types` would subscribe to everything. */
function noOthers<S extends z.core.$ZodShape>(shape: S) {
  const error = `There are no other fields than ${Object.keys(shape).join(', ')}`;
  return z.strictObject(shape, {
    error: ({ code }) => (code === 'unrecognized_keys' ? error : undefined),
  });
}

export const CreateWebhookEndpoint = noOthers(fields);

export const ChangeWebhookEndpoint = noOthers({
  url: z.optional(EndpointUrl),
  description: fields.description,
  types: fields.types,
  status: z.optional(z.enum(endpointStatuses)),
});

export const OneEndpoint = z.object({ id: Id });

export const OneDelivery = z.object({
  id: Id,
  deliveryId: z.string().check(z.regex(/^[0-9]{12}-[0-9a-z-]{1,60}$/)),
});

export const DeliveriesQuery = z.object({ ...pageParameters });

export const WebhookEndpoint = z.object({
  id: z.string(),
  url: z.string(),
  description: z.nullable(z.string()),
  types: z.nullable(z.array(z.enum(eventTypes))),
  status: z.enum(endpointStatuses),
  disabledReason: z.nullable(z.enum(disabledReasons)),
  disabledAt: z.nullable(OutputInstant),
  failingSince: z.nullable(OutputInstant),
  createdAt: OutputInstant,
  updatedAt: OutputInstant,
});
export type WebhookEndpoint = z.output<typeof WebhookEndpoint>;

export const WebhookEndpointAnswer = z.object({ data: WebhookEndpoint });

/** The only response with the secret. */
export const WebhookEndpointWithSecret = z.object({
  ...WebhookEndpoint.shape,
  secret: z.string(),
});

export const WebhookEndpointSecretAnswer = z.object({ data: WebhookEndpointWithSecret });

export const WebhookEndpointList = z.object({ data: z.array(WebhookEndpoint) });

export const WebhookEndpointDeleted = z.object({
  data: z.object({ id: z.string(), deleted: z.literal(true) }),
});

export const WebhookAttempt = z.object({
  at: OutputInstant,
  status: z.nullable(z.int()),
  failure: z.nullable(z.string()),
  durationMs: z.int(),
});

export const WebhookDelivery = z.object({
  id: z.string(),
  type: z.string(),
  status: z.enum(deliveryStatuses),
  createdAt: OutputInstant,
  nextAttemptAt: z.nullable(OutputInstant),
  attempts: z.array(WebhookAttempt),
});
export type WebhookDelivery = z.output<typeof WebhookDelivery>;

export const WebhookDeliveryAnswer = z.object({ data: WebhookDelivery });
export const WebhookDeliveryList = PageOf(WebhookDelivery);

/** An endpoint without its secret. */
export function presentEndpoint(
  endpoint: Omit<WebhookEndpoint, 'types'> & { readonly types: readonly EventType[] | null },
): WebhookEndpoint {
  return presented(WebhookEndpoint, endpoint);
}

interface Delivery extends Omit<WebhookDelivery, 'type' | 'attempts'> {
  readonly message: { readonly type: string };
  readonly attempts: readonly WebhookDelivery['attempts'][number][];
}

export function presentDelivery(delivery: Delivery): WebhookDelivery {
  return presented(WebhookDelivery, { ...delivery, type: delivery.message.type });
}

export function presentDeliveries(
  page: { readonly items: readonly Delivery[]; readonly next: string | null },
  limit: number,
) {
  return presentPage(page, limit, presentDelivery);
}
