import { readFileSync } from 'node:fs';
import type { Product } from '../../kernel/domain/product.ts';
import {
  ApprovalsEnvironment,
  environment,
  ReviewTextsEnvironment,
} from '../../kernel/settings/env.ts';
import type { ReviewTexts } from '../domain/review-texts.ts';

/** The dependencies of a decision. */
export interface ApprovalsDeps {
  /** How many persons must approve a case of each type. */
  readonly approvals: Readonly<Record<Product, 1 | 2>>;
}

/** The composition root of what decides. */
export function approvalsDeps(): ApprovalsDeps {
  return { approvals: environment(ApprovalsEnvironment).REVIEW_APPROVALS };
}

/** What the page of a case needs beside that. */
export interface ReviewTextsDeps {
  readonly reviewTexts: ReviewTexts;
}

/** Texts from the file that `lib/review-texts.ts` has checked. */
export function reviewTextsDeps(): ReviewTextsDeps {
  const file = environment(ReviewTextsEnvironment).REVIEW_TEXTS;
  return { reviewTexts: file === undefined ? {} : JSON.parse(readFileSync(file, 'utf8')) };
}
