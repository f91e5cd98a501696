import { button, linkButton } from '../../kernel/pages/form.ts';
import { type Html, html } from '../../kernel/pages/html.ts';
import { layout } from '../../kernel/pages/layout.ts';
import { inEnglish, type Site } from '../../kernel/pages/site.ts';
import { type CeremonyForm, ceremonyForm } from './ceremony-form.ts';

/** The other way in, below the form for the address. */
export function passkeySignInForm(ceremony: Omit<CeremonyForm, 'kind'>): Html {
  return ceremonyForm({ kind: 'offer', ...ceremony }, [
    html`<h2>Or with a passkey</h2>
<p>If you have added one to your account: no mail, no code.</p>`,
    button({ label: 'Sign in with a passkey', kind: 'secondary' }),
  ]);
}

const words = {
  over: {
    title: 'Try once more',
    text: 'The page was open for more than five minutes, was used already, or was opened in another browser. Nothing was done.',
  },
  wrong: {
    title: 'This passkey does not work here',
    text: 'It may have been removed from your account, or have been made for something else. Sign in with a code by mail, and look at your passkeys.',
  },
  suspended: {
    title: 'This passkey is not accepted any more',
    text: 'Its counter went back, so there may be a copy of it. Sign in with a code by mail, remove it, and add a new one.',
  },
} as const;

/** A sign-in with a passkey that was refused. `again` leads to the sign-in page, on the same way. */
export function passkeyRefusedPage(site: Site, why: keyof typeof words, again: string): Html {
  const { title, text } = words[why];
  return layout(inEnglish(site), { title }, [
    html`<p class="lead">${text}</p>`,
    html`<p>${linkButton('Back to the sign-in', again)}</p>`,
  ]);
}
