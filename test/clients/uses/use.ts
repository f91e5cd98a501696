/** The requests of a resident with a Standard Key. */
export interface Given {
  readonly baseUrl: string;
  readonly key: string;
  readonly rpn: string;
  readonly application: {
    readonly residencyType: 'e-Resident' | 'Resident';
    readonly entityType: 'llc';
    readonly name: string;
    readonly extension: 'LLC';
    readonly principalOffice: {
      readonly line1: string;
      readonly city: string;
      readonly postalCode: string;
      readonly country: string;
    };
    readonly contactEmail: string;
    readonly registeredAgentProvider: 'registry_employment_solutions';
    readonly registeredAgentDetails: null;
  };
}

/** The answers, with the types that the client gives them. */
export interface Seen {
  readonly keyKind: string | undefined;
  readonly outcome: string | undefined;
  readonly refused: string | undefined;
  readonly statusId: string | undefined;
  readonly token: string | undefined;
}

export type Use = (given: Given) => Promise<Seen>;
