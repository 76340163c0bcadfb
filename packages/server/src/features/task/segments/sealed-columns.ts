import type { Task } from '@postil/contract/task/constants'
import { METRIC_LIST } from '../metrics/metric-list'
import { type DatasetFields, taskSchema } from '../search/task-schema'
import { type ColumnSpec, columnName } from '../search-thread/columns/columns'
import { facetColumns } from '../search-thread/metrics/facets'
import { metricColumns } from '../search-thread/metrics/metrics'
import type { MetadataFacets } from '../search-thread/protocol'
import { plainSource } from './segment'

const METADATA = 'metadata.'

/** All columns that queries on a dataset may need, except for those that can be derived from others: the words of keywords. */
export function sealedColumns(dataset: DatasetFields): ColumnSpec[] {
  const { task, fields } = dataset
  const schema = taskSchema(dataset)
  const specs = schema.fields.map(({ source, kind }): ColumnSpec => ({ source: plainSource(source), kind }))
  const whole = new Set(specs.flatMap(({ source, kind }) => (kind === 'kw' ? [source] : [])))
  const facets = [...fields].flatMap(
    ([name, type]): MetadataFacets => (name.startsWith(METADATA) ? [[name.slice(METADATA.length), type]] : []),
  )
  const texts = new Set(specs.flatMap(({ source, kind }) => (kind === 'std' && !whole.has(source) ? [source] : [])))
  const all = [
    ...specs.filter(({ source, kind }) => !((kind === 'std' || kind === 'ws') && whole.has(source))),
    ...facetColumns(task, facets),
    ...[...texts].flatMap((textField) => columnsOfMetrics(task, facets, textField)),
  ]
  const named = new Map(all.map((spec) => [columnName(spec), spec]))
  // Keys are stored in a column of their own format.
  named.delete('kw:id')
  return [...named.values()]
}

function columnsOfMetrics(task: Task, facets: MetadataFacets, textField: string): ColumnSpec[] {
  const params = { size: 0, entitySize: 0, textField }
  return METRIC_LIST[task].flatMap(({ id }) =>
    metricColumns(task, { op: 'metric', id, query: { type: 'all' }, params, facets }),
  )
}
