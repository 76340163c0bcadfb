import type { AnswerValue } from '@postil/contract/feedback/answer-value'
import type { LabelOption, QuestionSettings } from '@postil/contract/feedback/settings/question-settings'
import { LIMITS } from '@postil/contract/limits'
import type { Option, OptionList, OptionRules, Relabel } from './option-list'
import { holdsOption, relabelAnswer } from './relabel-answer'

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

/**
 * An answer that may contain options by the names that they had when it was given: what the question no longer has gets its present name.
 *
 * @param renamings - what has replaced options of the question in its answers, oldest first
 */
export function withPresentNames(
  settings: QuestionSettings,
  value: AnswerValue,
  renamings: readonly Relabel[],
): AnswerValue {
  if (!hasOptions(settings)) return value
  const known = answerableValues(settings)
  const gone = new Set(renamings.map(({ from }) => from).filter((name) => !known.includes(name)))
  return [...gone].reduce(
    (now, from) =>
      relabelAnswer(settings, { value: now, score: null }, { from, to: presentName(from, renamings) }).value,
    value,
  )
}

/** What an option is called that had this name. If several had, one after the other, the last of them is meant. */
function presentName(name: string, renamings: readonly Relabel[]): string {
  const first = renamings.findLastIndex(({ from }) => from === name)
  return renamings.slice(first).reduce((now, { from, to }) => (now === from ? to : now), name)
}

function toStored({ value, text, description = null, color }: Option): LabelOption {
  return { value, text, description, ...(color !== undefined && { color }) }
}
