import type { TokenClassificationBody } from '@postil/contract/task/records'
import { indexOffsets } from '@postil/domain/spans/code-points'
import type { EditableRecord } from '@postil/domain/task-editing/record'
import { annotatedEntities } from '@postil/domain/task-editing/record'
import { locateTokens } from '@postil/domain/task-records/align-spans'
import { addSpans, spanKey } from '../../../spans/marks.ts'
import { occurrencesOf } from '../../../spans/occurrences.ts'
import type { Span } from '../../../spans/span.ts'

type TokenRecord = EditableRecord<TokenClassificationBody>
export type Entities = NonNullable<TokenClassificationBody['annotation']>['entities']

/** One name for all texts of a dataset, so that they share their active label. */
export const ENTITIES = 'entities'

/** Longer texts scroll within their card until expanded. */
export const LONG_CHARS = 1200

/** The entities that a record shows: the edited ones, else the annotated, else the predicted. */
export function shownEntities({ body, annotation }: TokenRecord): Entities {
  return annotatedEntities({ ...body, annotation }).map(({ origin, ...entity }) => entity)
}

/** An annotation with these spans. Existing spans keep their score; new ones get 1. */
export function annotationWith(record: TokenRecord, spans: readonly Span[]) {
  const known = new Map(shownEntities(record).map((entity) => [spanKey(entity), entity]))
  return {
    agent: record.annotation?.agent ?? '',
    entities: spans.map((span) => known.get(spanKey(span)) ?? { ...span, score: 1 }),
  }
}

/** The annotation of a record with some words marked at every unmarked occurrence as whole tokens; undefined if there is none. */
export function annotationWithWords(record: TokenRecord, words: string, label: string) {
  const { text, tokens } = record.body
  const located = locateTokens(text, tokens)
  if ('missing' in located || !text.includes(words)) return undefined
  const index = indexOffsets(text)
  const entities = shownEntities(record)
  const marks = entities
    .map(({ start, end }) => ({ start: index.toUtf16(start), end: index.toUtf16(end) }))
    .sort((one, other) => one.start - other.start)
  const found = occurrencesOf(text, located, words, marks)
  if (found.length === 0) return undefined
  const added = found.map(({ start, end }) => ({
    label,
    start: index.toCodePoints(start),
    end: index.toCodePoints(end),
  }))
  return annotationWith(record, addSpans(entities, added))
}
