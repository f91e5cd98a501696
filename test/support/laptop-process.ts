// `npm start` without npm: the arguments are what startLocalService takes, as JSON. For laptop.ts.
import { startLocalService } from '../../local/start.ts';

await startLocalService(JSON.parse(process.argv[2] ?? ''));
