import * as apiErrors from '../errors/errors.ts';
import { pageType } from './route.ts';

/** What the rows of pages for signed-in people have in common. */
export const portalPage = {
  tag: 'Portal',
  auth: { scheme: 'none' },
  produces: pageType,
  table: 'read',
  service: true,
} as const;

/** A page that is shown. Its session records the use. */
export const shownPage = { method: 'GET', errors: [], writes: { update: ['session'] } } as const;

export const sentForm = {
  method: 'POST',
  bodyType: 'form',
  errors: [apiErrors.foreignForm],
} as const;
