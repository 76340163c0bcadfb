import type { RecordStatus } from '@postil/contract/task/constants'
import type { AnyRecordBody, TokenClassificationBody } from '@postil/contract/task/records'

/** A classic record on the screen: as the server has it, and what the user made of it since. */
export interface EditableRecord<Body extends AnyRecordBody = AnyRecordBody> {
  /** As it was loaded or last saved. */
  body: Body
  status: RecordStatus
  /** The status that Reset brings back; cleared by validating and discarding until that is saved (spec section 4). */
  originStatus: RecordStatus | undefined
  annotation: Body['annotation']
  isSelected: boolean
}

/** A record as it is when it comes from the server. */
export function openRecord<Body extends AnyRecordBody>(body: Body): EditableRecord<Body> {
  return {
    body,
    status: body.status,
    originStatus: body.status,
    annotation: body.annotation ?? undefined,
    isSelected: false,
  }
}

/** The name of a record wherever it is compared: `1` and `"1"` are the same record (classic-api section 4). */
export function recordKey({ body }: Pick<EditableRecord, 'body'>): string {
  return String(body.id)
}

/** An entity with where it came from. */
export type ShownEntity = NonNullable<TokenClassificationBody['annotation']>['entities'][number] & {
  origin: 'annotation' | 'prediction'
}

/** The entities a token classification record begins with: the annotation's, else the prediction's, else none. */
export function annotatedEntities(body: TokenClassificationBody): ShownEntity[] {
  if (body.annotation) return body.annotation.entities.map((entity) => ({ ...entity, origin: 'annotation' }))
  return (body.prediction?.entities ?? []).map((entity) => ({ ...entity, origin: 'prediction' }))
}

/** A record as the bulk call takes it: the parts that searches read, and what was edited. Parts left out stay as they are stored. */
export function toBulkRecord<Body extends AnyRecordBody>({ body, status, annotation }: EditableRecord<Body>) {
  const { metrics, metadata, vectors, search_keywords, predictions, annotations, event_timestamp, ...rest } = body
  return { ...rest, prediction: rest.prediction ?? null, annotation: annotation ?? null, status }
}
