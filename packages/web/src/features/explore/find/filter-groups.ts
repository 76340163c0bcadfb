import { RECORD_STATUSES } from '@postil/contract/task/constants'
import type { Aggregations } from '@postil/contract/task/search'
import { normaliseFilter, type RecordFilter } from '@postil/domain/task-editing/query'
import { t } from '../../../i18n/areas/classic/explore.ts'
import { formatNumber } from '../../../i18n/index.ts'

/** One thing that records can be filtered by: values to tick, or a range of numbers. */
export type FilterEntry = { id: string; title: string } & (
  | {
      kind: 'terms'
      values: readonly { value: string; count: number | undefined }[]
      /** The metadata key, for which the server can list more values. */
      metadataKey?: string
      read: (filter: RecordFilter) => readonly string[]
      write: (filter: RecordFilter, values: readonly string[]) => RecordFilter
    }
  | {
      kind: 'range'
      bounds: readonly [number, number]
      step: number
      isPercent: boolean
      buckets: readonly { ge: number; lt: number; count: number }[]
      read: (filter: RecordFilter) => { from: number; to: number } | undefined
      write: (filter: RecordFilter, range: { from: number; to: number } | undefined) => RecordFilter
    }
)

/** One button of the filter row, with its entries. */
export interface FilterGroup {
  id: 'predictions' | 'annotations' | 'status' | 'metadata'
  entries: readonly FilterEntry[]
}

/** How many values of a key the server counts; more must be requested separately. */
export const LISTED_VALUES = 1000
/** Numeric metadata with fewer values than this is filtered by checkboxes instead of a range. */
const RANGE_FROM = 12
const BARS = 24

type TermsKey = 'predicted_as' | 'annotated_as' | 'predicted_by' | 'annotated_by'

/** The filter groups of a dataset; entries without values are left out unless they are active. */
export function filterGroups(
  counts: Aggregations | undefined,
  filter: RecordFilter,
  { hasLabels, hasRules }: { hasLabels: boolean; hasRules: boolean },
): FilterGroup[] {
  const terms = (key: TermsKey) => termsEntry(key, t(`explore.filter.${key}`), counts?.[key])
  const groups: FilterGroup[] = [
    {
      id: 'predictions',
      entries: [
        ...(hasLabels ? [terms('predicted_as'), predictedEntry(counts), scoreEntry(counts)] : []),
        terms('predicted_by'),
      ],
    },
    {
      id: 'annotations',
      entries: [
        ...(hasLabels ? [terms('annotated_as')] : []),
        terms('annotated_by'),
        ...(hasRules ? [rulesEntry()] : []),
      ],
    },
    { id: 'status', entries: [statusEntry(counts)] },
    { id: 'metadata', entries: metadataEntries(counts) },
  ]
  return groups.map((group) => ({
    ...group,
    entries: group.entries.filter((entry) => hasValues(entry) || countInForce(entry, filter) > 0),
  }))
}

/** How many active conditions an entry has. */
export function countInForce(entry: FilterEntry, filter: RecordFilter): number {
  if (entry.kind === 'range') return entry.read(filter) ? 1 : 0
  return entry.read(filter).length
}

function hasValues(entry: FilterEntry): boolean {
  if (entry.kind === 'range') return entry.bounds[1] > entry.bounds[0]
  return entry.values.some(({ count }) => count !== 0)
}

function termsEntry(key: TermsKey, title: string, counted: Record<string, number> | undefined): FilterEntry {
  return {
    id: key,
    title,
    kind: 'terms',
    values: listed(counted),
    read: (filter) => filter[key] ?? [],
    write: (filter, values) => ({ ...filter, [key]: values }),
  }
}

