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
import { portalLayout, type Reader } from '../../kernel/pages/portal-layout.ts';
import { href, type Site } from '../../kernel/pages/site.ts';
import { definitionList, instant, notice } from '../../kernel/pages/text.ts';
import { words } from '../../kernel/pages/words.ts';
import { maxPasskeys } from '../domain/passkey.ts';
import { passkeyPagesTexts } from '../texts/index.ts';
import { type CeremonyForm, ceremonyForm } from './ceremony-form.ts';
import { passkeyScriptPath } from './passkey-script.ts';

/** A passkey as its owner sees it. Instants are ISO 8601 in UTC. */
export interface ShownPasskey {
  readonly id: string;
  readonly name: string;
  readonly synced: boolean;
  readonly createdAt: string;
  readonly lastUsedAt: string | null;
  readonly suspendedAt: string | null;
  /** When it can be used for staff decisions. */
  readonly vouched?: string | undefined;
}

const say = words(passkeyPagesTexts);

const place = '/portal/passkeys';
const list = (site: Site) => href(site, place);

/** All passkeys of the reader, oldest first. One from the last minute is marked as new. */
export function passkeysPage(
  site: Site,
  reader: Reader,
  passkeys: readonly ShownPasskey[],
  now: Date,
): Html {
  const said = say(site);
  const newest = passkeys.at(-1);
  const isNew = newest !== undefined && now.getTime() - Date.parse(newest.createdAt) < 60_000;
  return portalLayout(site, reader, { title: said.title, kicker: said.kicker, place }, [
    isNew && notice('success', said.done, html`<p>${said.use(newest.name)}</p>`),
    html`<p class="lead">${said.lead}</p>`,
    passkeys.length === 0 && html`<p>${said.none}</p>`,
    passkeys.map((passkey) => [
      html`<h2>${passkey.name}</h2>`,
      suspension(site, passkey),
      facts(site, passkey),
      html`<p class="acts"><a href="${list(site)}/${passkey.id}">${said.rename}<span class="unseen"> ${passkey.name}</span></a><a href="${list(site)}/${passkey.id}/remove">${said.remove}<span class="unseen"> ${passkey.name}</span></a></p>`,
    ]),
    passkeys.length >= maxPasskeys
      ? html`<p>${said.most}</p>`
      : html`<p class="after">${linkButton(said.add, `${list(site)}/new`)}</p>`,
    html`<p class="fine after">${said.removing(html`<a href="${href(site, '/portal/browsers')}">${said.browsers}</a>`)}</p>`,
  ]);
}

/** Runs the ceremony that makes a passkey. */
export function newPasskeyPage(
  site: Site,
  reader: Reader,
  { offered, options }: Pick<CeremonyForm, 'offered' | 'options'>,
  { value = '', errors = {} }: { readonly value?: string; readonly errors?: FieldErrors } = {},
): Html {
  const said = say(site);
  const title = said.add;
  return portalLayout(
    site,
    reader,
    {
      ...formHead(title, errors, site),
      kicker: said.title,
      script: passkeyScriptPath,
    },
    [
      html`<p class="lead">${said.howItGoes}</p>`,
      html`<div data-without-passkeys>${notice(
        'warning',
        said.needsScript,
        html`<p>${said.elseWorks}</p>`,
      )}</div>`,
      ceremonyForm(
        {
          kind: 'create',
          csrfToken: reader.csrfToken,
          action: `${list(site)}/new`,
          offered,
          options,
        },
        [
          textField({
            name: 'name',
            label: said.name,
            hint: said.nameHint,
            maxlength: 60,
            required: false,
            autocomplete: 'off',
            value,
            error: errors['name'],
          }),
          button({ label: said.add }),
        ],
      ),
      html`<p class="after"><a href="${list(site)}">${said.back}</a></p>`,
    ],
  );
}

type Failure = 'over' | 'wrong' | 'taken' | 'full' | 'deactivated' | 'unvouched';

/** The page for a passkey that was not added. */
export function passkeyNotAddedPage(site: Site, reader: Reader, why: Failure): Html {
  const said = say(site);
  return portalLayout(site, reader, { title: said.notAdded, kicker: said.title }, [
    html`<p class="lead">${said.failures[why]}</p>`,
    buttons(
      linkButton(said.again, `${list(site)}/new`),
      linkButton(said.mine, list(site), 'secondary'),
    ),
  ]);
}

/** The form that renames a passkey. */
export function renamePasskeyPage(
  site: Site,
  reader: Reader,
  passkey: ShownPasskey,
  {
    value = passkey.name,
    errors = {},
  }: { readonly value?: string; readonly errors?: FieldErrors } = {},
): Html {
  const { csrfToken } = reader;
  const said = say(site);
  const title = said.renameTitle;
  const head = {
    ...formHead(title, errors, site),
    kicker: passkey.name,
  };
  return portalLayout(site, reader, head, [
    facts(site, passkey),
    form({ csrfToken }, [
      textField({
        name: 'name',
        label: said.name,
        maxlength: 60,
        required: false,
        autocomplete: 'off',
        value,
        error: errors['name'],
      }),
      buttons(button({ label: said.save }), linkButton(said.leave, list(site), 'secondary')),
    ]),
  ]);
}

/** Asks for confirmation to remove a passkey. */
export function removePasskeyPage(site: Site, reader: Reader, passkey: ShownPasskey): Html {
  const { csrfToken } = reader;
  const said = say(site);
  return portalLayout(site, reader, { title: said.removeTitle, kicker: passkey.name }, [
    html`<p class="lead">${said.removeText}</p>`,
    facts(site, passkey),
    form(
      { csrfToken },
      buttons(
        button({ label: said.removeButton, kind: 'danger' }),
        linkButton(said.leave, list(site), 'secondary'),
      ),
    ),
  ]);
}

function suspension(site: Site, { suspendedAt }: ShownPasskey) {
  const said = say(site);
  return (
    suspendedAt !== null &&
    notice('warning', said.notAccepted, html`<p>${said.counter(instant(suspendedAt, site))}</p>`)
  );
}

function facts(site: Site, { synced, createdAt, lastUsedAt, vouched }: ShownPasskey): Html {
  const said = say(site);
  return definitionList([
    [said.added, instant(createdAt, site)],
    [said.lastUsed, lastUsedAt === null ? said.never : instant(lastUsedAt, site)],
    [said.kept, synced ? said.synced : said.bound],
    vouched === undefined ? null : [said.decisions, said.yes],
  ]);
}
