import { type Measure, metrics } from '../../kernel/domain/metric.ts';
import { products } from '../../kernel/domain/product.ts';
import type { AuditEntry } from './audit-entry.ts';

const { State: states } = metrics.Cases.dimensions;
const { Outcome: asides } = metrics.UnsettledPayments.dimensions;

/** Acts that are a metric by themselves, or a value of one. */
const ofAct: Readonly<Record<string, Measure>> = {
  'residency.granted': { metric: 'ResidenciesGranted', value: 1 },
  'visitor_pass.applied': { metric: 'VisitorPassApplications', value: 1 },
  'api_key.issued': { metric: 'KeysIssued', value: 1, dimensions: { Kind: 'personal' } },
  'partner_key.issued': { metric: 'KeysIssued', value: 1, dimensions: { Kind: 'partner' } },
  'person.signed_in': { metric: 'SignIns', value: 1, dimensions: { Outcome: 'signed_in' } },
};

/** Differences that a statement shows; those of reports are counted as money that was set aside. */
const differences: Readonly<
  Record<string, (typeof metrics.PaymentDifferences.dimensions.Outcome)[number]>
> = {
  missing: 'missing',
  amount: 'amount',
  returned: 'returned',
  charged_back: 'returned',
};

/** What is counted of an act once it is done; undefined for the many that nobody counts. */
export function actMeasure({
  action,
  outcome,
}: Pick<AuditEntry, 'action' | 'outcome'>): Measure | undefined {
  const [type, verb] = action.split('.');
  // Money that was set aside is recorded as refused, and so is what workflows give up.
  const aside = asides.find((each) => each === verb);
  if (type === 'payment' && aside !== undefined) {
    return { metric: 'UnsettledPayments', value: 1, dimensions: { Outcome: aside } };
  }
  const difference = type === 'payment' && verb !== undefined ? differences[verb] : undefined;
  if (difference !== undefined) {
    return { metric: 'PaymentDifferences', value: 1, dimensions: { Outcome: difference } };
  }
  if (outcome !== 'success' && verb !== 'stuck') return undefined;
  const subject = products.find((product) => product === type);
  if (subject === undefined) return ofAct[action];
  // What an operator records has come into being, too. A submission is counted by its event: not all are acts.
  const state = verb === 'recorded' ? 'created' : states.find((each) => each === verb);
  if (state === undefined || state === 'submitted') return undefined;
  return { metric: 'Cases', value: 1, dimensions: { Subject: subject, State: state } };
}
