import type { Job } from '../../api/jobs.ts'
import { t } from '../../i18n/areas/team/jobs.ts'

/** Name of the list of jobs in the cache. */
export const JOBS_KEY = ['jobs'] as const

/** It is still to be done. */
export function isOpen({ state }: Job): boolean {
  return state === 'waiting' || state === 'running'
}

/** What a job does, in words. */
export function jobTitle({ kind, dataset }: Job): string {
  const name = dataset?.name ?? t('jobs.deletedDataset')
  if (kind === 'purge_dataset' && dataset === null) return t('jobs.kind.purge_dataset.import')
  if (kind === 'index_words' && dataset === null) return t('jobs.kind.index_words.all')
  return t(`jobs.kind.${kind}`, { name })
}
