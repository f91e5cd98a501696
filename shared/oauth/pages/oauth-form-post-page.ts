import { button } from '../../kernel/pages/form.ts';
import { type Html, html } from '../../kernel/pages/html.ts';
import { layout } from '../../kernel/pages/layout.ts';
import type { Site } from '../../kernel/pages/site.ts';
import { words } from '../../kernel/pages/words.ts';
import { oauthFormPostPageTexts } from '../texts/index.ts';

const say = words(oauthFormPostPageTexts);

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
export function formPostPage(site: Site, { redirectUri, parameters, method }: PostedAnswer): Html {
  const said = say(site);
  return layout(site, { title: said.title, script: formPostScriptPath }, [
    html`<p class="lead">${said.lead(new URL(redirectUri).host)}</p>`,
    // The form is sent to the client: it has no CSRF token, and its fields have the protocol's
    // names.
    html`<form id="answer" method="${method ?? 'post'}" action="${redirectUri}">
${Object.entries(parameters).map(
  ([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`,
)}
${button({ label: said.next })}
</form>`,
  ]);
}
