import type { TextClassificationInput } from '@postil/contract/task/records'
import { classesOf } from '../labels/classes'
import { codePointLength } from '../spans/code-points'
import { gatherAgents } from './agents'
import type {
  ClassScore,
  Derived,
  DocumentHead,
  LabelsContent,
  RecordMetrics,
  RecordProblem,
  TextClassificationDocument,
} from './document'

/** Maximum sum of the scores of a single-label prediction: 1, with a tolerance for rounding errors. */
const SCORE_SUM_MAX = 1.001

/** The part of `prepareRecords` that is specific to text classification. */
export function prepareTextClassification(input: TextClassificationInput, head: DocumentHead) {
  const multiLabel = input.multi_label ?? false
  const text = textOfInputs(input.inputs)
  const document: TextClassificationDocument = {
    ...head,
    text,
    inputs: input.inputs,
    multi_label: multiLabel,
    ...(input.explanation && { explanation: input.explanation }),
    ...gatherAgents(input, tidyLabels),
  }
  const metrics: RecordMetrics = { text_length: codePointLength(text) }
  return { document, metrics, derived: deriveText(document), problems: findProblems(document) }
}

/** The text that searches and cards have of a record's inputs. */
export function textOfInputs(inputs: TextClassificationInput['inputs']): string {
  return Object.values(inputs).flat().join('\n')
}

function tidyLabels({ labels }: { labels: { class: string; score: number }[] }): LabelsContent {
  const renamed = labels.map((label): ClassScore => ({ class_label: label.class, score: label.score }))
  return { labels: renamed.sort((one, other) => other.score - one.score) }
}

/** Compute the derived fields of a record for searches. */
export function deriveText({ prediction, annotation, multi_label }: TextClassificationDocument): Derived {
  const predicted = prediction ? classesOf(prediction.labels, multi_label) : []
  const annotated = annotation ? classesOf(annotation.labels, multi_label) : []
  const scores = (prediction?.labels ?? []).map((label) => label.score)
  return {
    predicted_as: predicted,
    annotated_as: annotated,
    predicted_by: prediction ? [prediction.agent] : [],
    annotated_by: annotation ? [annotation.agent] : [],
    ...(prediction && annotation && { predicted: sameMembers(predicted, annotated) ? 'ok' : 'ko' }),
    score: multi_label ? scores : scores.slice(0, 1),
  }
}

function sameMembers(one: string[], other: string[]): boolean {
  const left = new Set(one)
  const right = new Set(other)
  return left.size === right.size && [...left].every((item) => right.has(item))
}

function findProblems(document: TextClassificationDocument): RecordProblem[] {
  const { inputs, prediction, annotation, multi_label, status } = document
  const problems: RecordProblem[] = []
  if (Object.keys(inputs).length === 0) problems.push({ path: ['inputs'], message: 'No inputs provided' })
  if (multi_label) return problems
  const sum = (prediction?.labels ?? []).reduce((total, label) => total + label.score, 0)
  if (sum > SCORE_SUM_MAX)
    problems.push({ path: ['prediction'], message: `Wrong score distribution: the scores add up to ${sum}` })
  if (annotation && annotation.labels.length !== 1)
    problems.push({ path: ['annotation'], message: 'A single-label record must be annotated with exactly one label' })
  else if (status === 'Validated' && !annotation)
    problems.push({ path: ['annotation'], message: 'A validated record must be annotated' })
  return problems
}
