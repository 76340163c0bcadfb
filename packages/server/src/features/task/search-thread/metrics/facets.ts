import type { Task } from '@postil/contract/task/constants'
import { compareCodePoints } from '@postil/domain/search/index'
import type { TaskFieldType } from '../../../../db/task-tables'
import type { ColumnSpec } from '../columns/columns'
import { INTERNAL, unpackMention } from '../columns/extract'
import type { DatasetIndex } from '../dataset-index'
import type { DocSet } from '../doc-set'
import { insertSorted } from '../order/insert-sorted'
import type { MetadataFacets } from '../protocol'
import {
  type Counts,
  countDocuments,
  extendedStats,
  histogram,
  numberColumn,
  termColumn,
  topCounts,
  topEntries,
} from './counts'

const FACET_SIZE = 1000
const WORDS_SIZE = 80
/** Buckets per unit in histograms of scores. */
const SCORE_BUCKETS = 1000

/** The columns that the facets of a search read. */
export function facetColumns(task: Task, metadata: MetadataFacets): ColumnSpec[] {
  return [
    ...['status', 'predicted_by', 'annotated_by', 'predicted_as', 'annotated_as', 'predicted'].map(keyword),
    { source: 'score', kind: 'number' },
    { source: 'text', kind: 'cloud' },
    ...metadataColumns(metadata),
    ...(task === 'TokenClassification' ? [INTERNAL.mentionsActual, INTERNAL.mentionsPredicted].map(keyword) : []),
  ]
}

/** The facets of the records that a search found (classic-api §8). */
export function facetsOf(
  index: DatasetIndex,
  docs: DocSet,
  task: Task,
  metadata: MetadataFacets,
): Record<string, unknown> {
  const terms = (source: string) =>
    index.step(source, () => countDocuments(docs, termColumn(index, source), FACET_SIZE))
  const classes = (source: string) => (task === 'Text2Text' ? {} : terms(source))
  const mentions = (source: string) => index.step(source, () => mentionCounts(index, docs, source, FACET_SIZE))
  return {
    status: terms('status'),
    predicted_by: terms('predicted_by'),
    annotated_by: terms('annotated_by'),
    predicted_as: classes('predicted_as'),
    annotated_as: classes('annotated_as'),
    predicted: classes('predicted'),
    score: index.step('score', () => scoreHistogram(index, docs)),
    ...index.step('words', () => words(index, docs)),
    metadata: metadataFacets(index, docs, metadata, FACET_SIZE),
    ...(task === 'TokenClassification' && {
      mentions: mentions(INTERNAL.mentionsActual),
      predicted_mentions: mentions(INTERNAL.mentionsPredicted),
    }),
    ...(task === 'Text2Text' && { predicted_text: {}, annotated_text: {} }),
  }
}

export function keyword(source: string): ColumnSpec {
  return { source, kind: 'kw' }
}

export function metadataColumns(metadata: MetadataFacets): ColumnSpec[] {
  return metadata.flatMap(([key, type]) => metadataColumn(key, type) ?? [])
}

/** The histogram of scores. Scores are rounded to single precision, so 0.7 is in the bucket below 0.700. */
export function scoreHistogram(index: DatasetIndex, docs: DocSet): Counts {
  // The rounded numbers fit into the same kind of array.
  const scores = numberColumn(index, 'score').valuesOf(docs)
  for (let at = 0; at < scores.length; at += 1) scores[at] = Math.fround(scores[at] ?? 0)
  return histogram(scores, SCORE_BUCKETS)
}

function words(index: DatasetIndex, docs: DocSet): Record<string, unknown> {
  const { terms, isSample } = cloudOf(index, docs, 'text')
  return { words: Object.fromEntries(terms.top(WORDS_SIZE)), ...(isSample && { words_sampled: true }) }
}

export function wordCloud(index: DatasetIndex, docs: DocSet, source: string, size: number): Counts {
  return Object.fromEntries(cloudOf(index, docs, source).terms.top(size))
}

/** The words of some documents, counted in several steps, since their texts are the largest parts. */
function cloudOf(index: DatasetIndex, docs: DocSet, source: string) {
  const cloud = () => termColumn(index, source, 'cloud')
  return cloud().sampled(docs, undefined, (first, count) =>
    index.step(`cloud of ${source} ${first}`, () => count(cloud())),
  )
}

