import * as z from 'zod/mini';
import { Address } from '../../kernel/contracts/address.ts';
import type { Localized } from '../../kernel/domain/locale.ts';
import { byLocale } from '../../kernel/pages/by-locale.ts';
import { html } from '../../kernel/pages/html.ts';
import { addressLines, exact, type Row } from '../../kernel/pages/text.ts';
import { residencyTypes } from '../../people/domain/residency.ts';
import { residencyTypeName } from '../../people/pages/residency-type.ts';
import { businessQuestions } from '../contracts/portal-application.ts';
import { applicationParticularsTexts } from '../texts/index.ts';

const textsFor = byLocale(applicationParticularsTexts);

/** The fields of the stored layout that pages show. */
const Particulars = z.object({
  residencyType: z.enum(residencyTypes),
  entityDetails: z.object({
    jurisdictionOfFormation: z.string(),
    residentEmail: z.string(),
    principalOffice: Address,
    representatives: z.array(z.object({ residentPermitNumber: z.nullable(z.string()) })),
    registeredAgentDetails: z.nullable(
      z.object({
        attn: z.string(),
        residentPermitNumber: z.string(),
        officeAddress: Address,
        mailingAddress: Address,
      }),
    ),
  }),
  analytics: z.optional(z.record(z.string(), z.string())),
});

/** The details of a legal-entity application. */
export interface ShownApplication {
  readonly name: string;
  readonly extension: string;
  readonly applicationData: unknown;
}

/** The details of an application, as shown to its owner, signers and reviewers. */
export function particularRows(
  application: ShownApplication,
  context: Localized = {},
): readonly (Row | null)[] {
  const texts = textsFor(context);
  const questions: Readonly<Record<string, string>> = texts.questions;
  const { name, extension, applicationData } = application;
  const { residencyType, entityDetails, analytics = {} } = z.parse(Particulars, applicationData);
  const { principalOffice, representatives, registeredAgentDetails: agent } = entityDetails;
  const { jurisdictionOfFormation, residentEmail } = entityDetails;
  const owner = representatives[0]?.residentPermitNumber ?? null;
  return [
    [texts.entity, html`<strong>${name} ${extension}</strong>`],
    [texts.residency, residencyTypeName(residencyType, context)],
    [texts.jurisdiction, jurisdictionOfFormation],
    [texts.contact, residentEmail],
    [texts.office, addressLines(principalOffice, context)],
    [
      texts.agent,
      agent === null
        ? 'Registry Employment Solutions'
        : [
            `${agent.attn}, ${texts.permitNumber} `,
            exact(agent.residentPermitNumber),
            html`<br>`,
            addressLines(agent.officeAddress, context),
          ],
    ],
    agent === null ? null : [texts.mailing, addressLines(agent.mailingAddress, context)],
    owner === null ? null : [texts.applicant, exact(owner)],
    ...Object.entries(analytics)
      .toSorted(byQuestion)
      .map(([question, answer]): Row => [questions[question] ?? inWords(question), answer]),
  ];
}

const asked: readonly string[] = businessQuestions;

/**
 * Restores the order of a map, which the table does not preserve: first the form's questions in display order, then
 * others by name.
 */
function byQuestion(
  [one]: readonly [string, unknown],
  [other]: readonly [string, unknown],
): number {
  const place = (question: string) => (asked.indexOf(question) + 1 || asked.length + 1) - 1;
  return place(one) - place(other) || (one < other ? -1 : 1);
}

/** `howDidYouHear` as `How did you hear`. */
function inWords(key: string): string {
  const words = key.replaceAll(/(\p{Ll})(\p{Lu})/gu, '$1 $2').toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}
