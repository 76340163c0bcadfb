import type { QuestionSettings } from '@postil/contract/feedback/settings/question-settings'
import type { AskedQuestion } from './asked-question'

const options = (values: string[]) => values.map((value) => ({ value, text: value.toUpperCase(), description: null }))

/** One question of each type, for the tests of these rules. */
export const SAMPLE_SETTINGS = {
  text: { type: 'text', use_markdown: false },
  label: { type: 'label_selection', options: options(['a', 'b']), visible_options: null },
  labels: {
    type: 'multi_label_selection',
    options: options(['a', 'b', 'c']),
    visible_options: null,
    options_order: 'natural',
  },
  rating: { type: 'rating', options: [{ value: 0 }, { value: 1 }, { value: 2 }] },
  ranking: { type: 'ranking', options: options(['x', 'y', 'z']) },
  span: {
    type: 'span',
    field: 'body',
    options: options(['PER', 'LOC']),
    visible_options: null,
    allow_overlapping: false,
    allow_character_annotation: true,
  },
} satisfies Record<string, QuestionSettings>

export type SampleName = keyof typeof SAMPLE_SETTINGS

/** A question named after its sample; `*` makes it required. */
export function ask(name: SampleName | `${SampleName}*`): AskedQuestion {
  const required = name.endsWith('*')
  const plain = Object.keys(SAMPLE_SETTINGS).find((key): key is SampleName => key === name.replace('*', ''))
  if (!plain) throw new Error(`No sample question ${name}`)
  return { name: plain, required, settings: SAMPLE_SETTINGS[plain] }
}
