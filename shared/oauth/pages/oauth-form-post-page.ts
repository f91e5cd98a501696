import { button } from '../../kernel/pages/form.ts';
import { type Html, html } from '../../kernel/pages/html.ts';
import { layout } from '../../kernel/pages/layout.ts';
import type { Site } from '../../kernel/pages/site.ts';
import { words } from '../../kernel/pages/words.ts';
import { oauthFormPostPageTexts } from '../texts/index.ts';

const say = words(oauthFormPostPageTexts);

/** Path of the script that sends the page's form, or follows the link of a logout's page once its frames are loaded. */
export const formPostScriptPath = '/assets/continue.js';

/**
 * The script. The page's policy allows none in the page itself. In ECMAScript 5: an answer also must continue in embedded browsers
 * that are old, and in HtmlUnit, which the OpenID Foundation's suite signs in with and whose parser refused `?.`.
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
  /** How the form is sent; absent: `post`. */
  readonly method?: 'get';
  readonly parameters: Readonly<Record<string, string>>;
}

/** Carries an answer to a client as a form (OAuth 2.0 Form Post Response Mode). */
export function formPostPage(site: Site, { redirectUri, parameters, method }: PostedAnswer): Html {
  const said = say(site);
  return layout(site, { title: said.title, script: formPostScriptPath }, [
    html`<p class="lead">${said.lead(new URL(redirectUri).host)}</p>`,
    // It goes to the client, not to us: it has no token, and its fields have the protocol's names.
    html`<form id="answer" method="${method ?? 'post'}" action="${redirectUri}">
${Object.entries(parameters).map(
  ([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`,
)}
${button({ label: said.next })}
</form>`,
  ]);
}
