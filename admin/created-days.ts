import { date, type Field } from './command.ts';

/** The filters of lists by the day of creation. */
export const createdDays: readonly Field[] = [
  date('createdFrom', 'created on this day (UTC) or later, YYYY-MM-DD'),
  date('createdUntil', 'created on this day (UTC) or before, YYYY-MM-DD'),
];
