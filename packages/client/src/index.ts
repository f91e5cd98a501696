export {
  type AnswerParts,
  type Attempt,
  type CallOptions,
  type FullAnswer,
  openRegistry,
  type Registry,
  type RegistryOptions,
} from './client.ts';
export type { components, operations, paths } from './description.ts';
export {
  type Device,
  type DeviceLoginOptions,
  deviceLogin,
  keepTokensFresh,
  type Tokens,
} from './device-login.ts';
export { RegistryError, type Violation } from './errors.ts';
export type { Accepted, Answer, Input, OperationId } from './operation-types.ts';
export { verifyWebhook, WebhookError, type WebhookEvent, type WebhookMessage } from './webhooks.ts';
