import { type Html, html } from './html.ts';
import { inlineScript } from './inline-script.ts';

/**
 * Single-key shortcuts for people who process many cases. A control declares its key in
 * `aria-keyshortcuts`, so screen readers announce exactly what works. Shortcuts are off in fields
 * and with modifiers, and can be turned off (WCAG 2.2, 2.1.4). Without the script the page only
 * lacks the list of shortcuts.
 *
 * Ctrl or Cmd with Enter presses the button of the field's choice. J and K move through the rows of
 * a table, X ticks the row's checkbox.
 */
const script = inlineScript(`(() => {
const box = document.getElementById('shortcuts');
const toggle = box.querySelector('input');
const store = (value) => { try { return value === undefined ? localStorage.getItem('shortcuts') : localStorage.setItem('shortcuts', value); } catch { return null; } };
toggle.checked = store() !== 'off';
toggle.addEventListener('change', () => store(toggle.checked ? 'on' : 'off'));
box.hidden = false;
const row = () => document.activeElement.closest('tbody tr');
const step = (by) => {
const rows = [...document.querySelectorAll('main form tbody tr')];
const at = rows.indexOf(row());
rows[at < 0 ? 0 : at + by]?.querySelector('a').focus();
};
const act = (key) => {
if (key === 'j') return step(1);
if (key === 'k') return step(-1);
if (key === 'x') return row()?.querySelector('input')?.click();
const all = [...document.querySelectorAll('[aria-keyshortcuts="' + key + '"]')];
const target = all.find((each) => !each.closest('details[open]')) ?? all[0];
const folded = target.closest('summary')?.parentElement;
if (folded) {
folded.open = true;
const field = folded.querySelector('select,textarea,button');
if (field) field.focus();
else folded.scrollIntoView({ block: 'nearest' });
} else if (target.matches('a,button')) target.click();
else target.focus();
};
addEventListener('keydown', (event) => {
const { key, target } = event;
if (toggle.checked && key === 'Enter' && (event.ctrlKey || event.metaKey) && !event.repeat) return target.closest('details[name]')?.querySelector('button').click();
if (!toggle.checked || event.ctrlKey || event.metaKey || event.altKey || event.isComposing || event.repeat && key !== 'j' && key !== 'k') return;
if (!/^[a-z/]$/.test(key) || target.matches('textarea,select,input:not([type=checkbox])')) return;
if (key !== 'x' && !'jk'.includes(key) && !document.querySelector('[aria-keyshortcuts="' + key + '"]')) return;
event.preventDefault();
act(key);
});
})();`);

export const shortcutsHash = script.hash;

/**
 * The list of a page's shortcuts, a checkbox that turns them off, and the script. It comes last on
 * the page.
 */
export function shortcutsPart(keys: Readonly<Record<string, string>>): Html {
  return html`<details id="shortcuts" hidden><summary>Keyboard shortcuts</summary>
<dl>${Object.entries(keys).map(
    ([key, what]) =>
      html`<div><dt><kbd>${key.length === 1 ? key.toUpperCase() : key}</kbd></dt><dd>${what}</dd></div>`,
  )}</dl>
<div class="field choice"><div><input id="shortcuts-on" type="checkbox" checked><label for="shortcuts-on">Use keyboard shortcuts</label></div></div>
</details>
${script.part}`;
}
