// `npm start` without npm: the arguments are those of startLocalService, as JSON. For laptop.ts.
import { startLocalService } from '../../local/start.ts';

await startLocalService(JSON.parse(process.argv[2] ?? ''));
