import { byLocale } from '../../kernel/pages/by-locale.ts';
import {
  button,
  buttons,
  type FieldErrors,
  form,
  formHead,
  linkButton,
  textField,
} from '../../kernel/pages/form.ts';
import { type Html, html } from '../../kernel/pages/html.ts';
import { href, type PageContext } from '../../kernel/pages/page-context.ts';
import { portalLayout, type Viewer } from '../../kernel/pages/portal-layout.ts';
import { definitionList, instant, notice } from '../../kernel/pages/text.ts';
import { maxPasskeys } from '../domain/passkey.ts';
import { passkeyPagesTexts } from '../texts/index.ts';
import { type CeremonyForm, ceremonyForm } from './ceremony-form.ts';

/** A passkey as its owner sees it. Instants are ISO 8601 in UTC. */
export interface PasskeyView {
  readonly id: string;
  readonly name: string;
  readonly synced: boolean;
  readonly createdAt: string;
  readonly lastUsedAt: string | null;
  readonly suspendedAt: string | null;
  /** When it can be used for staff decisions. */
  readonly trustedBy?: string | undefined;
}

const textsFor = byLocale(passkeyPagesTexts);

const section = '/portal/passkeys';
const list = (context: PageContext) => href(context, section);

/** All passkeys of the viewer, oldest first. One from the last minute is marked as new. */
export function passkeysPage(
  context: PageContext,
  viewer: Viewer,
  passkeys: readonly PasskeyView[],
  now: Date,
): Html {
  const texts = textsFor(context);
  const newest = passkeys.at(-1);
  const isNew = newest !== undefined && now.getTime() - Date.parse(newest.createdAt) < 60_000;
  return portalLayout(context, viewer, { title: texts.title, kicker: texts.kicker, section }, [
    isNew && notice('success', texts.done, html`<p>${texts.use(newest.name)}</p>`),
    html`<p class="lead">${texts.lead}</p>`,
    passkeys.length === 0 && html`<p>${texts.none}</p>`,
    passkeys.map((passkey) => [
      html`<h2>${passkey.name}</h2>`,
      suspension(context, passkey),
      facts(context, passkey),
      html`<p class="acts"><a href="${list(context)}/${passkey.id}">${texts.rename}<span class="unseen"> ${passkey.name}</span></a><a href="${list(context)}/${passkey.id}/remove">${texts.remove}<span class="unseen"> ${passkey.name}</span></a></p>`,
    ]),
    passkeys.length >= maxPasskeys
      ? html`<p>${texts.most}</p>`
      : html`<p class="after">${linkButton(texts.add, `${list(context)}/new`)}</p>`,
    html`<p class="fine after">${texts.removing(html`<a href="${href(context, '/portal/browsers')}">${texts.browsers}</a>`)}</p>`,
  ]);
}

/** Runs the ceremony that makes a passkey. */
export function newPasskeyPage(
  context: PageContext,
  viewer: Viewer,
  { offered, options }: Pick<CeremonyForm, 'offered' | 'options'>,
  { value = '', errors = {} }: { readonly value?: string; readonly errors?: FieldErrors } = {},
): Html {
  const texts = textsFor(context);
  const title = texts.add;
  return portalLayout(
    context,
    viewer,
    {
      ...formHead(title, errors, context),
      kicker: texts.title,
      section,
    },
    [
      html`<p class="lead">${texts.howItGoes}</p>`,
      html`<div data-without-passkeys>${notice(
        'warning',
        texts.needsScript,
        html`<p>${texts.elseWorks}</p>`,
      )}</div>`,
      ceremonyForm(
        {
          kind: 'create',
          csrfToken: viewer.csrfToken,
          action: `${list(context)}/new`,
          offered,
          options,
        },
        [
          textField({
            name: 'name',
            label: texts.name,
            hint: texts.nameHint,
            maxlength: 60,
            required: false,
            autocomplete: 'off',
            value,
            error: errors['name'],
          }),
          button({ label: texts.add }),
        ],
      ),
      html`<p class="after"><a href="${list(context)}">${texts.back}</a></p>`,
    ],
  );
}

type Failure = 'over' | 'wrong' | 'taken' | 'full' | 'deactivated' | 'untrusted';

/** The page for a passkey that was not added. */
export function passkeyNotAddedPage(context: PageContext, viewer: Viewer, why: Failure): Html {
  const texts = textsFor(context);
  return portalLayout(context, viewer, { title: texts.notAdded, kicker: texts.title, section }, [
    html`<p class="lead">${texts.failures[why]}</p>`,
    buttons(
      linkButton(texts.again, `${list(context)}/new`),
      linkButton(texts.mine, list(context), 'secondary'),
    ),
  ]);
}

export function renamePasskeyPage(
  context: PageContext,
  viewer: Viewer,
  passkey: PasskeyView,
  {
    value = passkey.name,
    errors = {},
  }: { readonly value?: string; readonly errors?: FieldErrors } = {},
): Html {
  const { csrfToken } = viewer;
  const texts = textsFor(context);
  const title = texts.renameTitle;
  const head = {
    ...formHead(title, errors, context),
    kicker: passkey.name,
    section,
  } as const;
  return portalLayout(context, viewer, head, [
    facts(context, passkey),
    form({ csrfToken }, [
      textField({
        name: 'name',
        label: texts.name,
        maxlength: 60,
        required: false,
        autocomplete: 'off',
        value,
        error: errors['name'],
      }),
      buttons(button({ label: texts.save }), linkButton(texts.leave, list(context), 'secondary')),
    ]),
  ]);
}

/** Asks for confirmation to remove a passkey. */
export function removePasskeyPage(
  context: PageContext,
  viewer: Viewer,
  passkey: PasskeyView,
): Html {
  const { csrfToken } = viewer;
  const texts = textsFor(context);
  return portalLayout(
    context,
    viewer,
    { title: texts.removeTitle, kicker: passkey.name, section },
    [
      html`<p class="lead">${texts.removeText}</p>`,
      facts(context, passkey),
      form(
        { csrfToken },
        buttons(
          button({ label: texts.removeButton, kind: 'danger' }),
          linkButton(texts.leave, list(context), 'secondary'),
        ),
      ),
    ],
  );
}

function suspension(context: PageContext, { suspendedAt }: PasskeyView) {
  const texts = textsFor(context);
  return (
    suspendedAt !== null &&
    notice(
      'warning',
      texts.notAccepted,
      html`<p>${texts.counter(instant(suspendedAt, context))}</p>`,
    )
  );
}

function facts(
  context: PageContext,
  { synced, createdAt, lastUsedAt, trustedBy }: PasskeyView,
): Html {
  const texts = textsFor(context);
  return definitionList([
    [texts.added, instant(createdAt, context)],
    [texts.lastUsed, lastUsedAt === null ? texts.never : instant(lastUsedAt, context)],
    [texts.kept, synced ? texts.synced : texts.bound],
    trustedBy === undefined ? null : [texts.decisions, texts.yes],
  ]);
}
