import { cspHash, inlineScript } from '../../kernel/pages/inline-script.ts';

/** Rules that only the documentation needs: other pages do not load them. */
export const documentationStyle = `.guide pre{overflow-x:auto;margin:0 0 1.25rem;padding:.9rem 1.1rem;font:.8125rem/1.5 var(--mono);background:var(--paper);border:1px solid var(--line);border-radius:6px;overflow-wrap:normal}
.guide pre[data-language]::before{content:attr(data-language);display:block;margin-bottom:.35rem;color:var(--soft);font-size:.75rem}
.guide :not(pre)>code{font:.9em var(--mono)}
.guide blockquote{margin:0 0 1rem;padding:.1rem 0 .1rem 1rem;border-left:5px solid var(--accent)}
.guide li{margin:.25rem 0}
.guide .scroll{overflow-x:auto}
.guide .scroll td{min-width:7rem}
.comment{color:var(--soft)}
.string{color:var(--good)}
.keyword{color:var(--accent)}
.number{color:var(--warn)}
.code{position:relative}
.copy{position:absolute;top:.4rem;right:.4rem;padding:.2rem .7rem;font:600 .8125rem/1.4 var(--sans);color:var(--accent);background:var(--paper);border:1px solid var(--edge);border-radius:4px;cursor:pointer}
.anchor{font-weight:400;text-decoration:none}
.guides li{margin:0 0 .6rem}
.fields{list-style:none;margin:0 0 1.25rem;padding:0}
.fields .fields{margin:.35rem 0 0;padding:0 0 0 1rem;border-left:2px solid var(--line)}
.guide .fields>li{margin:0;padding:.45rem 0}
.fields p{margin:.15rem 0 0}
.fields li+li{border-top:1px solid var(--line)}
.contents ol{margin:.25rem 0 0}
.around{display:flex;flex-wrap:wrap;gap:.5rem 2rem;justify-content:space-between;margin:2.5rem 0 1.5rem;padding:1rem 0 0;border-top:1px solid var(--line)}
.find{margin:0 0 1.5rem}
.find .field{margin-bottom:.75rem}
.side{font-size:.9375rem;line-height:1.35}
.side p{margin:1rem 0 .25rem;color:var(--soft)}
.side li+li{margin:0}
.side a{display:inline-block;padding:.25rem 0}
.side [aria-current]{color:var(--ink);font-weight:600;text-decoration:none}
@media screen and (min-width:64rem){main:has(>.side){display:grid;grid-template:repeat(9,min-content) 1fr/13rem minmax(0,1fr);column-gap:3rem}main>*{grid-column:2}main>.side{grid-column:1;grid-row:1/-1;align-self:start;position:sticky;top:1rem;max-height:calc(100vh - 2rem);overflow-y:auto}}
@media print{.copy,.side{display:none}}`;

/** Adds a copy button to each code block. In a shell session, it copies only the commands. */
export const copyScript =
  inlineScript(`for (const code of navigator.clipboard ? document.querySelectorAll('.code') : []) {
const text = code.textContent;
const isSession = code.firstElementChild.dataset.language === 'console';
const button = Object.assign(document.createElement('button'), { type: 'button', className: 'copy', textContent: 'Copy' });
button.setAttribute('aria-live', 'polite');
button.addEventListener('click', async () => {
const commands = [...text.matchAll(/^\\$ ((?:.*\\\\\\n)*.*)/gm)].map(([, command]) => command);
await navigator.clipboard.writeText(isSession ? commands.join('\\n') : text);
button.textContent = 'Copied';
setTimeout(() => { button.textContent = 'Copy'; }, 2000);
});
code.append(button);
}`);

/**
 * Redirects addresses of the previous reference. A script must do this, because browsers don't send
 * the part after `#`.
 */
export const oldPlacesScript =
  inlineScript(`const [, kind, group, operation] = /^#(tag|model|description|webhook)\\b\\/?([\\w-]*)\\/?(.*)/.exec(location.hash) ?? [];
const reference = location.pathname.replace(/\\/docs(?:\\/reference)?\\/?$/, '/docs/reference');
if (kind === 'tag' && group) location.replace(reference + '/' + group + (operation && '#' + operation));
else if (kind && reference !== location.pathname) location.replace(reference);`);

/** The hashes for the CSP of the start pages of the documentation and of a reference. */
export const startPageHashes = {
  ownScript: oldPlacesScript.hash,
  ownStyle: cspHash(documentationStyle),
};

/** The hashes for the CSP of the documentation's other pages. */
export const documentationHashes = {
  ownScript: copyScript.hash,
  ownStyle: cspHash(documentationStyle),
};
