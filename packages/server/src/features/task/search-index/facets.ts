import type { Task } from '@postil/contract/task/constants'
import type { TaskFieldType } from '../../../db/task-tables'
import type { ColumnSpec } from './columns'
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
import type { DatasetIndex } from './dataset-index'
import type { DocSet } from './doc-set'
import { INTERNAL, unpackMention } from './extract'
import type { MetadataFacets } from './protocol'
import type { TermColumn } from './term-column'

const FACET_SIZE = 1000
const WORDS_SIZE = 80
/** Score histograms have buckets of a thousandth. */
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

/** Facets over the records a search found (classic-api §8). */
export function facetsOf(
  index: DatasetIndex,
  docs: DocSet,
  task: Task,
  metadata: MetadataFacets,
): Record<string, unknown> {
  const terms = (source: string) => countDocuments(docs, termColumn(index, source), FACET_SIZE)
  const classes = (source: string) => (task === 'Text2Text' ? {} : terms(source))
  return {
    status: terms('status'),
    predicted_by: terms('predicted_by'),
    annotated_by: terms('annotated_by'),
    predicted_as: classes('predicted_as'),
    annotated_as: classes('annotated_as'),
    predicted: classes('predicted'),
    score: scoreHistogram(index, docs),
    words: wordCloud(index, docs, 'text', WORDS_SIZE),
    metadata: metadataFacets(index, docs, metadata, FACET_SIZE),
    ...(task === 'TokenClassification' && {
      mentions: mentionCounts(index, docs, INTERNAL.mentionsActual, FACET_SIZE),
      predicted_mentions: mentionCounts(index, docs, INTERNAL.mentionsPredicted, FACET_SIZE),
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

/** Scores are kept in single precision, so 0.7 falls below 0.700. */
export function scoreHistogram(index: DatasetIndex, docs: DocSet): Counts {
  const scores: number[] = []
  const column = numberColumn(index, 'score')
  docs.forEach((ordinal) => {
    column.forEachValue(ordinal, (score) => {
      scores.push(Math.fround(score))
    })
  })
  return histogram(scores, SCORE_BUCKETS)
}

export function wordCloud(index: DatasetIndex, docs: DocSet, source: string, size: number): Counts {
  return countDocuments(docs, termColumn(index, source, 'cloud'), size)
}

/** For each metadata key its values with their counts, or the statistics of its numbers. */
export function metadataFacets(
  index: DatasetIndex,
  docs: DocSet,
  metadata: MetadataFacets,
  size: number,
): Record<string, unknown> {
  const facets = metadata.map(([key, type]): [string, unknown] => [key, metadataFacet(index, docs, key, type, size)])
  return Object.fromEntries(facets.filter(([, facet]) => Object.keys(facet ?? {}).length > 0))
}

function metadataFacet(index: DatasetIndex, docs: DocSet, key: string, type: TaskFieldType, size: number): unknown {
  const source = `metadata.${key}`
  switch (type) {
    case 'keyword':
    case 'boolean':
      return countDocuments(docs, termColumn(index, source), size)
    case 'long':
      return topCounts(countNumbers(index, docs, source), size)
    case 'float':
    case 'date': {
      const values: number[] = []
      const column = numberColumn(index, source, type === 'date' ? 'date' : 'number')
      docs.forEach((ordinal) => {
        column.forEachValue(ordinal, (value) => {
          values.push(value)
        })
      })
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

function* countNumbers(index: DatasetIndex, docs: DocSet, source: string): Generator<[string, number]> {
  const counts = new Map<number, number>()
  const column = numberColumn(index, source)
  const seen = new Set<number>()
  docs.forEach((ordinal) => {
    seen.clear()
    column.forEachValue(ordinal, (value) => {
      if (!seen.has(value)) counts.set(value, (counts.get(value) ?? 0) + 1)
      seen.add(value)
    })
  })
  for (const [value, count] of counts) yield [String(value), count]
}

/** For each label the texts it was given to, with their counts; labels by how many they have. */
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

/** Mentions with how often each stands. */
export function* mentionEntries(index: DatasetIndex, docs: DocSet, source: string): Generator<CountedMention> {
  const column = termColumn(index, source)
  const mentions = unpacked(column)
  for (const [id, count] of column.count(docs, false).entries()) {
    const mention = count > 0 ? mentions[id] : undefined
    if (mention) yield { ...mention, count }
  }
}

const unpackedTerms = new WeakMap<TermColumn, { label: string; value: string }[]>()

/** The mentions that a column's terms stand for, taken apart once. */
function unpacked(column: TermColumn) {
  const known = unpackedTerms.get(column) ?? []
  unpackedTerms.set(column, known)
  for (let id = known.length; id < column.terms.length; id += 1) known.push(unpackMention(column.terms[id] ?? ''))
  return known
}
