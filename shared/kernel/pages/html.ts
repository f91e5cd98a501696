import { html as template } from 'hono/html';
import type { HtmlEscapedString } from 'hono/utils/html';

export type Html = HtmlEscapedString;

/** What a template may hold. Text is escaped; `null`, `undefined` and `false` are left out. */
export type Content = string | number | false | null | undefined | Html | readonly Content[];

/** HTML with escaped values. The only way by which text gets into a page. */
export function html(strings: TemplateStringsArray, ...values: readonly Content[]): Html {
  // A promise comes back only where one of the values is one, and none is by their type.
  return template(strings, ...values) as Html;
}
