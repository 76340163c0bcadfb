import type { RecordStatus } from '@postil/contract/task/constants'
import type { AnyRecordBody, TokenClassificationBody } from '@postil/contract/task/records'

/** A classic record being edited: its last saved state in `body`, and the user's unsaved changes beside it. */
export interface EditableRecord<Body extends AnyRecordBody = AnyRecordBody> {
  /** As it was loaded or last saved. */
  body: Body
  status: RecordStatus
  /** The status that Reset restores. Undefined after validating or discarding, until the change is saved (spec section 4). */
  originStatus: RecordStatus | undefined
  annotation: Body['annotation']
  isSelected: boolean
}

/** The editable form of a record just loaded from the server. */
export function openRecord<Body extends AnyRecordBody>(body: Body): EditableRecord<Body> {
  return {
    body,
    status: body.status,
    originStatus: body.status,
    annotation: body.annotation ?? undefined,
    isSelected: false,
  }
}

/** The key by which records are compared: the ids `1` and `"1"` are the same record (classic-api section 4). */
export function recordKey({ body }: Pick<EditableRecord, 'body'>): string {
  return String(body.id)
}

/** An entity, with the source it was read from. */
export type ShownEntity = NonNullable<TokenClassificationBody['annotation']>['entities'][number] & {
  origin: 'annotation' | 'prediction'
}

/** The initial entities of a token classification record: those of the annotation, else those of the prediction, else none. */
export function annotatedEntities(body: TokenClassificationBody): ShownEntity[] {
  if (body.annotation) return body.annotation.entities.map((entity) => ({ ...entity, origin: 'annotation' }))
  return (body.prediction?.entities ?? []).map((entity) => ({ ...entity, origin: 'prediction' }))
}

/** A record as an item of a bulk request: what it was searched by and what was edited. The server keeps stored parts that are absent. */
export function toBulkRecord<Body extends AnyRecordBody>({ body, status, annotation }: EditableRecord<Body>) {
  const { metrics, metadata, vectors, search_keywords, predictions, annotations, event_timestamp, ...rest } = body
  return { ...rest, prediction: rest.prediction ?? null, annotation: annotation ?? null, status }
}
