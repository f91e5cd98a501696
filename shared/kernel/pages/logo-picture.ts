import { type Html, html } from './html.ts';

/**
 * An application's logo: a PNG made by us, embedded as base64 so that no third party learns who
 * sees it. Without `name` it is next to the name and needs no alternative text.
 */
export function logoPicture(base64: string, name = ''): Html {
  return html`<img class="logo" src="data:image/png;base64,${base64}" width="64" height="64" alt="${name}">`;
}
