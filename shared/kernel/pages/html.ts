import { html as template } from 'hono/html';
import type { HtmlEscapedString } from 'hono/utils/html';

export type Html = HtmlEscapedString;

/** The values of a template. Text is escaped; `null`, `undefined` and `false` are left out. */
export type Content = string | number | false | null | undefined | Html | readonly Content[];

/** HTML with escaped values. The only way for text to get into a page. */
export function html(strings: TemplateStringsArray, ...values: readonly Content[]): Html {
  // It returns a promise only if one of the values is one, which their type rules out.
  return template(strings, ...values) as Html;
}
