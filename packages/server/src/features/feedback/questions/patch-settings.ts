import {
  type LabelOption,
  type QuestionSettings,
  type QuestionSettingsPatch,
  visibleOptionsFailure,
} from '@postil/contract/feedback/settings/question-settings'
import { pyRepr } from '@postil/domain/wire/python-text'
import { InvalidError } from '../../../errors'

/** Apply a change to a question's settings. Throws `InvalidError` for the first violated rule of feedback-api §4.4, in its order. */
export function patchSettings(stored: QuestionSettings, patch: QuestionSettingsPatch): QuestionSettings {
  if (stored.type === 'text' && patch.type === 'text')
    return { ...stored, use_markdown: patch.use_markdown ?? stored.use_markdown }
  if (stored.type === 'label_selection' && patch.type === 'label_selection')
    return { ...stored, ...patchedOptions(stored, patch) }
  if (stored.type === 'multi_label_selection' && patch.type === 'multi_label_selection') {
    const options_order = patch.options_order ?? stored.options_order
    return { ...stored, ...patchedOptions(stored, patch), options_order }
  }
  if (stored.type === 'span' && patch.type === 'span') {
    const options = patchedOptions(stored, patch)
    if (stored.allow_overlapping && patch.allow_overlapping !== true)
      throw new InvalidError("'allow_overlapping' can't be disabled because responses may become inconsistent")
    return { ...stored, ...options, allow_overlapping: patch.allow_overlapping ?? stored.allow_overlapping }
  }
  // Nothing about a rating or a ranking can change, but its type must still be the right one.
  if (stored.type === patch.type) return stored
  throw new InvalidError(`question type cannot be changed. expected '${stored.type}' but got '${patch.type}'`)
}

interface Labelled {
  options: LabelOption[]
  visible_options: number | null
}

interface LabelledPatch {
  options?: LabelOption[] | null
  visible_options?: number | null
}

function patchedOptions(stored: Labelled, patch: LabelledPatch): Labelled {
  // A patch contains neither colours nor retired options: keep them.
  const colors = new Map(stored.options.map(({ value, color }) => [value, color]))
  const options = (patch.options ?? stored.options).map((option) => {
    const color = colors.get(option.value)
    return color === undefined ? option : { ...option, color }
  })
  if (patch.options) assertSameValues(stored.options, patch.options)
  const visible = patch.visible_options === undefined ? stored.visible_options : patch.visible_options
  const failure = visibleOptionsFailure(visible, options.length)
  if (failure) throw new InvalidError(failure)
  return { options, visible_options: visible }
}

function assertSameValues(stored: LabelOption[], sent: LabelOption[]): void {
  if (stored.length !== sent.length)
    throw new InvalidError(`the number of options cannot be modified. expected ${stored.length} but got ${sent.length}`)
  const expected = sortedValues(stored)
  const unexpected = sortedValues(sent).filter((value, index) => value !== expected[index])
  if (unexpected.length > 0)
    throw new InvalidError(
      `the option values cannot be modified. found unexpected option values: ${pyRepr(unexpected)}`,
    )
}

function sortedValues(options: LabelOption[]): string[] {
  return options.map((option) => option.value).sort(byCodePoint)
}

/** Python's order of texts, which differs from JavaScript's beyond the basic multilingual plane. */
function byCodePoint(a: string, b: string): number {
  return Buffer.compare(Buffer.from(a), Buffer.from(b))
}
