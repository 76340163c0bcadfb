import { TASK_LIMITS } from '@postil/contract/task/constants'
import type { Aggregations } from '@postil/contract/task/search'
import type { SortKey } from '../../../find/sort/sort-keys.ts'
import { t } from '../../../i18n/areas/classic/explore.ts'

const PLAIN = ['status', 'id', 'last_updated', 'event_timestamp'] as const
const LABELLED = ['predicted_as', 'predicted', 'score', 'annotated_as'] as const
const AGENTS = ['predicted_by', 'annotated_by'] as const

/** The most sort keys that the server accepts (classic-api: sorts of a query). */
export const SORT_KEYS_MAX = TASK_LIMITS.querySorts

/** What the records of a dataset can be sorted by. */
export function sortKeys(counts: Aggregations | undefined, hasLabels: boolean): SortKey[] {
  const metadata = Object.keys(counts?.metadata ?? {}).toSorted()
  const ids = [...PLAIN, ...(hasLabels ? LABELLED : []), ...AGENTS, ...metadata.map((key) => `metadata.${key}`)]
  return ids.map((id) => ({ id, title: sortTitle(id), order: 'asc' }))
}

/** The display name of a sort key. */
export function sortTitle(id: string): string {
  const plain = PLAIN.find((one) => one === id)
  if (plain) return t(`explore.sort.${plain}`)
  const known = [...LABELLED, ...AGENTS].find((one) => one === id)
  return known ? t(`explore.filter.${known}`) : id.replace(/^metadata\./, '')
}
