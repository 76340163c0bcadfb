import { TASK_LIMITS } from '@postil/contract/task/constants'
import type { TaskSettingsBody } from '@postil/contract/task/settings'
import type { Option, OptionList, OptionRules } from './option-list'

type LabelSchema = NonNullable<TaskSettingsBody['label_schema']>
type StoredLabel = LabelSchema['labels'][number]

/** Limits of the labels of a classic dataset: at least one, no maximum. */
export const LABEL_RULES: OptionRules = { min: 1, max: Number.POSITIVE_INFINITY, valueLength: TASK_LIMITS.termLength }

/** The labels of a label schema as options. An option's value and text are the label's name. */
export function labelOptions({ labels, retired = [] }: LabelSchema): OptionList {
  return { offered: labels.map(toOption), retired: retired.map(toOption) }
}

/**
 * The label schema with new labels. Labels that keep their name keep their id; the id of a new or renamed label is its name.
 *
 * @param before - the schema that the options were read from
 */
export function withLabelOptions(before: LabelSchema, { offered, retired }: OptionList): LabelSchema {
  const ids = new Map([...before.labels, ...(before.retired ?? [])].map(({ id, name }) => [name, id]))
  const toStored = ({ value, description, color }: Option): StoredLabel => ({
    id: ids.get(value) ?? value,
    name: value,
    ...(description && { description }),
    ...(color !== undefined && { color }),
  })
  return { labels: offered.map(toStored), ...(retired.length > 0 && { retired: retired.map(toStored) }) }
}

function toOption({ name, description, color }: StoredLabel): Option {
  return { value: name, text: name, ...(description && { description }), ...(color !== undefined && { color }) }
}
