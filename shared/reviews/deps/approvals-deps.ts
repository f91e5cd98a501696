import { readFileSync } from 'node:fs';
import type { Product } from '../../kernel/domain/product.ts';
import {
  ApprovalsEnvironment,
  environment,
  ReviewTextsEnvironment,
} from '../../kernel/settings/env.ts';
import type { ReviewTexts } from '../domain/review-texts.ts';

export interface ApprovalsDeps {
  /** The number of approvals required for each type of case. */
  readonly approvals: Readonly<Record<Product, 1 | 2>>;
}

export function approvalsDeps(): ApprovalsDeps {
  return { approvals: environment(ApprovalsEnvironment).REVIEW_APPROVALS };
}

export interface ReviewTextsDeps {
  readonly reviewTexts: ReviewTexts;
}

/** Reads the texts from the file that `lib/review-texts.ts` has checked. */
export function reviewTextsDeps(): ReviewTextsDeps {
  const file = environment(ReviewTextsEnvironment).REVIEW_TEXTS;
  return { reviewTexts: file === undefined ? {} : JSON.parse(readFileSync(file, 'utf8')) };
}
