import { button, buttons, form, linkButton } from '../../kernel/pages/form.ts';
import { type Html, html } from '../../kernel/pages/html.ts';
import { layout } from '../../kernel/pages/layout.ts';
import { href, inEnglish, type Site } from '../../kernel/pages/site.ts';
import { claimLinkLifetime } from '../domain/claim-link.ts';

const hours = claimLinkLifetime / 3_600_000;

/**
 * The page behind the mailed link. Opening it does nothing, because programs that look for harmful links in
 * mail open it, too; the button does.
 */
export function claimPage(site: Site, { csrfToken }: { readonly csrfToken: string }): Html {
  return layout(
    inEnglish(site),
    { title: 'Open your account', kicker: 'Application for residency' },
    [
      html`<p class="lead">In your account you see how your application for residency stands. After the approval it is where your permit number is, and where you sign in to other services.</p>`,
      form({ csrfToken }, [
        buttons(
          button({ label: 'Open my account', name: 'decision', value: 'open' }),
          button({
            label: 'I did not apply: object',
            name: 'decision',
            value: 'object',
            kind: 'danger',
          }),
        ),
      ]),
      html`<p class="fine after">There is no password: from then on we send a code to your e-mail address whenever you sign in. An objection rejects the application at once, for good, and opens no account.</p>`,
    ],
  );
}

/** Shown after an objection by the link. */
export function claimObjectedPage(site: Site): Html {
  return layout(
    inEnglish(site),
    { title: 'You have objected', kicker: 'Application for residency' },
    [
      html`<p class="lead">The application was rejected, and the registry has taken note of who sent it. No account was opened; there is nothing else to do.</p>`,
    ],
  );
}

/** A used, expired or unknown link; the page does not tell which. */
export function claimOverPage(site: Site): Html {
  return layout(inEnglish(site), { title: 'This link is no longer valid' }, [
    html`<p class="lead">A link from a mail works once, within ${hours} hours. If you have opened your account before, sign in with your e-mail address.</p>`,
    html`<p>${linkButton('Sign in', href(site, '/portal/sign-in'))}</p>`,
  ]);
}