/** For each metadata key, its values with their counts, or the statistics of its numbers. */
export function metadataFacets(
  index: DatasetIndex,
  docs: DocSet,
  metadata: MetadataFacets,
  size: number,
): Record<string, unknown> {
  const facets = metadata.map(([key, type]): [string, unknown] => {
    return [key, index.step(`metadata.${key}`, () => metadataFacet(index, docs, key, type, size))]
  })
  return Object.fromEntries(facets.filter(([, facet]) => Object.keys(facet ?? {}).length > 0))
}

function metadataFacet(index: DatasetIndex, docs: DocSet, key: string, type: TaskFieldType, size: number): unknown {
  const source = `metadata.${key}`
  switch (type) {
    case 'keyword':
    case 'boolean':
      return countDocuments(docs, termColumn(index, source), size)
    case 'long':
      return topNumbers(index, docs, source, size)
    case 'float':
    case 'date': {
      const values = numberColumn(index, source, type === 'date' ? 'date' : 'number').valuesOf(docs)
      return values.length > 0 ? { 'argilla:stats': extendedStats(values) } : {}
    }
    case 'nested':
    case 'text':
      return {}
  }
}

function metadataColumn(key: string, type: TaskFieldType): ColumnSpec | undefined {
  const source = `metadata.${key}`
  switch (type) {
    case 'keyword':
    case 'boolean':
      return { source, kind: 'kw' }
    case 'long':
    case 'float':
      return { source, kind: 'number' }
    case 'date':
      return { source, kind: 'date' }
    case 'nested':
    case 'text':
      return undefined
  }
}

/** The most frequent numbers of a field with their counts; ties in the order of their texts. */
function topNumbers(index: DatasetIndex, docs: DocSet, source: string, size: number): Counts {
  const numbers = numberColumn(index, source).counted(docs)
  const best: CountedNumber[] = []
  while (numbers.next()) {
    const { value, count } = numbers
    const last = best.length < size ? undefined : best.at(-1)
    // Skips most of a million distinct numbers before anything is made of them.
    if (last && count < last.count) continue
    const place = placeAsText(value)
    if (last && count === last.count && last.place >= 0 && place > last.place) continue
    insertSorted(best, { value, count, place }, compareCounted, size)
  }
  return Object.fromEntries(best.map(({ value, count }) => [value, count]))
}

interface CountedNumber {
  value: number
  count: number
  place: number
}

/** Compare counted numbers in the same way as counted terms, but without texts where that is possible. */
function compareCounted(one: CountedNumber, other: CountedNumber): number {
  if (one.count !== other.count) return other.count - one.count
  if (one.place < 0 || other.place < 0) return compareCodePoints(String(one.value), String(other.value))
  // Not a difference: for each fraction that is returned, an object would be made.
  if (one.place !== other.place) return one.place < other.place ? -1 : 1
  return one.value < other.value ? -1 : 1
}

/**
 * A key for the order of numbers by their texts. Numbers with equal keys differ only in the zeros at their ends: the smaller one is first.
 *
 * @returns the digits as a fraction: 0.123 for 123; -1 for other than whole numbers from 0 with at most 15 digits
 */
function placeAsText(value: number): number {
  if (!(value >= 0 && value < 1e15 && Number.isInteger(value))) return -1
  let scale = 10
  while (value >= scale) scale *= 10
  return value / scale
}

/** For each label, the texts it was assigned to with their counts; labels by their total count. */
export function mentionCounts(index: DatasetIndex, docs: DocSet, source: string, size: number): Record<string, Counts> {
  const byLabel = new Map<string, [string, number][]>()
  const totals = new Map<string, number>()
  for (const { label, value, count } of mentionEntries(index, docs, source)) {
    const list = byLabel.get(label)
    if (list) list.push([value, count])
    else byLabel.set(label, [[value, count]])
    totals.set(label, (totals.get(label) ?? 0) + count)
  }
  return Object.fromEntries(
    topEntries(totals, size).map(([label]) => [label, topCounts(byLabel.get(label) ?? [], size)]),
  )
}

export interface CountedMention {
  label: string
  value: string
  count: number
}

/** Mentions with their numbers of occurrences. */
export function* mentionEntries(index: DatasetIndex, docs: DocSet, source: string): Generator<CountedMention> {
  for (const [mention, count] of termColumn(index, source).counted(docs, false).entries())
    yield { ...unpackMention(mention), count }
}
