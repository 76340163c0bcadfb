import type { Job } from '../../api/jobs.ts'
import { t } from '../../i18n/areas/team/jobs.ts'

/** Query key of the list of jobs. */
export const JOBS_KEY = ['jobs'] as const

/** Whether a job is waiting or running. */
export function isOpen({ state }: Job): boolean {
  return state === 'waiting' || state === 'running'
}

/** Display text of what a job does. */
export function jobTitle({ kind, dataset }: Job): string {
  const name = dataset?.name ?? t('jobs.deletedDataset')
  if (kind === 'purge_dataset' && dataset === null) return t('jobs.kind.purge_dataset.import')
  if (kind === 'index_words' && dataset === null) return t('jobs.kind.index_words.all')
  return t(`jobs.kind.${kind}`, { name })
}
