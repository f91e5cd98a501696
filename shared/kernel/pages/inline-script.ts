import { createHash } from 'node:crypto';
import { raw } from 'hono/html';
import { type Html, html } from './html.ts';

/** A script inside the page: a separate file would be a third request. */
export interface InlineScript {
  readonly part: Html;
  /** Its hash: the page's CSP allows only this script. */
  readonly hash: string;
}

export function inlineScript(script: string): InlineScript {
  return { part: html`<script>${raw(script)}</script>`, hash: cspHash(script) };
}

/** The hash of an inline script or style, in CSP syntax. */
export function cspHash(text: string): string {
  return `sha256-${createHash('sha256').update(text).digest('base64')}`;
}
