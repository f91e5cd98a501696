import type { Spoken } from '../../kernel/domain/locale.ts';
import { button, linkButton } from '../../kernel/pages/form.ts';
import { type Html, html } from '../../kernel/pages/html.ts';
import { layout } from '../../kernel/pages/layout.ts';
import type { Site } from '../../kernel/pages/site.ts';
import { words } from '../../kernel/pages/words.ts';
import { passkeySignInTexts } from '../texts/index.ts';
import { type CeremonyForm, ceremonyForm } from './ceremony-form.ts';

const say = words(passkeySignInTexts);

/** The passkey sign-in below the form for the email address. */
export function passkeySignInForm(ceremony: Omit<CeremonyForm, 'kind'>, reader: Spoken = {}): Html {
  const said = say(reader);
  return ceremonyForm({ kind: 'offer', ...ceremony }, [
    html`<h2>${said.or}</h2>
<p>${said.ifAdded}</p>`,
    button({ label: said.signIn, kind: 'secondary' }),
  ]);
}

/** A refused passkey sign-in. `again` leads back to the sign-in page. */
export function passkeyRefusedPage(
  site: Site,
  why: 'over' | 'wrong' | 'suspended',
  again: string,
): Html {
  const said = say(site);
  const { title, text } = said.refused[why];
  return layout(site, { title }, [
    html`<p class="lead">${text}</p>`,
    html`<p>${linkButton(said.back, again)}</p>`,
  ]);
}
