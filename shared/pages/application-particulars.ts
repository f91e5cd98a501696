import * as z from 'zod/mini';
import { Address } from '../contracts/address.ts';
import { addressLines } from './address-lines.ts';
import { html } from './html.ts';
import { exact, type Row } from './text.ts';

/** The part of the stored layout that pages show. */
const Particulars = z.object({
  residencyType: z.string(),
  entityDetails: z.object({
    principalOffice: Address,
    representatives: z.array(z.object({ residentPermitNumber: z.nullable(z.string()) })),
    registeredAgentDetails: z.nullable(
      z.object({
        attn: z.string(),
        residentPermitNumber: z.string(),
        officeAddress: Address,
      }),
    ),
  }),
});

/** What a legal-entity application says. */
export interface ApplicationParticulars {
  readonly name: string;
  readonly extension: string;
  readonly applicationData: unknown;
}

/** The particulars of an application, for those who sign it and those who review it. */
export function particularRows(application: ApplicationParticulars): readonly (Row | null)[] {
  const { name, extension, applicationData } = application;
  const { residencyType, entityDetails } = z.parse(Particulars, applicationData);
  const { principalOffice, representatives, registeredAgentDetails: agent } = entityDetails;
  const owner = representatives[0]?.residentPermitNumber ?? null;
  return [
    ['Legal entity', html`<strong>${name} ${extension}</strong>`],
    ['Residency applied for', residencyType],
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
    owner === null ? null : ['Applicant’s permit number', exact(owner)],
  ];
}
