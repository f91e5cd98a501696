import type { MediaType } from './document.ts';

/** A page, for browsers. */
export const pageContent: MediaType = {
  schema: { type: 'string' },
  example: '<!doctype html><html lang="en">…</html>',
};
