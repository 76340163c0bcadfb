import type {
  AnyRecordInput,
  Text2TextInput,
  TextClassificationInput,
  TokenClassificationInput,
} from '@postil/contract/task/records'
import { codePointLength } from '../spans/code-points'
import { gatherAgents } from './agents'
import type {
  Derived,
  DocumentHead,
  Prepared,
  RecordMetrics,
  RecordProblem,
  Sentence,
  SentencesContent,
  StoredVector,
  Text2TextDocument,
} from './document'
import { normalizeMetadata } from './metadata'
import { prepareTextClassification } from './text-classification'
import { prepareTokenClassification } from './token-classification'

/** The parsed records of a batch, with their task. */
export type TaskPayload =
  | { task: 'TextClassification'; records: TextClassificationInput[] }
  | { task: 'TokenClassification'; records: TokenClassificationInput[] }
  | { task: 'Text2Text'; records: Text2TextInput[] }

export interface PreparedRecord extends Prepared {
  problems: RecordProblem[]
}

/**
 * Convert logged records to their stored form: make agents consistent, sort scores, correct spans, flatten metadata, compute derived fields
 * and metrics, and list validation errors (classic-api §4, §5.4, §9.1). A generator, so that the caller can pause within a large batch.
 *
 * @param now - the time of the batch, in the format of the API
 * @param newId - generates an id for records without one
 */
export function* prepareRecords(payload: TaskPayload, now: string, newId: () => string): Generator<PreparedRecord> {
  const finish = (
    input: AnyRecordInput,
    make: (head: DocumentHead) => Omit<PreparedRecord, 'key' | 'vectors'>,
  ): PreparedRecord => {
    const head = headOf(input, now, newId)
    return { key: String(head.id), vectors: vectorsOf(input), ...make(head) }
  }
  switch (payload.task) {
    case 'TextClassification':
      for (const input of payload.records) yield finish(input, (head) => prepareTextClassification(input, head))
      return
    case 'TokenClassification':
      for (const input of payload.records) yield finish(input, (head) => prepareTokenClassification(input, head))
      return
    case 'Text2Text':
      for (const input of payload.records) yield finish(input, (head) => prepareText2Text(input, head))
  }
}

function headOf(input: AnyRecordInput, now: string, newId: () => string): DocumentHead {
  return {
    id: input.id ?? newId(),
    status: input.status ?? 'Default',
    ...(input.metadata && { metadata: normalizeMetadata(input.metadata) }),
    ...(input.event_timestamp && { event_timestamp: input.event_timestamp }),
    last_updated: now,
  }
}

function vectorsOf({ vectors }: AnyRecordInput): Record<string, StoredVector> {
  const entries = Object.entries(vectors ?? {}).map(
    ([name, { value, record_properties, model }]): [string, StoredVector] => [
      name,
      { value, ...(record_properties && { record_properties }), ...(typeof model === 'string' && { model }) },
    ],
  )
  return Object.fromEntries(entries)
}

/** The part of `prepareRecords` that is specific to text2text. */
function prepareText2Text(input: Text2TextInput, head: DocumentHead) {
  const document: Text2TextDocument = { ...head, text: input.text, ...gatherAgents(input, tidySentences) }
  const metrics: RecordMetrics = { text_length: codePointLength(input.text) }
  const problems: RecordProblem[] = []
  return { document, metrics, derived: deriveSentences(document), problems }
}

function tidySentences({ sentences }: { sentences: Sentence[] }): SentencesContent {
  const tidied = sentences.map((sentence) => ({ text: sentence.text, score: sentence.score }))
  return { sentences: tidied.sort((one, other) => other.score - one.score) }
}

function deriveSentences({ prediction, annotation }: Text2TextDocument): Derived {
  return {
    predicted_as: (prediction?.sentences ?? []).map((sentence) => sentence.text),
    annotated_as: (annotation?.sentences ?? []).map((sentence) => sentence.text),
    predicted_by: prediction ? [prediction.agent] : [],
    annotated_by: annotation ? [annotation.agent] : [],
    score: (prediction?.sentences ?? []).map((sentence) => sentence.score),
  }
}
