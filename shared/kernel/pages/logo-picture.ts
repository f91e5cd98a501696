import { type Html, html } from './html.ts';

/**
 * The logo of an application: our own PNG as base64 in the page itself, so that nobody else learns who sees it. Without
 * `name` it is next to the name and needs no text.
 */
export function logoPicture(base64: string, name = ''): Html {
  return html`<img class="logo" src="data:image/png;base64,${base64}" width="64" height="64" alt="${name}">`;
}
