import type { Text2TextInput } from '@postil/contract/task/records'
import { codePointLength } from '../spans/code-points'
import { gatherAgents } from './agents'
import type {
  Derived,
  DocumentHead,
  RecordMetrics,
  RecordProblem,
  Sentence,
  SentencesContent,
  Text2TextDocument,
} from './document'

/** The part of `prepareRecords` that is specific to text2text. */
export function prepareText2Text(input: Text2TextInput, head: DocumentHead) {
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
