import type { SortItem } from '@postil/contract/task/query'
import type { SearchSchema } from '@postil/domain/search/index'
import { badRequest, invalidTextSearch } from '../../../wire/classic-errors'
import type { SortKey } from '../search-index/protocol'

const SORTABLE = new Set([
  'id',
  'metadata',
  'score',
  'predicted',
  'predicted_as',
  'predicted_by',
  'annotated_as',
  'annotated_by',
  'status',
  'last_updated',
  'event_timestamp',
])

/**
 * Resolve the fields to sort by (classic-api §7.3). Throws 400 for a field that does not support sorting, or that the dataset does not
 * have.
 */
export function compileSort(sort: readonly SortItem[] | null | undefined, schema: SearchSchema): SortKey[] {
  return (sort ?? []).map(({ id, order }) => {
    if (!SORTABLE.has(id.split('.', 1)[0] ?? ''))
      throw badRequest(`Wrong sort id ${id}. Valid values are: ${[...SORTABLE].join(', ')}`)
    const field = schema.find(id)
    if (!field || field.kind === 'std' || field.kind === 'ws')
      throw invalidTextSearch(`No mapping found for [${id}] in order to sort on`)
    return { field, order }
  })
}
