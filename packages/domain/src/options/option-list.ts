import type { OptionChange } from '@postil/contract/options'

/** One label or option: `value` is stored in answers, `text` is displayed. */
export interface Option {
  value: string
  text: string
  description?: string | null
  /** Index of a colour; default: the option's index in the list. */
  color?: number
}

/** The offered options in their order, and the retired ones, which may still be in answers. */
export interface OptionList {
  offered: readonly Option[]
  retired: readonly Option[]
}

/** Limits of an option list, and the allowed kinds of changes. Without `kinds` all are allowed. */
export interface OptionRules {
  min: number
  max: number
  /** Maximum length of a value, in code points. */
  valueLength: number
  kinds?: readonly OptionChange['kind'][]
}

/** A change that is not possible with the current list; the message is for the user. */
export class OptionChangeError extends Error {
  override name = 'OptionChangeError'
}

/**
 * The list after a change.
 *
 * @throws OptionChangeError when the list lacks the changed option, already has an option with the new value, or would get too short or
 *   too long
 */
export function changeOptions(list: OptionList, change: OptionChange, rules: OptionRules): OptionList {
  if (rules.kinds && !rules.kinds.includes(change.kind))
    throw new OptionChangeError('The options of this question cannot be changed in this way.')
  const changed = applyChange(list, change, rules)
  const count = changed.offered.length
  if (count < rules.min && count < list.offered.length)
    throw new OptionChangeError(`At least ${rules.min} must be left.`)
  if (count > rules.max && count > list.offered.length)
    throw new OptionChangeError(`There can be ${rules.max} at most.`)
  return changed
}

/** A replacement in answers: every `from` becomes `to`. */
export interface Relabel {
  from: string
  to: string
}

/** The replacement that a change of options requires in answers; undefined when answers stay as they are. */
export function relabelOf(change: OptionChange): Relabel | undefined {
  if (change.kind === 'merge') return { from: change.value, to: change.into }
  if (change.kind !== 'rename' || change.to === undefined || change.to === change.value) return undefined
  return { from: change.value, to: change.to }
}

function applyChange(list: OptionList, change: OptionChange, rules: OptionRules): OptionList {
  const { offered, retired } = list
  switch (change.kind) {
    case 'add':
      return { offered: [...offered, ...newOptions(list, change.options, rules)], retired }
    case 'rename': {
      const { to, text, description } = change
      const before = findOption(list, change.value)
      if (to === undefined && text === undefined && description === undefined)
        throw new OptionChangeError('A new name is needed.')
      if (to !== undefined && to !== before.value) assertFree(list, to)
      if (to !== undefined) assertLength(to, rules)
      // If the text equals the value, it is renamed along with it.
      const shown = text ?? (to !== undefined && before.text === before.value ? to : before.text)
      const after = {
        ...before,
        value: to ?? before.value,
        text: shown,
        ...(description !== undefined && { description }),
      }
      const swap = (options: readonly Option[]) => options.map((option) => (option === before ? after : option))
      return { offered: swap(offered), retired: swap(retired) }
    }
    case 'merge': {
      const gone = findOption(list, change.value)
      if (change.value === change.into) throw new OptionChangeError('It cannot be merged into itself.')
      if (!offered.some(({ value }) => value === change.into)) throw notFound(change.into)
      return { offered: without(offered, gone), retired: without(retired, gone) }
    }
    case 'retire': {
      const option = offered.find(({ value }) => value === change.value)
      if (!option) throw notFound(change.value)
      return { offered: without(offered, option), retired: [...retired, option] }
    }
    case 'restore': {
      const option = retired.find(({ value }) => value === change.value)
      if (!option) throw notFound(change.value)
      return { offered: [...offered, option], retired: without(retired, option) }
    }
    case 'reorder': {
      const places = new Map(change.order.map((value, index) => [value, index]))
      const placeOf = ({ value }: Option) => places.get(value) ?? places.size
      return { offered: offered.toSorted((one, other) => placeOf(one) - placeOf(other)), retired }
    }
    case 'color': {
      const before = findOption(list, change.value)
      const { color: _, ...rest } = before
      const after: Option = change.color === null ? rest : { ...rest, color: change.color }
      const swap = (options: readonly Option[]) => options.map((option) => (option === before ? after : option))
      return { offered: swap(offered), retired: swap(retired) }
    }
  }
}

function newOptions(
  list: OptionList,
  given: readonly { value: string; text?: string; description?: string | null }[],
  rules: OptionRules,
): Option[] {
  const added = new Map<string, Option>()
  for (const { value, text = value, description } of given) {
    assertFree(list, value)
    assertLength(value, rules)
    if (added.has(value)) throw exists(value)
    added.set(value, { value, text, ...(description && { description }) })
  }
  return [...added.values()]
}

function findOption({ offered, retired }: OptionList, value: string): Option {
  const found = [...offered, ...retired].find((option) => option.value === value)
  if (!found) throw notFound(value)
  return found
}

function assertFree({ offered, retired }: OptionList, value: string): void {
  if (offered.some((option) => option.value === value)) throw exists(value)
  if (retired.some((option) => option.value === value))
    throw new OptionChangeError(`"${value}" is retired: offer it again instead.`)
}

function assertLength(value: string, { valueLength }: OptionRules): void {
  if ([...value].length > valueLength)
    throw new OptionChangeError(`"${value.slice(0, 40)}…" is longer than ${valueLength} characters.`)
}

function without(options: readonly Option[], gone: Option): Option[] {
  return options.filter((option) => option !== gone)
}

function exists(value: string): OptionChangeError {
  return new OptionChangeError(`"${value}" is there already.`)
}

function notFound(value: string): OptionChangeError {
  return new OptionChangeError(`"${value}" is not there any more.`)
}
