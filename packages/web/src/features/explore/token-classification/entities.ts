import type { TokenClassificationBody } from '@postil/contract/task/records'
import type { EditableRecord } from '@postil/domain/task-editing/record'
import { annotatedEntities } from '@postil/domain/task-editing/record'
import { spanKey } from '../../../spans/marks.ts'
import type { Span } from '../../../spans/span.ts'

type TokenRecord = EditableRecord<TokenClassificationBody>
export type Entities = NonNullable<TokenClassificationBody['annotation']>['entities']

/** All texts of a dataset share their active label. */
export const ENTITIES = 'entities'

/** The entities a record shows: as edited, else as annotated, else as predicted. */
export function shownEntities({ body, annotation }: TokenRecord): Entities {
  return annotatedEntities({ ...body, annotation }).map(({ origin, ...entity }) => entity)
}

/** An annotation with these spans. Those the record had already keep their score; new ones are certain. */
export function annotationWith(record: TokenRecord, spans: readonly Span[]) {
  const known = new Map(shownEntities(record).map((entity) => [spanKey(entity), entity]))
  return {
    agent: record.annotation?.agent ?? '',
    entities: spans.map((span) => known.get(spanKey(span)) ?? { ...span, score: 1 }),
  }
}
