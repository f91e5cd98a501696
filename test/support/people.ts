import { ApiError } from '../../shared/kernel/errors/api-error.ts';

/** A person without any known details. */
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

/** A date of birth that is unique in the file, so people with the same name are not taken for one person. */
export function aDateOfBirth(): string {
  birthdays += 1;
  return new Date(Date.UTC(1960, 0, birthdays)).toISOString().slice(0, 10);
}

/** `done`, or the status of the refusal with its code or message. */
export async function refusal(operation: Promise<unknown>): Promise<string> {
  try {
    await operation;
    return 'done';
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return `${error.status} ${error.extras.code ?? error.message}`;
  }
}
