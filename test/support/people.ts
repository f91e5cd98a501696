import { ApiError } from '../../shared/kernel/errors/api-error.ts';

/** Nothing is known of them. */
export const nobody = {
  givenName: null,
  surname: null,
  dateOfBirth: null,
  sex: null,
  countryOfBirth: null,
  citizenships: [],
  address: null,
  phoneNumber: null,
  referralCode: null,
} as const;

let birthdays = 0;

/** A date of birth that nobody else in the file has: with it, people of one name are not taken for one person. */
export function aDateOfBirth(): string {
  birthdays += 1;
  return new Date(Date.UTC(1960, 0, birthdays)).toISOString().slice(0, 10);
}

/** `done`, or the status of the refusal with its code, or else its message. */
export async function refusal(operation: Promise<unknown>): Promise<string> {
  try {
    await operation;
    return 'done';
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return `${error.status} ${error.extras.code ?? error.message}`;
  }
}
