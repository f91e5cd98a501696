import { maintenanceCode } from '../errors.ts';
import { type Html, html } from './html.ts';
import { layout } from './layout.ts';
import type { Site } from './site.ts';

interface Failure {
  readonly status: number;
  readonly requestId: string;
  readonly extras: { readonly code?: string };
}

interface Words {
  readonly title: string;
  readonly text: string;
}

const unexpected: Words = {
  title: 'Something went wrong',
  text: 'The service could not answer. Nothing is lost; please try again in a few minutes.',
};

const refused: Words = {
  title: 'This could not be done',
  text: 'The service could not read what was sent. Go back, open the page again and retry.',
};

const maintained: Words = {
  title: 'Under maintenance',
  text: 'The registry is being worked on. What is there can be read, but nothing can be changed, signed or paid for the moment, and nobody can sign in. What you sent was not accepted, and nothing was changed. Please try again later.',
};

const words: Readonly<Partial<Record<number, Words>>> = {
  403: {
    title: 'Open the page again',
    text: 'For your protection the form was not accepted, because it does not belong to a page that is open in this browser. Nothing was changed. Open the link again, with cookies allowed, and repeat the step.',
  },
  404: {
    title: 'Page not found',
    text: 'There is nothing at this address. If you followed a link from a message, check that all of it was copied.',
  },
  413: {
    title: 'Too much was sent',
    text: 'The form is larger than the service accepts. Go back and shorten the text, or choose a smaller file.',
  },
  429: {
    title: 'Too many tries',
    text: 'Nothing was done. Please wait, an hour at most, then try again.',
  },
};

/** The page for a failure that no page of its own explains, with the id under which it is in the log. */
export function errorPage(site: Site, { status, requestId, extras }: Failure): Html {
  const { title, text } =
    extras.code === maintenanceCode
      ? maintained
      : (words[status] ?? (status >= 500 ? unexpected : refused));
  return layout(
    site,
    { title },
    html`<p class="lead">${text}</p>
<p class="fine">Reference for questions: <span class="exact">${requestId}</span></p>`,
  );
}
