const office = {
  line1: '1 Harbour Street',
  line2: null,
  city: 'Port Town',
  state: null,
  postalCode: '10100',
  country: 'HN',
};

/** Example of a create payload (spec 2.5a). */
export const exampleApplicationPayload = {
  residencyType: 'e-Resident',
  entityType: 'llc',
  name: 'Acme',
  extension: 'LLC',
  principalOffice: office,
  contactEmail: 'founders@client.example',
  registeredAgentProvider: 'registry_employment_solutions',
  registeredAgentDetails: null,
} as const;

/** Example of a new application, as returned (spec 2.6). */
export const exampleApplication = {
  id: '4a7d1f0c-8e2b-4c39-9c55-2f6b7d1e0a34',
  statusId: 'Draft',
  applicationData: {
    createdViaAPI: true,
    residencyType: 'e-Resident',
    entityDetails: {
      name: 'Acme',
      extension: 'LLC',
      entityType: 'llc',
      jurisdictionOfFormation: 'Resident Registry',
      nameStartsWithExtension: false,
      residentEmail: 'founders@client.example',
      principalOffice: office,
      representatives: [{ residentPermitNumber: '90000000000017' }],
      registeredAgentProvider: 'registry_employment_solutions',
      registeredAgentDetails: null,
    },
  },
  applicationVersion: '1.0.0',
  submittedAt: null,
  createdAt: '2026-01-16T09:30:00.000Z',
  reference: 'order-7',
  approvedAt: null,
  rejectedAt: null,
  rejectedReason: null,
  rejectedReasonCode: null,
  legalEntityId: null,
  invoice: null,
  informationRequest: null,
  nextSteps: {
    signatureRequired: true,
    signatureUrl:
      'https://registry.example/portal/legal-entity-applications/0f2d9a52-6b0e-4d58-8a2c-1b2f6c3d4e5f/sign',
    paymentRequired: true,
    informationRequired: false,
    informationUrl: null,
    pollAfterSeconds: 30,
  },
} as const;
