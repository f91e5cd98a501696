import {
  payApplicationCoupon,
  payApplicationVoucher,
} from '../../shared/incorporation/routes/applications.ts';
import { type ServiceDeps, serviceDeps } from '../../shared/kernel/deps/service.ts';
import {
  asking,
  paysApplication,
  paysApplicationWithCoupon,
} from '../../shared/service/handlers/key-acts.ts';
import { storedAnswers } from '../../shared/web/http/idempotency.ts';
import { type Operation, operation, operations } from '../../shared/web/http/path-function.ts';

export const rows: readonly Operation<ServiceDeps>[] = [
  operation(payApplicationVoucher, asking(paysApplication), storedAnswers()),
  operation(payApplicationCoupon, asking(paysApplicationWithCoupon), storedAnswers()),
];

export const handler = operations(rows, serviceDeps);
