import { byLocale } from '../../kernel/pages/by-locale.ts';
import { button } from '../../kernel/pages/form.ts';
import { type Html, html } from '../../kernel/pages/html.ts';
import { layout } from '../../kernel/pages/layout.ts';
import type { PageContext } from '../../kernel/pages/page-context.ts';
import { oauthFormPostPageTexts } from '../texts/index.ts';

const textsFor = byLocale(oauthFormPostPageTexts);

/**
 * The path of the script that submits the page's form, or follows the link of a logout page once
 * its frames are loaded.
 */
export const formPostScriptPath = '/assets/continue.js';

/**
 * The script. The page's CSP allows no inline script. It is ECMAScript 5 because it must also run
 * in old embedded browsers, and in HtmlUnit, which the OpenID Foundation's test suite uses and
 * which can't parse `?.`.
 */
export const formPostScript = `(function () {
  var answer = document.getElementById('answer');
  if (answer) answer.submit();
  window.addEventListener('load', function () {
    var onward = document.getElementById('onward');
    if (onward) onward.click();
  });
})();
`;

export interface PostedAnswer {
  readonly redirectUri: string;
  /** The method of the form; default: `post`. */
  readonly method?: 'get';
  readonly parameters: Readonly<Record<string, string>>;
}

/** A page that sends a response to a client as a form (OAuth 2.0 Form Post Response Mode). */
export function formPostPage(
  context: PageContext,
  { redirectUri, parameters, method }: PostedAnswer,
): Html {
  const texts = textsFor(context);
  return layout(context, { title: texts.title, script: formPostScriptPath }, [
    html`<p class="lead">${texts.lead(new URL(redirectUri).host)}</p>`,
    // The form is sent to the client: it has no CSRF token, and its fields have the protocol's
    // names.
    html`<form id="answer" method="${method ?? 'post'}" action="${redirectUri}">
${Object.entries(parameters).map(
  ([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`,
)}
${button({ label: texts.next })}
</form>`,
  ]);
}
