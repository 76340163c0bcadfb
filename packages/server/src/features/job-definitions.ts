import type { JobDefinitions, NewJob } from '../jobs/job'
import { indexBacklog } from '../search/text/text-backlog'
import { purgeDataset, purgeVectors } from './feedback/datasets/purge.service'
import { lexicalVectors } from './feedback/lexical-vectors/fill-vectors'
import { forgetChanges, optionChange } from './options/run-changes'
import { forgetDeletions } from './task/records/forget-deletions'

/** The definition of each kind of job; created per server, since definitions may keep state between jobs. */
export function jobDefinitions(): JobDefinitions {
  return {
    purge_dataset: purgeDataset,
    purge_vectors: purgeVectors,
    option_change: optionChange,
    forget_changes: forgetChanges,
    forget_deletions: forgetDeletions(),
    index_words: indexBacklog,
    lexical_vectors: lexicalVectors(),
  }
}

/** Jobs that each start of a server adds. */
export const JOBS_AT_START: readonly NewJob[] = [{ kind: 'forget_changes', subject: 'all' }]
