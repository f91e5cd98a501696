import * as apiErrors from '../../kernel/errors/errors.ts';
import { defineRoute, pageType } from '../../kernel/http/route.ts';
import {
  DeviceConsentForm,
  DeviceConsentQuery,
  DeviceDoneQuery,
  DeviceQuery,
  EnterUserCode,
} from '../contracts/consent.ts';

const shared = {
  entry: 'functions/oauth/device.ts',
  tag: 'Portal',
  auth: { scheme: 'none' },
  produces: pageType,
  table: 'read',
  service: true,
  spec: '4.1',
} as const;
/** Without a session every page leads to the sign-in and back. */
const shown = { ...shared, method: 'GET', errors: [] } as const;
const sent = {
  ...shared,
  method: 'POST',
  bodyType: 'form',
  errors: [apiErrors.foreignForm],
} as const;

export const showDeviceCode = defineRoute({
  ...shown,
  operationId: 'showDeviceCode',
  path: '/oauth/device',
  writes: { update: ['session'] },
  summary: 'Enter the code that a device shows',
  query: DeviceQuery,
});

export const enterDeviceCode = defineRoute({
  ...sent,
  operationId: 'enterDeviceCode',
  path: '/oauth/device',
  writes: { update: ['attempts', 'session'] },
  summary: 'Find the device that shows a code',
  description:
    'Counted: 20 wrong codes of one person and 60 from one network address in a UTC hour. Unknown, expired and used codes are answered alike.',
  body: EnterUserCode,
  errors: [apiErrors.foreignForm, { ...apiErrors.tooManyAttempts, when: 'with `Retry-After`' }],
});

export const showDeviceConsent = defineRoute({
  ...shown,
  operationId: 'showDeviceConsent',
  path: '/oauth/device/confirm',
  writes: { update: ['session'] },
  summary: 'See what a device asks for',
  query: DeviceConsentQuery,
});

export const answerDevice = defineRoute({
  ...sent,
  operationId: 'answerDevice',
  path: '/oauth/device/confirm',
  writes: {
    put: ['audit', 'consent', 'deviceAuthorization', 'event'],
    update: ['session'],
    check: ['consent', 'person'],
  },
  summary: 'Allow a device what it asks for, or not',
  query: DeviceConsentQuery,
  body: DeviceConsentForm,
});

export const showDeviceDone = defineRoute({
  ...shown,
  operationId: 'showDeviceDone',
  path: '/oauth/device/done',
  writes: { update: ['session'] },
  summary: 'See that one can go back to the device',
  query: DeviceDoneQuery,
});
