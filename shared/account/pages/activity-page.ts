import { dayInUtc, instantOf } from '../../kernel/domain/dates.ts';
import type { Spoken } from '../../kernel/domain/locale.ts';
import { dayInWords } from '../../kernel/pages/dates-in-words.ts';
import { button, buttons, queryForm, select, textField } from '../../kernel/pages/form.ts';
import { type Content, type Html, html } from '../../kernel/pages/html.ts';
import { portalLayout, type Reader } from '../../kernel/pages/portal-layout.ts';
import { href, type Site } from '../../kernel/pages/site.ts';
import { words } from '../../kernel/pages/words.ts';
import {
  type Activity,
  type ActivityActor,
  type ActivityFilter,
  writeBy,
} from '../domain/activity.ts';
import { activityPageTexts, activityTexts } from '../texts/index.ts';
import { activityFacts, activityRights } from './activity-facts.ts';

const sayOfAct = words(activityTexts);

/** The action in words; without a text, its name. */
export function activityWords(
  { action, outcome }: Pick<Activity, 'action' | 'outcome'>,
  reader: Spoken,
): string {
  const { whole, things, steps, refused } = sayOfAct(reader);
  const ending = outcome === 'refused' ? refused : '';
  const known: Readonly<Record<string, string>> = whole;
  const [type = '', step = ''] = action.split('.');
  const thing = wordOf(things, type);
  const what = wordOf(steps, step);
  const text =
    known[action] ?? (thing === undefined || what === undefined ? action : `${thing}: ${what}`);
  return text + ending;
}

/** The actions that have a text. */
export const namedActions: readonly string[] = Object.keys(activityTexts.en.whole);

function wordOf(texts: Readonly<Record<string, string>>, name: string): string | undefined {
  return texts[name];
}

const place = '/portal/activity';

const say = words(activityPageTexts);

/**
 * The name of an action's subject, and the page that shows it to the reader; null if there is none.
 */
export interface ActivityAbout {
  readonly name: string;
  readonly path: `/${string}` | null;
}

export interface ActivityView {
  /** As in the URL. */
  readonly by: string;
  readonly filter: ActivityFilter;
  /** Newest first. */
  readonly activities: readonly Activity[];
  /** The start of the next part; null at the end. */
  readonly next: string | null;
  readonly keys: readonly {
    readonly id: string;
    readonly label: string | null;
    readonly lastFour: string;
    readonly revokedAt: string | null;
  }[];
  readonly clients: readonly { readonly id: string; readonly name: string }[];
  /** The names of subjects by id, if they have one. */
  readonly abouts: ReadonlyMap<string, ActivityAbout>;
}

/** Actions in a person's name, by day, with the links to end a key or an application. */
export function activityPage(site: Site, reader: Reader, view: ActivityView): Html {
  const { by, filter, activities, next } = view;
  const { requestId: request = '' } = filter;
  const said = say(site);
  const days = Map.groupBy(activities, ({ at }) => dayInUtc(at));
  return portalLayout(site, reader, { title: said.title, place }, [
    html`<p class="lead">${said.lead}</p>`,
    queryForm(href(site, place), said.choose, [
      select({ name: 'by', label: said.by, value: by, options: choices(site, view) }),
      textField({
        name: 'request',
        label: said.request,
        hint: said.requestHint,
        value: request,
        maxlength: 100,
        required: false,
        spellcheck: false,
      }),
      buttons(button({ label: said.show, kind: 'secondary' })),
    ]),
    stopLink(site, view),
    activities.length === 0 &&
      html`<p class="after">${next === null ? said.none : said.noneHere}</p>`,
    [...days].map(
      ([day, acts]) => html`<h2>${dayInWords(day, site.locale)}</h2>
<ul class="plain">${acts.map((activity) => entry(site, view, activity))}</ul>`,
    ),
    next !== null &&
      html`<p class="after"><a href="${href(site, `${place}?${new URLSearchParams({ ...(by !== '' && { by }), ...(request !== '' && { request }), after: next })}`)}">${said.earlier}</a></p>`,
  ]);
}

