import { z } from 'zod'
import { LIMITS, PATTERNS } from '../../limits'
import { pyRepr } from '../../python-text'
import { bool, fail, int, list, refuseNulls, text, valueError, word } from '../../shapes'

/**
 * Settings of the six question types: the body of a creation (`…Create`, with defaults), the body of a change (`…Patch`), and the
 * settings as stored and returned (`QuestionSettings`) (feedback-api §2, §4.3, §4.4).
 */
export const QUESTION_TYPES = ['text', 'rating', 'label_selection', 'multi_label_selection', 'ranking', 'span'] as const
export type QuestionType = (typeof QUESTION_TYPES)[number]

const MIN_VISIBLE_OPTIONS = 3
const RATING_RANGE = [0, 10] as const

const LabelOption = z.object({
  value: z.string(),
  text: z.string(),
  description: z.string().nullable(),
  /** Index of a colour; default: the option's index in the list. */
  color: z.number().optional(),
})
/** No longer offered, but valid in answers. Absent if there are none. */
const retired = { retired_options: z.array(LabelOption).optional() }
const VisibleOptions = z.number().nullable()
const OptionsOrder = z.enum(['natural', 'suggestion'])

/** Settings as stored and returned, with all defaults. */
export const QuestionSettings = z.discriminatedUnion('type', [
  z.object({ type: z.literal('text'), use_markdown: z.boolean() }),
  z.object({ type: z.literal('rating'), options: z.array(z.object({ value: z.number() })) }),
  z.object({
    type: z.literal('label_selection'),
    options: z.array(LabelOption),
    visible_options: VisibleOptions,
    ...retired,
  }),
  z.object({
    type: z.literal('multi_label_selection'),
    options: z.array(LabelOption),
    visible_options: VisibleOptions,
    options_order: OptionsOrder,
    ...retired,
  }),
  z.object({ type: z.literal('ranking'), options: z.array(LabelOption), ...retired }),
  z.object({
    type: z.literal('span'),
    field: z.string(),
    options: z.array(LabelOption),
    visible_options: VisibleOptions,
    allow_overlapping: z.boolean(),
    allow_character_annotation: z.boolean(),
    ...retired,
  }),
])
export type QuestionSettings = z.output<typeof QuestionSettings>
export type LabelOption = z.output<typeof LabelOption>
export type SettingsOf<T extends QuestionType> = Extract<QuestionSettings, { type: T }>

/** Parse stored settings from JSON text. */
export function parseQuestionSettings(json: string): QuestionSettings {
  return QuestionSettings.parse(JSON.parse(json))
}

/** The error message when `visible_options` is not allowed, else undefined. Null means that all options are visible. */
export function visibleOptionsFailure(visible: number | null, optionCount: number): string | undefined {
  if (visible === null || visible <= optionCount) return undefined
  return `the value for 'visible_options' must be less or equal to the number of items in 'options' (${optionCount})`
}

const visibleOptions = () => int({ ge: MIN_VISIBLE_OPTIONS }).nullable()

const optionCreate = z.object({
  value: text({ min: 1, max: LIMITS.optionValueLength }),
  text: text({ min: 1, max: LIMITS.optionTextLength }),
  description: text({ min: 1, max: LIMITS.descriptionLength }).nullable().default(null),
})

const labelOptions = (min: number, max: number) => list(optionCreate, { min, max }).superRefine(uniqueValues)

const ratingOptions = list(z.object({ value: int() }), { min: 2, max: LIMITS.ratingOptions })
  .superRefine(uniqueValues)
  .superRefine((options, ctx) => {
    const [min, max] = RATING_RANGE
    const outside = options.find(({ value }) => value < min || value > max)
    if (outside) fail(ctx, valueError(`Option value ${outside.value} out of range [${min}, ${max}]`))
  })

/** Settings of a new question. */
export const QuestionSettingsCreate = z.discriminatedUnion('type', [
  z.object({ type: z.literal('text'), use_markdown: bool().default(false) }),
  z.object({ type: z.literal('rating'), options: ratingOptions }),
  z
    .object({
      type: z.literal('label_selection'),
      options: labelOptions(2, LIMITS.labelOptions),
      visible_options: visibleOptions().default(null),
    })
    .superRefine(fittingVisibleOptions),
  z
    .object({
      type: z.literal('multi_label_selection'),
      options: labelOptions(2, LIMITS.labelOptions),
      visible_options: visibleOptions().default(null),
      options_order: word(OptionsOrder.options).default('natural'),
    })
    .superRefine(fittingVisibleOptions),
  z.object({ type: z.literal('ranking'), options: labelOptions(2, LIMITS.rankingOptions) }),
  z
    .object({
      type: z.literal('span'),
      field: text({ min: 1, max: LIMITS.nameLength, pattern: PATTERNS.itemName }),
      options: labelOptions(1, LIMITS.spanOptions),
      visible_options: visibleOptions().default(null),
      allow_overlapping: bool().default(false),
    })
    .superRefine(fittingVisibleOptions)
    .transform((settings) => ({ ...settings, allow_character_annotation: true })),
])
export type QuestionSettingsCreate = z.output<typeof QuestionSettingsCreate>

/** Only text, description and order of options can change; their lengths are not checked here (feedback-api §4.4). */
const optionsPatch = () =>
  list(z.object({ value: text(), text: text(), description: text().nullable().default(null) })).nullish()

/** A change of a question's settings; keys that cannot change are ignored. */
export const QuestionSettingsPatch = z.discriminatedUnion('type', [
  z.object({ type: z.literal('text'), use_markdown: bool().nullish() }).superRefine(refuseNulls(['use_markdown'])),
  z.object({ type: z.literal('rating') }),
  z.object({
    type: z.literal('label_selection'),
    options: optionsPatch(),
    visible_options: visibleOptions().optional(),
  }),
  z
    .object({
      type: z.literal('multi_label_selection'),
      options: optionsPatch(),
      visible_options: visibleOptions().optional(),
      options_order: word(OptionsOrder.options).nullish(),
    })
    .superRefine(refuseNulls(['options_order'])),
  z.object({ type: z.literal('ranking') }),
  z.object({
    type: z.literal('span'),
    options: optionsPatch(),
    visible_options: visibleOptions().optional(),
    allow_overlapping: bool().nullish(),
  }),
])
export type QuestionSettingsPatch = z.output<typeof QuestionSettingsPatch>

function uniqueValues(options: { value: string | number }[], ctx: z.core.$RefinementCtx): void {
  const seen = new Set<string | number>()
  const repeated = new Set<string | number>()
  for (const { value } of options) (seen.has(value) ? repeated : seen).add(value)
  if (repeated.size > 0) fail(ctx, valueError(`Option values must be unique, found duplicates: ${pyRepr(repeated)}`))
}

function fittingVisibleOptions(
  settings: { visible_options: number | null; options: unknown[] },
  ctx: z.core.$RefinementCtx,
): void {
  const failure = visibleOptionsFailure(settings.visible_options, settings.options.length)
  if (failure) fail(ctx, valueError(failure), { root: true })
}
