import { describe, expect, it } from 'vitest';
import {
  type ApplicationParticulars,
  applicationData,
  renamedData,
} from '../../../shared/incorporation/domain/application-data.ts';
import { countryCodes, isCountryCode } from '../../../shared/kernel/domain/country.ts';
import { entityType, knownOptions } from '../../../shared/kernel/domain/legal-entity.ts';

const principalOffice = { line1: '1 Road', city: 'Town', postalCode: '1', country: 'HN' };
const particulars: ApplicationParticulars = {
  residencyType: 'e-Resident',
  entityType: 'llc',
  name: 'Acme',
  extension: 'LLC',
  principalOffice,
  contactEmail: 'office@example.com',
  registeredAgentProvider: 'agents',
  registeredAgentDetails: null,
};
const facts = { createdViaAPI: true, jurisdiction: 'Somewhere', ownerRpn: '90000000000001' };

describe('the data of an application (spec 2.6)', () => {
  it('contains the data sent and the data added by the registry', () => {
    expect(applicationData(particulars, facts)).toEqual({
      createdViaAPI: true,
      residencyType: 'e-Resident',
      entityDetails: {
        name: 'Acme',
        extension: 'LLC',
        entityType: 'llc',
        jurisdictionOfFormation: 'Somewhere',
        nameStartsWithExtension: false,
        residentEmail: 'office@example.com',
        principalOffice,
        representatives: [{ residentPermitNumber: '90000000000001' }],
        registeredAgentProvider: 'agents',
        registeredAgentDetails: null,
      },
    });
  });

  it('has an analytics field only if analytics were sent', () => {
    const analytics = { source: 'fair' };
    expect(applicationData({ ...particulars, analytics }, facts)).toMatchObject({ analytics });
    expect(Object.keys(applicationData(particulars, facts))).not.toContain('analytics');
  });

  it('changes only the name after it is renamed', () => {
    const data = applicationData(particulars, facts);
    expect(renamedData(data, { name: 'Zenith', extension: 'LC' })).toEqual({
      ...data,
      entityDetails: { ...data.entityDetails, name: 'Zenith', extension: 'LC' },
    });
  });
});

describe('entityType', () => {
  it('returns the full name of each known option', () => {
    expect(knownOptions).toEqual(['llc', 'for_profit_corp']);
    expect(knownOptions.map(entityType)).toEqual([
      'Limited Liability Company',
      'For-Profit Corporation',
    ]);
  });

  it.each(['cooperative', 'toString', ''])('returns an unknown option as it is: %j', (option) => {
    expect(entityType(option)).toBe(option);
  });
});

describe('a country code', () => {
  it('is one of 249 codes of two capital letters', () => {
    expect(countryCodes.size).toBe(249);
    expect([...countryCodes].every((code) => /^[A-Z]{2}$/.test(code))).toBe(true);
    expect(['HN', 'AD', 'ZW', 'US'].every(isCountryCode)).toBe(true);
    expect(['', 'hn', 'XX', 'UK', 'HND', 'HN '].some(isCountryCode)).toBe(false);
  });
});
