import type { Consumer } from '../../platform/domain/consumer.ts';
import type { EventsOf } from '../../platform/domain/queue-of.ts';
import type { LogoutDeps } from '../deps/logout-deps.ts';
import { prepareLogouts } from './prepare-logouts.ts';
import { tellOfLogout } from './tell-of-logout.ts';

/** Tells clients of what has ended (OpenID Connect Back-Channel Logout 1.0). */
export const tellClients: Consumer<EventsOf<'logouts'>, LogoutDeps> = (
  { event, ...delivery },
  deps,
) =>
  event.type === 'logout.wanted'
    ? prepareLogouts({ ...delivery, event }, deps)
    : tellOfLogout({ ...delivery, event }, deps);
