import type { AnswerValue } from '@postil/contract/feedback/answer-value'
import type { LabelOption, QuestionSettings } from '@postil/contract/feedback/settings/question-settings'
import { LIMITS } from '@postil/contract/limits'
import type { Option, OptionList, OptionRules } from './option-list'
import { holdsOption } from './relabel-answer'

/** Settings of the questions whose options can be changed. */
export type OptionQuestion = Exclude<QuestionSettings, { type: 'text' | 'rating' }>

/** Smallest allowed value of `visible_options`. A question with fewer options shows all of them. */
const MIN_VISIBLE = 3

export function hasOptions(settings: QuestionSettings): settings is OptionQuestion {
  return settings.type !== 'text' && settings.type !== 'rating'
}

/** The offered and retired options of a question. */
export function optionsOf(settings: OptionQuestion): OptionList {
  return { offered: settings.options, retired: settings.retired_options ?? [] }
}

/** Limits of a question's options (feedback-api §4.3). A ranking ranks all options, so options cannot be added to or removed from it. */
export function rulesOf({ type }: OptionQuestion): OptionRules {
  const valueLength = LIMITS.optionValueLength
  if (type === 'span') return { min: 1, max: LIMITS.spanOptions, valueLength }
  if (type === 'ranking') return { min: 2, max: LIMITS.rankingOptions, valueLength, kinds: ['rename', 'reorder'] }
  return { min: 2, max: LIMITS.labelOptions, valueLength }
}

/** The settings with new options. Clears `visible_options` when there are too few options left for it. */
export function withOptions<Settings extends OptionQuestion>(
  settings: Settings,
  { offered, retired }: OptionList,
): Settings {
  const { retired_options: _, ...rest } = settings
  const visible = 'visible_options' in settings ? settings.visible_options : null
  const isTooMany = visible !== null && (visible > offered.length || offered.length < MIN_VISIBLE)
  return {
    ...rest,
    options: offered.map(toStored),
    ...(isTooMany && { visible_options: null }),
    ...(retired.length > 0 && { retired_options: retired.map(toStored) }),
  } as Settings
}

/** Every value valid in answers, including retired options. */
export function answerableValues({ options, retired_options = [] }: OptionQuestion): string[] {
  return [...options, ...retired_options].map((option) => option.value)
}

/**
 * The options shown for a record: the offered ones, and the retired ones that its answer or suggestion contains, so that changing another
 * option of the answer does not lose them.
 *
 * @param held - the record's answer and suggestion to the question
 */
export function optionsShown(
  settings: OptionQuestion,
  held: readonly (AnswerValue | undefined)[],
): readonly LabelOption[] {
  const { options, retired_options } = settings
  if (!retired_options) return options
  const kept = retired_options.filter((option) =>
    held.some((value) => value !== undefined && holdsOption(settings, value, option.value)),
  )
  return kept.length === 0 ? options : [...options, ...kept]
}

function toStored({ value, text, description = null, color }: Option): LabelOption {
  return { value, text, description, ...(color !== undefined && { color }) }
}
