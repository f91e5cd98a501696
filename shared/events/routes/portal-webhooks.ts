import { Confirmation } from '../../kernel/contracts/form-fields.ts';
import * as apiErrors from '../../kernel/errors/errors.ts';
import { defineRoute, pageType } from '../../kernel/http/route.ts';
import {
  EnableForm,
  EndpointForm,
  EndpointPageQuery,
  NewEndpointForm,
  OwnDelivery,
  OwnEndpoint,
  ResendFailedForm,
  RotateForm,
} from '../contracts/portal-webhooks.ts';
import * as eventErrors from '../errors/event-errors.ts';

const path = '/portal/developer/webhooks';
const one = `${path}/{endpointId}` as const;

const shared = {
  entry: 'functions/portal/webhooks.ts',
  tag: 'Portal',
  auth: { scheme: 'none' },
  produces: pageType,
  table: 'read',
  service: true,
  seals: true,
  spec: '5',
} as const;
const shown = { ...shared, method: 'GET', errors: [], writes: { update: ['session'] } } as const;
const sent = {
  ...shared,
  method: 'POST',
  bodyType: 'form',
  errors: [apiErrors.foreignForm],
} as const;

export const showWebhooks = defineRoute({
  ...shown,
  operationId: 'showWebhooks',
  path,
  summary: 'See one’s webhook endpoints',
});

export const showNewWebhook = defineRoute({
  ...shown,
  operationId: 'showNewWebhook',
  path: `${path}/new`,
  summary: 'Begin to add a webhook endpoint',
});

export const createWebhookOnPage = defineRoute({
  ...sent,
  operationId: 'createWebhook',
  path: `${path}/new`,
  summary: 'Add a webhook endpoint',
  description:
    'The answer itself shows the secret, the only time. The form sent again makes no second endpoint. It acts with the key that is chosen, and ends with it.',
  body: NewEndpointForm,
  writes: {
    put: ['audit', 'sentForm', 'webhookEndpoint'],
    update: ['feedListeners', 'session'],
  },
});

export const showWebhook = defineRoute({
  ...shown,
  operationId: 'showWebhook',
  path: one,
  summary: 'See a webhook endpoint, and what was sent to it',
  params: OwnEndpoint,
  query: EndpointPageQuery,
});

export const showWebhookForm = defineRoute({
  ...shown,
  operationId: 'showWebhookForm',
  path: `${one}/edit`,
  summary: 'Begin to change a webhook endpoint',
  params: OwnEndpoint,
});

export const changeWebhookOnPage = defineRoute({
  ...sent,
  operationId: 'changeWebhook',
  path: `${one}/edit`,
  summary: 'Change a webhook endpoint',
  params: OwnEndpoint,
  body: EndpointForm,
  writes: { put: ['audit'], update: ['session', 'webhookEndpoint'] },
});

export const disableWebhookOnPage = defineRoute({
  ...sent,
  operationId: 'disableWebhook',
  path: `${one}/disable`,
  summary: 'Disable a webhook endpoint',
  params: OwnEndpoint,
  body: Confirmation,
  writes: { put: ['audit'], update: ['session', 'webhookEndpoint'] },
});

export const showWebhookEnabling = defineRoute({
  ...shown,
  operationId: 'showWebhookEnabling',
  path: `${one}/enable`,
  summary: 'Choose the key with which a webhook endpoint continues',
  params: OwnEndpoint,
});

export const enableWebhookOnPage = defineRoute({
  ...sent,
  operationId: 'enableWebhook',
  path: `${one}/enable`,
  summary: 'Enable a webhook endpoint again',
  description: 'It acts with the key that is chosen, and is notified of what happens from then on.',
  params: OwnEndpoint,
  body: EnableForm,
  writes: { put: ['audit', 'event'], update: ['session', 'webhookEndpoint'] },
});

export const showWebhookRotation = defineRoute({
  ...shown,
  operationId: 'showWebhookRotation',
  path: `${one}/rotate`,
  summary: 'Confirm the rotation of a webhook endpoint’s secret',
  params: OwnEndpoint,
});

export const rotateWebhookOnPage = defineRoute({
  ...sent,
  operationId: 'rotateWebhook',
  path: `${one}/rotate`,
  summary: 'Replace the secret of a webhook endpoint',
  description: 'Only this answer shows the new one. The previous one signs for 24 hours more.',
  params: OwnEndpoint,
  body: RotateForm,
  writes: { put: ['audit', 'sentForm'], update: ['session', 'webhookEndpoint'] },
});

export const testWebhookOnPage = defineRoute({
  ...sent,
  operationId: 'testWebhook',
  path: `${one}/test`,
  summary: 'Send a test to a webhook endpoint',
  params: OwnEndpoint,
  body: Confirmation,
  writes: {
    put: ['event', 'webhookDelivery', 'webhookDue'],
    update: ['attempts', 'session', 'webhookEndpoint'],
  },
  errors: [apiErrors.foreignForm, eventErrors.tooManyTests],
});

export const redeliverOnPage = defineRoute({
  ...sent,
  operationId: 'redeliver',
  path: `${one}/deliveries/{deliveryId}/redeliver`,
  summary: 'Send a delivery once more',
  params: OwnDelivery,
  body: Confirmation,
  writes: { put: ['event', 'webhookDue'], update: ['attempts', 'session', 'webhookEndpoint'] },
  errors: [apiErrors.foreignForm, eventErrors.tooManyTests],
});

export const showDelivery = defineRoute({
  ...shown,
  operationId: 'showDelivery',
  path: `${one}/deliveries/{deliveryId}`,
  summary: 'See what was sent to a webhook endpoint, and what it answered',
  description: 'Without the body once the endpoint’s key can no longer read what it is about.',
  params: OwnDelivery,
});

export const showResend = defineRoute({
  ...shown,
  operationId: 'showResend',
  path: `${one}/resend`,
  summary: 'Confirm that all failed deliveries are sent again',
  params: OwnEndpoint,
});

export const resendFailedOnPage = defineRoute({
  ...sent,
  operationId: 'resendFailed',
  path: `${one}/resend`,
  summary: 'Send all failed deliveries again',
  description: 'The newest 50. A form is carried out once. Answers 303 to the endpoint.',
  params: OwnEndpoint,
  body: ResendFailedForm,
  writes: {
    put: ['event', 'sentForm', 'webhookDue'],
    update: ['attempts', 'session', 'webhookEndpoint'],
  },
  errors: [apiErrors.foreignForm, eventErrors.tooManyTests],
});

export const showWebhookDeletion = defineRoute({
  ...shown,
  operationId: 'showWebhookDeletion',
  path: `${one}/delete`,
  summary: 'Confirm the deletion of a webhook endpoint',
  params: OwnEndpoint,
});

export const deleteWebhookOnPage = defineRoute({
  ...sent,
  operationId: 'deleteWebhook',
  path: `${one}/delete`,
  summary: 'Delete a webhook endpoint',
  params: OwnEndpoint,
  body: Confirmation,
  writes: {
    put: ['audit'],
    update: ['feedListeners', 'session'],
    delete: ['webhookEndpoint'],
  },
});
