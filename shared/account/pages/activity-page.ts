import { dayInUtc } from '../../kernel/domain/dates.ts';
import type { Localized } from '../../kernel/domain/locale.ts';
import { byLocale } from '../../kernel/pages/by-locale.ts';
import { button, buttons, queryForm, select, textField } from '../../kernel/pages/form.ts';
import { formatDay, formatTime } from '../../kernel/pages/format-dates.ts';
import { type Content, type Html, html } from '../../kernel/pages/html.ts';
import { href, type PageContext } from '../../kernel/pages/page-context.ts';
import { portalLayout, type Viewer } from '../../kernel/pages/portal-layout.ts';
import {
  type Activity,
  type ActivityActor,
  type ActivityFilter,
  writeBy,
} from '../domain/activity.ts';
import { activityPageTexts, activityTexts } from '../texts/index.ts';
import { activityFacts, activityRights } from './activity-facts.ts';

const actTextsFor = byLocale(activityTexts);

/** The action in words; without a text, its name. */
export function activityText(
  { action, outcome }: Pick<Activity, 'action' | 'outcome'>,
  context: Localized,
): string {
  const { whole, things, steps, refused } = actTextsFor(context);
  const ending = outcome === 'refused' ? refused : '';
  const known: Readonly<Record<string, string>> = whole;
  const [type = '', step = ''] = action.split('.');
  const subject = wordOf(things, type);
  const what = wordOf(steps, step);
  const text =
    known[action] ?? (subject === undefined || what === undefined ? action : `${subject}: ${what}`);
  return text + ending;
}

export const namedActions: readonly string[] = Object.keys(activityTexts.en.whole);

function wordOf(texts: Readonly<Record<string, string>>, name: string): string | undefined {
  return texts[name];
}

const section = '/portal/activity';

const textsFor = byLocale(activityPageTexts);

/**
 * The name of an action's subject, and the page that shows it to the viewer; null if there is none.
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
export function activityPage(context: PageContext, viewer: Viewer, view: ActivityView): Html {
  const { by, filter, activities, next } = view;
  const { requestId: request = '' } = filter;
  const texts = textsFor(context);
  const days = Map.groupBy(activities, ({ at }) => dayInUtc(at));
  return portalLayout(context, viewer, { title: texts.title, section }, [
    html`<p class="lead">${texts.lead}</p>`,
    queryForm(href(context, section), texts.choose, [
      select({ name: 'by', label: texts.by, value: by, options: choices(context, view) }),
      textField({
        name: 'request',
        label: texts.request,
        hint: texts.requestHint,
        value: request,
        maxlength: 100,
        required: false,
        spellcheck: false,
      }),
      buttons(button({ label: texts.show, kind: 'secondary' })),
    ]),
    stopLink(context, view),
    activities.length === 0 &&
      html`<p class="after">${next === null ? texts.none : texts.noneHere}</p>`,
    [...days].map(
      ([day, acts]) => html`<h2>${formatDay(day, context.locale)}</h2>
<ul class="plain">${acts.map((activity) => entry(context, view, activity))}</ul>`,
    ),
    next !== null &&
      html`<p class="after"><a href="${href(context, `${section}?${new URLSearchParams({ ...(by !== '' && { by }), ...(request !== '' && { request }), after: next })}`)}">${texts.earlier}</a></p>`,
  ]);
}

function entry(context: PageContext, view: ActivityView, activity: Activity): Html {
  const { at } = activity;
  const about = view.abouts.get(activity.id);
  const names = new Map(view.keys.map((key) => [key.id, keyName(context, key)]));
  const facts = activityFacts(activity, names, context);
  const rights = activityRights(activity, context);
  return html`<li><strong>${activityText(activity, context)}</strong>
<p class="fine"><time datetime="${at}">${formatTime(at, context)}</time> · ${actorOf(context, view, activity)}${
    about !== undefined &&
    html` · ${about.path === null ? about.name : html`<a href="${href(context, about.path)}">${about.name}</a>`}`
  }${facts.map((fact) => [' · ', fact])}</p>${
    rights.length > 0 &&
    html`<details class="fine"><summary>${textsFor(context).rights}</summary><ul>${rights.map((each) => html`<li>${each}</li>`)}</ul></details>`
  }</li>`;
}

/** The actor; a key or an application links to its other actions. */
function actorOf(context: PageContext, view: ActivityView, activity: Activity): Content {
  const { kind, id } = activity.actor;
  const name = actorName(context, view, activity);
  if (id === null || id === view.filter.actorId) return name;
  return html`<a href="${href(context, `${section}?${new URLSearchParams({ by: writeBy(kind, id) })}`)}">${name}</a>`;
}

function actorName(
  context: PageContext,
  { keys, clients }: ActivityView,
  { actor }: Activity,
): string {
  const texts = textsFor(context);
  switch (actor.kind) {
    case 'person':
      return texts.you;
    case 'partner':
      return texts.partner;
    case 'registry':
      return texts.registry;
    case 'oauth_client':
      return texts.client(clients.find(({ id }) => id === actor.id)?.name ?? '');
    case 'standard_key':
    case 'agent_key': {
      const key = keys.find(({ id }) => id === actor.id);
      return texts.key(key === undefined ? (actor.id ?? '') : keyName(context, key));
    }
  }
}

function keyName(context: PageContext, { label, lastFour }: ActivityView['keys'][number]): string {
  return label ?? textsFor(context).unnamed(lastFour);
}

/** The filters: kinds of actors, and the one key or application that a link selected. */
function choices(context: PageContext, view: ActivityView): readonly (readonly [string, string])[] {
  const texts = textsFor(context);
  const kinds: readonly (readonly [ActivityActor, string])[] = [
    ['person', texts.you],
    ['standard_key', texts.allKeys],
    ['agent_key', texts.allAgentKeys],
    ['oauth_client', texts.allClients],
    ['registry', texts.registry],
    ['partner', texts.partner],
  ];
  const chosen = chosenName(context, view);
  return [
    ['', texts.everybody],
    ...kinds.flatMap(([kind, name]): readonly (readonly [string, string])[] => [
      [writeBy(kind), name],
      ...(chosen !== null && kind === view.filter.actorKind ? [[view.by, chosen] as const] : []),
    ]),
  ];
}

/** The name of the key or application that the filter names; null if there is none. */
function chosenName(context: PageContext, { filter, keys, clients }: ActivityView): string | null {
  const texts = textsFor(context);
  const key = keys.find(({ id }) => id === filter.actorId);
  if (key !== undefined) {
    return (key.revokedAt === null ? texts.key : texts.revokedKey)(keyName(context, key));
  }
  const client = clients.find(({ id }) => id === filter.actorId);
  return client === undefined ? null : texts.client(client.name);
}

/** A link to end the access of the selected key or application. */
function stopLink(context: PageContext, { filter, keys, clients }: ActivityView): Content {
  const { actorKind, actorId } = filter;
  const texts = textsFor(context);
  const key = keys.find(({ id, revokedAt }) => id === actorId && revokedAt === null);
  if (key !== undefined) {
    return html`<p class="acts"><a href="${href(context, `/portal/developer/keys/${key.id}/revoke`)}">${texts.revoke}</a></p>`;
  }
  const client = clients.find(({ id }) => actorKind === 'oauth_client' && id === actorId);
  return (
    client !== undefined &&
    html`<p class="acts"><a href="${href(context, `/portal/connections/${client.id}/revoke`)}">${texts.end}</a></p>`
  );
}
