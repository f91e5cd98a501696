import { html as template } from 'hono/html';
import type { HtmlEscapedString } from 'hono/utils/html';

export type Html = HtmlEscapedString;

/** The values of a template. Text is escaped; `null`, `undefined` and `false` are omitted. */
export type Content = string | number | false | null | undefined | Html | readonly Content[];

/** HTML with escaped values. No other function puts text into a page. */
export function html(strings: TemplateStringsArray, ...values: readonly Content[]): Html {
  // It returns a promise only if one of the values is one, which their type rules out.
  return template(strings, ...values) as Html;
}
