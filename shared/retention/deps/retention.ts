import { type FileEraser, openFileEraser } from '../../documents/aws/document-store.ts';
import { type CoreDeps, coreDeps } from '../../kernel/deps/core.ts';
import {
  DocumentsEnvironment,
  environment,
  RetentionEnvironment,
} from '../../kernel/settings/env.ts';
import { type RetentionSettings, readRetention } from '../contracts/retention-settings.ts';

export interface RetentionDeps extends CoreDeps {
  readonly files: FileEraser;
  /** The retention period of each kind of data. */
  readonly retention: RetentionSettings;
}

/** The composition root of the daily retention run. */
export function retentionDeps(): RetentionDeps {
  const { DOCUMENTS_BUCKET } = environment(DocumentsEnvironment);
  const { RETENTION } = environment(RetentionEnvironment);
  return {
    ...coreDeps(),
    files: openFileEraser(DOCUMENTS_BUCKET),
    retention: readRetention(RETENTION),
  };
}
