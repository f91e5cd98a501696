import { reviewers } from './background.ts';
import { signedIn } from './portal.ts';
import { created } from './registry.ts';
import type { World } from './world.ts';

/** The address of a reviewer's account, spelled differently from the deployment's list. */
export const reviewerEmail = reviewers.replace('reviewers', 'Reviewers');

/** The reviewer's account, and a browser in which they are signed in. A world has one. */
export async function aReviewer(world: World) {
  const { id } = await created(world, '/persons', {
    email: reviewerEmail,
    givenName: 'Rosa',
    surname: 'Reviewer',
  });
  return { id, browser: await signedIn(world, reviewerEmail) };
}
