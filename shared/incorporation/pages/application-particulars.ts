import * as z from 'zod/mini';
import { Address } from '../../kernel/contracts/address.ts';
import { addressLines } from '../../kernel/pages/address-lines.ts';
import { html } from '../../kernel/pages/html.ts';
import { exact, type Row } from '../../kernel/pages/text.ts';

/** The part of the stored layout that pages show. */
const Particulars = z.object({
  residencyType: z.string(),
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

/** What a legal-entity application says. */
export interface ShownApplication {
  readonly name: string;
  readonly extension: string;
  readonly applicationData: unknown;
}

/** The particulars of an application, for those who sign it and those who review it. */
export function particularRows(application: ShownApplication): readonly (Row | null)[] {
  const { name, extension, applicationData } = application;
  const { residencyType, entityDetails, analytics = {} } = z.parse(Particulars, applicationData);
  const { principalOffice, representatives, registeredAgentDetails: agent } = entityDetails;
  const { jurisdictionOfFormation, residentEmail } = entityDetails;
  const owner = representatives[0]?.residentPermitNumber ?? null;
  return [
    ['Legal entity', html`<strong>${name} ${extension}</strong>`],
    ['Residency applied for', residencyType],
    ['Jurisdiction of formation', jurisdictionOfFormation],
    ['Contact', residentEmail],
    ['Principal office', addressLines(principalOffice)],
    [
      'Registered agent',
      agent === null
        ? 'Registry Employment Solutions'
        : [
            `${agent.attn}, permit number `,
            exact(agent.residentPermitNumber),
            html`<br>`,
            addressLines(agent.officeAddress),
          ],
    ],
    agent === null
      ? null
      : ['Registered agent’s mailing address', addressLines(agent.mailingAddress)],
    owner === null ? null : ['Applicant’s permit number', exact(owner)],
    ...Object.entries(analytics).map(([question, answer]): Row => [inWords(question), answer]),
  ];
}

/** `howDidYouHear` as `How did you hear`. */
function inWords(key: string): string {
  const words = key.replaceAll(/(\p{Ll})(\p{Lu})/gu, '$1 $2').toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}
