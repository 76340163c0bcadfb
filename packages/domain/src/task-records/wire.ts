import type { AnyRecordBody } from '@postil/contract/task/records'
import type { ByAgents, LabelsContent, RecordMetrics, StoredVector, WritableDocument } from './document'

/** Parts of a reply that are not in the stored document. */
export interface WireExtras {
  /** Default: an empty object in the reply. */
  metrics?: RecordMetrics
  vectors?: Record<string, StoredVector>
  keywords?: string[]
  /** Write absent parts as null, as in the reply of the single-record route. */
  withNulls?: boolean
}

/** Convert a stored document to the form of replies (classic-api §4.2): `class` instead of `class_label`; no `text` if it has inputs. */
export function toRecordBody(
  document: WritableDocument,
  { metrics, vectors, keywords, withNulls }: WireExtras = {},
): AnyRecordBody {
  const extras = {
    metrics: { ...metrics },
    ...(vectors && { vectors }),
    ...(keywords && keywords.length > 0 && { search_keywords: keywords }),
  }
  const nulls = withNulls ? NULLS : undefined
  if (!('inputs' in document)) return { ...nulls, ...document, ...extras }
  const { text: _, prediction: _1, annotation: _2, predictions: _3, annotations: _4, ...rest } = document
  return { ...nulls, ...(withNulls && { explanation: null }), ...rest, ...renameClasses(document), ...extras }
}

/** Some parts of a stored document in the form of replies. */
export function toRecordParts<Parts extends object>(parts: Parts, { isClassification }: { isClassification: boolean }) {
  return isClassification ? { ...parts, ...renameClasses(parts) } : parts
}

const NULLS = {
  metadata: null,
  event_timestamp: null,
  prediction: null,
  annotation: null,
  predictions: null,
  annotations: null,
  vectors: null,
  search_keywords: null,
  last_updated: null,
}

function renameClasses({ prediction, annotation, predictions, annotations }: ByAgents<LabelsContent>) {
  return {
    ...(prediction && { prediction: { agent: prediction.agent, ...renamed(prediction) } }),
    ...(annotation && { annotation: { agent: annotation.agent, ...renamed(annotation) } }),
    ...(predictions && { predictions: renamedAll(predictions) }),
    ...(annotations && { annotations: renamedAll(annotations) }),
  }
}

function renamedAll(many: Record<string, LabelsContent>) {
  return Object.fromEntries(Object.entries(many).map(([agent, content]) => [agent, renamed(content)]))
}

function renamed({ labels }: LabelsContent) {
  return { labels: labels.map((label) => ({ class: label.class_label, score: label.score })) }
}