/** Records that no stored rule covers, or that rules disagree on. Listed without counts. */
function rulesEntry(): FilterEntry {
  const outcomes = ['uncovered', 'disputed', 'incorrect'] as const
  return {
    id: 'by_rules',
    title: t('explore.filter.by_rules'),
    kind: 'terms',
    values: outcomes.map((value) => ({ value, count: undefined })),
    read: ({ by_rules }) => (by_rules && !by_rules.rules ? [by_rules.outcome] : []),
    // Only one at a time: the last one ticked.
    write: ({ by_rules: before, ...filter }, values) => {
      const outcome =
        outcomes.find((one) => values.includes(one) && one !== before?.outcome) ??
        outcomes.find((one) => values.includes(one))
      return { ...filter, ...(outcome ? { by_rules: { outcome } } : {}) }
    },
  }
}

function statusEntry(counts: Aggregations | undefined): FilterEntry {
  return {
    id: 'status',
    title: t('explore.filter.status'),
    kind: 'terms',
    values: RECORD_STATUSES.map((value) => ({ value, count: counts?.status[value] ?? 0 })),
    read: (filter) => filter.status ?? [],
    write: (filter, values) => ({ ...filter, status: RECORD_STATUSES.filter((status) => values.includes(status)) }),
  }
}

function predictedEntry(counts: Aggregations | undefined): FilterEntry {
  return {
    id: 'predicted',
    title: t('explore.filter.predicted'),
    kind: 'terms',
    values: listed(counts?.predicted),
    read: ({ predicted }) => (typeof predicted === 'object' ? predicted : predicted ? [predicted] : []),
    write: (filter, values) => ({
      ...filter,
      predicted: (['ok', 'ko'] as const).filter((one) => values.includes(one)),
    }),
  }
}

/** The server returns the distribution of scores in steps of 0.001; the histogram uses wider bars. */
function scoreEntry(counts: Aggregations | undefined): FilterEntry {
  const points = Object.entries(counts?.score ?? {}).map(([value, count]): [number, number] => [Number(value), count])
  return {
    id: 'score',
    title: t('explore.filter.score'),
    kind: 'range',
    bounds: points.length > 0 ? [0, 1] : [0, 0],
    step: 0.01,
    isPercent: true,
    buckets: toBars(points, 0, 1),
    read: (filter) => filter.score,
    write: ({ score: _, ...filter }, score) => ({ ...filter, ...(score ? { score } : {}) }),
  }
}

function metadataEntries(counts: Aggregations | undefined): FilterEntry[] {
  return Object.entries(counts?.metadata ?? {})
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([key, values]) => numbersEntry(key, values) ?? metadataTerms(key, values))
}

function metadataTerms(key: string, values: Record<string, unknown>): FilterEntry {
  const counted = Object.entries(values).filter((entry): entry is [string, number] => typeof entry[1] === 'number')
  return {
    id: `metadata.${key}`,
    title: key,
    kind: 'terms',
    metadataKey: key,
    values: listed(Object.fromEntries(counted)),
    read: (filter) => filter.metadata?.[key] ?? [],
    write: (filter, chosen) => ({ ...filter, metadata: { ...filter.metadata, [key]: chosen } }),
  }
}

/**
 * A range entry for a numeric key with many values. The server returns statistics for fractions, and counts per value
 * for integers.
 */
function numbersEntry(key: string, values: Record<string, unknown>): FilterEntry | undefined {
  const stats: unknown = values['argilla:stats']
  const points = Object.entries(values).map(([value, count]): [number, number] => [Number(value), Number(count)])
  if (stats === undefined && (points.length < RANGE_FROM || points.some(([value]) => !Number.isFinite(value))))
    return undefined
  const isStats = typeof stats === 'object' && stats !== null
  const min = isStats ? Number(Reflect.get(stats, 'min')) : Math.min(...points.map(([value]) => value))
  const max = isStats ? Number(Reflect.get(stats, 'max')) : Math.max(...points.map(([value]) => value))
  if (!Number.isFinite(min) || !Number.isFinite(max)) return undefined
  return {
    id: `metadata.${key}`,
    title: key,
    kind: 'range',
    bounds: [min, max],
    step: isStats ? (max - min) / 100 || 1 : 1,
    isPercent: false,
    buckets: isStats ? toBarsOf(stats, min, max) : toBars(points, min, max),
    read: (filter) => filter.ranges?.[key],
    write: (filter, range) => {
      const { [key]: _, ...others } = filter.ranges ?? {}
      return { ...filter, ranges: { ...others, ...(range ? { [key]: range } : {}) } }
    },
  }
}