function entry(site: Site, view: ActivityView, activity: Activity): Html {
  const { at } = activity;
  const about = view.abouts.get(activity.id);
  const names = new Map(view.keys.map((key) => [key.id, keyName(site, key)]));
  const facts = activityFacts(activity, names, site);
  const rights = activityRights(activity, site);
  return html`<li><strong>${activityWords(activity, site)}</strong>
<p class="fine"><time datetime="${at}">${instantOf(at).toISOString().slice(11, 16)} UTC</time> · ${actorOf(site, view, activity)}${
    about !== undefined &&
    html` · ${about.path === null ? about.name : html`<a href="${href(site, about.path)}">${about.name}</a>`}`
  }${facts.map((fact) => [' · ', fact])}</p>${
    rights.length > 0 &&
    html`<details class="fine"><summary>${say(site).rights}</summary><ul>${rights.map((each) => html`<li>${each}</li>`)}</ul></details>`
  }</li>`;
}

/** The actor; a key or an application links to its other actions. */
function actorOf(site: Site, view: ActivityView, activity: Activity): Content {
  const { kind, id } = activity.actor;
  const name = actorName(site, view, activity);
  if (id === null || id === view.filter.actorId) return name;
  return html`<a href="${href(site, `${place}?${new URLSearchParams({ by: writeBy(kind, id) })}`)}">${name}</a>`;
}

function actorName(site: Site, { keys, clients }: ActivityView, { actor }: Activity): string {
  const said = say(site);
  switch (actor.kind) {
    case 'person':
      return said.you;
    case 'partner':
      return said.partner;
    case 'registry':
      return said.registry;
    case 'oauth_client':
      return said.client(clients.find(({ id }) => id === actor.id)?.name ?? '');
    case 'standard_key':
    case 'agent_key': {
      const key = keys.find(({ id }) => id === actor.id);
      return said.key(key === undefined ? (actor.id ?? '') : keyName(site, key));
    }
  }
}

function keyName(site: Site, { label, lastFour }: ActivityView['keys'][number]): string {
  return label ?? say(site).unnamed(lastFour);
}

/** The filters: kinds of actors, and the one key or application that a link selected. */
function choices(site: Site, view: ActivityView): readonly (readonly [string, string])[] {
  const said = say(site);
  const kinds: readonly (readonly [ActivityActor, string])[] = [
    ['person', said.you],
    ['standard_key', said.allKeys],
    ['agent_key', said.allAgentKeys],
    ['oauth_client', said.allClients],
    ['registry', said.registry],
    ['partner', said.partner],
  ];
  const chosen = chosenName(site, view);
  return [
    ['', said.everybody],
    ...kinds.flatMap(([kind, name]): readonly (readonly [string, string])[] => [
      [writeBy(kind), name],
      ...(chosen !== null && kind === view.filter.actorKind ? [[view.by, chosen] as const] : []),
    ]),
  ];
}

/** The name of the key or application that the filter names; null if there is none. */
function chosenName(site: Site, { filter, keys, clients }: ActivityView): string | null {
  const said = say(site);
  const key = keys.find(({ id }) => id === filter.actorId);
  if (key !== undefined) {
    return (key.revokedAt === null ? said.key : said.revokedKey)(keyName(site, key));
  }
  const client = clients.find(({ id }) => id === filter.actorId);
  return client === undefined ? null : said.client(client.name);
}

/** A link to end the access of the selected key or application. */
function stopLink(site: Site, { filter, keys, clients }: ActivityView): Content {
  const { actorKind, actorId } = filter;
  const said = say(site);
  const key = keys.find(({ id, revokedAt }) => id === actorId && revokedAt === null);
  if (key !== undefined) {
    return html`<p class="acts"><a href="${href(site, `/portal/developer/keys/${key.id}/revoke`)}">${said.revoke}</a></p>`;
  }
  const client = clients.find(({ id }) => actorKind === 'oauth_client' && id === actorId);
  return (
    client !== undefined &&
    html`<p class="acts"><a href="${href(site, `/portal/connections/${client.id}/revoke`)}">${said.end}</a></p>`
  );
}
