import * as z from 'zod/mini';
import { FormId, Repeated } from '../../kernel/contracts/form-fields.ts';
import { sortParameters } from '../../kernel/contracts/pagination.ts';
import { Id, OptionalLine } from '../../kernel/contracts/text.ts';
import { eventTypes } from '../domain/event-type.ts';
import { EndpointUrl } from './webhook-endpoint.ts';

/** The id of one of the caller's own keys. */
const KeyId = z.guid({ error: 'Choose one of your keys' }).check(z.toLowerCase());

/** An endpoint's settings; no selected type means all types. */
export const EndpointForm = z.object({
  url: z.pipe(z.string().check(z.trim()), EndpointUrl),
  description: z._default(OptionalLine(200), ''),
  type: Repeated(eventTypes, 'Choose from the list'),
});

export const NewEndpointForm = z.object({ ...EndpointForm.shape, keyId: KeyId, formId: FormId });

export const EnableForm = z.object({ keyId: KeyId });

export const RotateForm = z.object({ formId: FormId });

export const ResendFailedForm = z.object({ formId: FormId });

export const OwnEndpoint = z.object({ endpointId: Id });

export const OwnDelivery = z.object({
  endpointId: Id,
  deliveryId: z.string().check(z.regex(/^[0-9]{12}-[0-9a-z-]{1,60}$/)),
});

/** `sent`: the requested test or redelivery; `show=failed`: only failed deliveries. */
export const EndpointPageQuery = z.object({
  after: z.optional(z.string()),
  show: z.optional(z.string()),
  ...sortParameters('made'),
  sent: z.optional(z.string()),
});