/** Histogram of fractions, which the server counts in buckets of equal width. */
function toBarsOf(stats: object, min: number, max: number) {
  const counts: unknown = Reflect.get(stats, 'histogram')
  if (!Array.isArray(counts)) return []
  const width = (max - min) / counts.length
  return counts.map((count, at) => ({ ge: min + at * width, lt: min + (at + 1) * width, count: Number(count) }))
}

function toBars(points: readonly (readonly [number, number])[], min: number, max: number) {
  const width = (max - min) / BARS || 1
  const bars = Array.from({ length: BARS }, (_, at) => ({ ge: min + at * width, lt: min + (at + 1) * width, count: 0 }))
  for (const [value, count] of points) {
    const bar = bars[Math.min(BARS - 1, Math.max(0, Math.floor((value - min) / width)))]
    if (bar) bar.count += count
  }
  return bars
}

function listed(counted: Record<string, number> | undefined): { value: string; count: number }[] {
  return Object.entries(counted ?? {}).map(([value, count]) => ({ value, count }))
}

/** One active condition, as shown in a tag. */
export interface FilterTag {
  id: string
  name: string
  value: string
  /** The filter without it. */
  without: RecordFilter
}

/** One tag for each active condition, including the search text and the similarity reference. */
export function filterTags(filter: RecordFilter): FilterTag[] {
  const tags: FilterTag[] = []
  const add = (id: string, name: string, value: string, without: RecordFilter) =>
    tags.push({ id, name, value, without: normaliseFilter(without) })
  const { text, similar, score, predicted, status, metadata, ranges } = filter
  if (text) add('text', t('explore.tag.text'), text, { ...filter, text: '' })
  if (similar) add('similar', t('explore.tag.similar'), similar.id, { ...filter, similar: undefined })
  for (const key of ['predicted_as', 'annotated_as', 'predicted_by', 'annotated_by'] as const)
    if (filter[key]) add(key, t(`explore.filter.${key}`), filter[key].join(', '), { ...filter, [key]: [] })
  if (predicted) add('predicted', t('explore.filter.predicted'), String(predicted), { ...filter, predicted: false })
  if (score)
    add('score', t('explore.filter.score'), `${percent(score.from)}–${percent(score.to)} %`, {
      ...filter,
      score: undefined,
    })
  if (status)
    add('status', t('explore.filter.status'), status.map((one) => t(`explore.status.${one}`)).join(', '), {
      ...filter,
      status: [],
    })
  for (const [key, values] of Object.entries(metadata ?? {}))
    add(`metadata ${key}`, key, values.join(', '), { ...filter, metadata: { ...metadata, [key]: [] } })
  for (const [key, { from, to }] of Object.entries(ranges ?? {})) {
    const { [key]: _, ...others } = ranges ?? {}
    add(`range ${key}`, key, `${formatNumber(from)}–${formatNumber(to)}`, { ...filter, ranges: others })
  }
  const { by_rules } = filter
  if (by_rules)
    add('rules', t('explore.filter.by_rules'), t(`explore.rules.${by_rules.outcome}`), {
      ...filter,
      by_rules: undefined,
    })
  if (filter.uncovered_by_rules)
    add('uncovered', t('explore.filter.uncovered'), String(filter.uncovered_by_rules.length), {
      ...filter,
      uncovered_by_rules: [],
    })
  return tags
}

function percent(share: number): string {
  return formatNumber(share * 100, { maximumFractionDigits: 0 })
}

/** How many conditions of a group are active. */
export function countGroup(group: FilterGroup, filter: RecordFilter): number {
  return group.entries.reduce((sum, entry) => sum + countInForce(entry, filter), 0)
}
