/** A legal entity as the examples of the description show it. */
export const exampleEntity = {
  id: '7b1e5f5c-32a4-4b8e-9a1c-0d6f3f2a9b11',
  optionId: 'llc',
  type: 'Limited Liability Company',
  name: 'Acme',
  extension: 'LLC',
  nameStartsWithExtension: false,
  formationDate: '2026-01-15T00:00:00.000Z',
  registrationDate: '2026-01-16T09:30:00.000Z',
  dissolutionDate: null,
  residentPermitNumber: '80000000000012',
  principalOfficeAddress: {
    line1: '1 Harbour Street',
    line2: null,
    city: 'Port Town',
    state: null,
    postalCode: '10100',
    country: 'HN',
  },
  createdAt: '2026-01-16T09:30:00.000Z',
};
