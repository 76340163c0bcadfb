import { z } from 'zod'
import { LIMITS } from './limits'
import { int, list, text } from './shapes'

/** Number of label colours before they repeat (spec section 9). */
export const OPTION_COLORS = 50

/** Maximum number of labels of a label schema. */
const MAX_ORDER = 10_000

const value = () => text({ trim: true, min: 1, max: LIMITS.optionValueLength })
const shown = () => text({ trim: true, min: 1, max: LIMITS.optionTextLength })
const description = () => text({ trim: true, min: 1, max: LIMITS.descriptionLength }).nullish()

const NewOption = z.object({ value: value(), text: shown().optional(), description: description() })

/**
 * One change of the labels of a classic dataset, or of the options of a question. `value` is the text stored in answers; for a classic
 * label it is the label's name.
 *
 * - rename: `to` is a new value, which replaces the old one in all answers; `text` and `description` are only displayed
 * - merge: the option is replaced by `into` in all answers, and removed
 * - retire: the option is no longer offered; answers that contain it stay valid. restore: it is offered again
 * - reorder: options that are not listed come last
 * - color: the index of a colour; null: the option's index in the list
 */
export const OptionChange = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('add'), options: list(NewOption, { min: 1, max: LIMITS.labelOptions }) }),
  z.object({
    kind: z.literal('rename'),
    value: text(),
    to: value().optional(),
    text: shown().optional(),
    description: description(),
  }),
  z.object({ kind: z.literal('merge'), value: text(), into: text() }),
  z.object({ kind: z.literal('retire'), value: text() }),
  z.object({ kind: z.literal('restore'), value: text() }),
  z.object({ kind: z.literal('reorder'), order: list(text(), { min: 1, max: MAX_ORDER }) }),
  z.object({ kind: z.literal('color'), value: text(), color: int({ ge: 0, le: OPTION_COLORS - 1 }).nullable() }),
])
export type OptionChange = z.output<typeof OptionChange>

/**
 * Number of objects that contain an option, or that a change of options has changed: records, and their annotations and predictions or
 * their suggestions and responses by status.
 */
export const OptionTouches = z.object({
  records: z.number(),
  annotations: z.number(),
  predictions: z.number(),
  rules: z.number(),
  submitted: z.number(),
  drafts: z.number(),
  discarded: z.number(),
  suggestions: z.number(),
  /** Decisions of leads on questions with differing answers. */
  resolutions: z.number(),
})
export type OptionTouches = z.output<typeof OptionTouches>

/** A requested change and its progress. Only the latest change that is not undone can be undone. */
export const OptionChangeBody = z.object({
  id: z.string(),
  change: OptionChange,
  state: z.enum(['running', 'done', 'undoing', 'undone']),
  /** While the change is running: the objects changed so far. */
  touched: OptionTouches,
  inserted_at: z.string(),
})
export type OptionChangeBody = z.output<typeof OptionChangeBody>

export const OptionChangeList = z.object({ items: z.array(OptionChangeBody) })
