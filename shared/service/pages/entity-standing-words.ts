import type { Localized } from '../../kernel/domain/locale.ts';
import { byLocale } from '../../kernel/pages/by-locale.ts';
import { type Html, html } from '../../kernel/pages/html.ts';
import { notice, tag } from '../../kernel/pages/text.ts';
import type { EntityStanding } from '../../registry/domain/good-standing.ts';
import { entityStandingTexts } from '../texts/index.ts';

const textsFor = byLocale(entityStandingTexts);

/** An entity's status in one or two words. */
export function standingWord(standing: EntityStanding, context: Localized): string {
  return textsFor(context)[standing].short;
}

/** The same, coloured by its meaning. */
export function standingTag(standing: EntityStanding, context: Localized): Html {
  return tag(standingWord(standing, context), tagKinds[kinds[standing]]);
}

/** An entity's status and the reason for it. */
export function standingNotice(standing: EntityStanding, context: Localized) {
  const { title, text } = textsFor(context)[standing];
  return notice(kinds[standing], title, html`<p>${text}</p>`);
}

const kinds: Readonly<Record<EntityStanding, 'info' | 'success' | 'warning'>> = {
  annulled: 'warning',
  dissolved: 'info',
  pending: 'info',
  expired: 'warning',
  without_certificate: 'info',
  taxes_overdue: 'warning',
  taxes_unknown: 'info',
  good: 'success',
};

const tagKinds = { info: undefined, success: 'good', warning: 'warn' } as const;
