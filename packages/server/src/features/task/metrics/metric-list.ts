import type { Task } from '@postil/contract/task/constants'

export interface MetricEntry {
  id: string
  name: string
  description: string | null
}

const entry = (id: string, name: string, description: string | null = null): MetricEntry => ({ id, name, description })

const COMMON = [
  entry('text_length', 'Text length distribution', 'How long the texts are'),
  entry('error_distribution', 'Error distribution', 'How many predictions agree with the annotations'),
  entry('status_distribution', 'Record status distribution', 'How many records are in each state'),
  entry('words_cloud', 'Inputs words cloud', 'The commonest words of the texts'),
  entry('metadata', 'Metadata fields stats'),
  entry('predicted_by', 'Predicted by distribution'),
  entry('annotated_by', 'Annotated by distribution'),
  entry('score', 'Score record distribution'),
]

const LABELS = entry('dataset_labels', 'The dataset labels')
const CLASSES = [
  entry('predicted_as', 'Predicted labels distribution'),
  entry('annotated_as', 'Annotated labels distribution'),
]

const sided = (side: 'predicted' | 'annotated', parts: [id: string, name: string, description: string][]) =>
  parts.map(([id, name, description]) => entry(`${side}_${id}`, `${name} (${side})`, description))

const MENTIONS: [string, string, string][] = [
  ['entity_labels', 'Entity labels distribution', 'How many mentions each label has'],
  ['entity_capitalness', 'Mention capitalness distribution', 'How mentions are capitalised'],
  ['mentions_distribution', 'Mentions distribution by entity', 'The mentions of each label'],
  ['top_k_mentions_consistency', 'Mention label consistency', 'Common mentions that go by several labels'],
]

const GONE: [string, string, string][] = [
  ['entity_density', 'Mention entity density', 'No longer computed'],
  ['mention_token_length', 'Mention length in tokens', 'No longer computed'],
  ['mention_char_length', 'Mention length in characters', 'No longer computed'],
  ['tag_consistency', 'Token tag consistency', 'No longer computed'],
]

/** The metrics of each task, in the order they are listed (classic-api §9.2). */
export const METRIC_LIST: Record<Task, MetricEntry[]> = {
  Text2Text: COMMON,
  TextClassification: [
    ...COMMON,
    entry('F1', 'F1 metrics for single-label', 'Precision, recall and F1 of the best label'),
    entry('MultiLabelF1', 'F1 metrics for multi-label', 'Precision, recall and F1 of all labels above 0.5'),
    LABELS,
    ...CLASSES,
    entry('labeling_rule', 'Labeling rule metrics'),
    entry('dataset_labeling_rules', 'Labeling rules metrics of the dataset'),
  ],
  TokenClassification: [
    ...COMMON,
    LABELS,
    entry('F1', 'F1 metric based on entity level', 'Precision, recall and F1 of entities that match exactly'),
    ...CLASSES,
    entry('token_frequency', 'Tokens frequency distribution'),
    entry('token_capitalness', 'Token capitalness distribution', 'How tokens are capitalised'),
    ...sided('predicted', MENTIONS),
    ...sided('annotated', MENTIONS),
    entry('tokens_length', 'Tokens length', 'No longer computed'),
    entry('token_length', 'Token length', 'No longer computed'),
    ...sided('predicted', GONE),
    ...sided('annotated', GONE),
  ],
}
