import type { Localized } from '../../kernel/domain/locale.ts';
import { byLocale } from '../../kernel/pages/by-locale.ts';
import { button, linkButton } from '../../kernel/pages/form.ts';
import { type Html, html } from '../../kernel/pages/html.ts';
import { layout } from '../../kernel/pages/layout.ts';
import type { PageContext } from '../../kernel/pages/page-context.ts';
import { passkeySignInTexts } from '../texts/index.ts';
import { type CeremonyForm, ceremonyForm } from './ceremony-form.ts';

const textsFor = byLocale(passkeySignInTexts);

/** The passkey sign-in below the form for the email address. */
export function passkeySignInForm(
  ceremony: Omit<CeremonyForm, 'kind'>,
  context: Localized = {},
): Html {
  const texts = textsFor(context);
  return ceremonyForm({ kind: 'offer', ...ceremony }, [
    html`<h2>${texts.or}</h2>
<p>${texts.ifAdded}</p>`,
    button({ label: texts.signIn, kind: 'secondary' }),
  ]);
}

/** A refused passkey sign-in. `again` leads back to the sign-in page. */
export function passkeyRefusedPage(
  context: PageContext,
  why: 'over' | 'wrong' | 'suspended',
  again: string,
): Html {
  const texts = textsFor(context);
  const { title, text } = texts.refused[why];
  return layout(context, { title }, [
    html`<p class="lead">${text}</p>`,
    html`<p>${linkButton(texts.back, again)}</p>`,
  ]);
}
