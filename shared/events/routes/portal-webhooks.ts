import { Confirmation } from '../../kernel/contracts/form-fields.ts';
import * as apiErrors from '../../kernel/errors/errors.ts';
import { portalPage, sentForm, shownPage } from '../../kernel/http/page-rows.ts';
import { defineRoute } from '../../kernel/http/route.ts';
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
  ...portalPage,
  entry: 'functions/portal/webhooks.ts',
  seals: true,
  spec: '5',
} as const;
const shown = { ...shared, ...shownPage } as const;
const sent = {
  ...shared,
  ...sentForm,
} as const;

export const showWebhooks = defineRoute({
  ...shown,
  operationId: 'showWebhooks',
  path,
  summary: 'List your webhook endpoints',
});

export const showNewWebhook = defineRoute({
  ...shown,
  operationId: 'showNewWebhook',
  path: `${path}/new`,
  summary: 'Show the form for a webhook endpoint',
});

export const createWebhookOnPage = defineRoute({
  ...sent,
  operationId: 'createWebhook',
  path: `${path}/new`,
  summary: 'Add a webhook endpoint',
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
  summary: 'Show a webhook endpoint and its deliveries',
  params: OwnEndpoint,
  query: EndpointPageQuery,
});

export const showWebhookForm = defineRoute({
  ...shown,
  operationId: 'showWebhookForm',
  path: `${one}/edit`,
  summary: 'Show the form to change a webhook endpoint',
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
  summary: 'Show the form to enable a webhook endpoint, with the choice of its key',
  params: OwnEndpoint,
});

export const enableWebhookOnPage = defineRoute({
  ...sent,
  operationId: 'enableWebhook',
  path: `${one}/enable`,
  summary: 'Enable a webhook endpoint again',
  params: OwnEndpoint,
  body: EnableForm,
  writes: { put: ['audit', 'event'], update: ['session', 'webhookEndpoint'] },
});

export const showWebhookRotation = defineRoute({
  ...shown,
  operationId: 'showWebhookRotation',
  path: `${one}/rotate`,
  summary: 'Ask to confirm a new secret for a webhook endpoint',
  params: OwnEndpoint,
});

export const rotateWebhookOnPage = defineRoute({
  ...sent,
  operationId: 'rotateWebhook',
  path: `${one}/rotate`,
  summary: 'Replace the secret of a webhook endpoint',
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
  summary: 'Send a delivery again',
  params: OwnDelivery,
  body: Confirmation,
  writes: { put: ['event', 'webhookDue'], update: ['attempts', 'session', 'webhookEndpoint'] },
  errors: [apiErrors.foreignForm, eventErrors.tooManyTests],
});

export const showDelivery = defineRoute({
  ...shown,
  operationId: 'showDelivery',
  path: `${one}/deliveries/{deliveryId}`,
  summary: 'Show a delivery and its responses',
  params: OwnDelivery,
});

export const showResend = defineRoute({
  ...shown,
  operationId: 'showResend',
  path: `${one}/resend`,
  summary: 'Ask to confirm that failed deliveries are sent again',
  params: OwnEndpoint,
});

export const resendFailedOnPage = defineRoute({
  ...sent,
  operationId: 'resendFailed',
  path: `${one}/resend`,
  summary: 'Send failed deliveries again',
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
  summary: 'Ask to confirm the deletion of a webhook endpoint',
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
