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

/** A page that is read. The session notes that it was used. */
export const shownPage = { method: 'GET', errors: [], writes: { update: ['session'] } } as const;

/** A form of a page that is sent. */
export const sentForm = {
  method: 'POST',
  bodyType: 'form',
  errors: [apiErrors.foreignForm],
} as const;
