import * as apiErrors from '../../kernel/errors/errors.ts';
import { portalPage, sentForm } from '../../kernel/http/page-rows.ts';
import { defineRoute } from '../../kernel/http/route.ts';
import {
  DeviceConsentForm,
  DeviceConsentQuery,
  DeviceDoneQuery,
  DeviceQuery,
  EnterUserCode,
} from '../contracts/consent.ts';

const shared = {
  ...portalPage,
  entry: 'functions/oauth/device.ts',
  spec: '4.1',
} as const;
/** Without a session every page redirects to the sign-in, which returns there. */
const shown = { ...shared, method: 'GET', errors: [] } as const;
const sent = {
  ...shared,
  ...sentForm,
} as const;

export const showDeviceCode = defineRoute({
  ...shown,
  operationId: 'showDeviceCode',
  path: '/oauth/device',
  writes: { update: ['session'] },
  summary: 'Show the form for a device code',
  query: DeviceQuery,
});

export const enterDeviceCode = defineRoute({
  ...sent,
  operationId: 'enterDeviceCode',
  path: '/oauth/device',
  writes: { update: ['attempts', 'session'] },
  summary: 'Find the device with a code',
  body: EnterUserCode,
  errors: [
    apiErrors.foreignForm,
    { ...apiErrors.tooManyAttempts, when: 'Wait for `Retry-After`.' },
  ],
});

export const showDeviceConsent = defineRoute({
  ...shown,
  operationId: 'showDeviceConsent',
  path: '/oauth/device/confirm',
  writes: { update: ['session'] },
  summary: 'Show what access a device requests',
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
  summary: 'Allow or deny a device’s request',
  query: DeviceConsentQuery,
  body: DeviceConsentForm,
});

export const showDeviceDone = defineRoute({
  ...shown,
  operationId: 'showDeviceDone',
  path: '/oauth/device/done',
  writes: { update: ['session'] },
  summary: 'Show that the device is connected',
  query: DeviceDoneQuery,
});
