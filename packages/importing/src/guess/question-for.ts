import type { QuestionSettingsCreate, QuestionType } from '@postil/contract/feedback/settings/question-settings'
import type { QuestionCreate } from '@postil/contract/feedback/settings/questions'
import { LIMITS } from '@postil/contract/limits'
import type { ColumnPlan } from '../plan/plan'
import type { ColumnProfile } from '../read/profile'

/** More labels than this are collapsed at first. */
const VISIBLE_LABELS = 20
const MAX_RATING = 10

/** The type of question whose answers look like this column; undefined when none does. */
export function questionTypeOf(profile: ColumnProfile): QuestionType | undefined {
  const { filled, lists, spans, rankings, numbers, integers, min, max, distinct, items, vectorSize } = profile
  if (filled === 0) return undefined
  if (spans > 0) return items && items.length <= LIMITS.spanOptions ? 'span' : undefined
  if (rankings > 0) return items && items.length >= 2 && items.length <= LIMITS.rankingOptions ? 'ranking' : undefined
  if (lists === filled) {
    return vectorSize === undefined && items && isLabelCount(items.length) ? 'multi_label_selection' : undefined
  }
  if (numbers === filled && integers === filled && min >= 0 && max <= MAX_RATING) return 'rating'
  const parts = distinct && labelParts(distinct)
  if (parts && isLabelCount(parts.length) && areJoined(distinct, parts)) return 'multi_label_selection'
  if (distinct && isLabelCount(distinct.length)) return 'label_selection'
  return 'text'
}

/** Settings of a question of a type with the options found in a column; `field` is the field for spans. */
export function settingsFor(
  type: QuestionType,
  profile: ColumnProfile | undefined,
  field: string,
): QuestionSettingsCreate {
  const distinct = profile?.distinct ?? []
  const whole = type === 'multi_label_selection' ? (labelParts(distinct) ?? distinct) : distinct
  const labels = sortLabels(profile?.items?.length ? profile.items : whole)
  switch (type) {
    case 'text':
      return { type, use_markdown: false }
    case 'rating':
      return { type, options: ratingOptions(profile).map((value) => ({ value })) }
    case 'label_selection':
      return { type, options: labelOptions(labels), visible_options: visibleOptions(labels.length) }
    case 'multi_label_selection':
      return {
        type,
        options: labelOptions(labels),
        visible_options: visibleOptions(labels.length),
        options_order: 'natural',
      }
    case 'ranking':
      return { type, options: labelOptions(labels) }
    case 'span':
      return {
        type,
        field,
        options: labelOptions(labels),
        visible_options: visibleOptions(labels.length),
        allow_overlapping: profile?.hasOverlaps ?? false,
        allow_character_annotation: true,
      }
  }
}

/**
 * The name of the field that most spans of a column fit, by default the first one; empty without fields.
 *
 * @param taken - fields of other span questions, which are chosen only when there is no other: a field has at most one
 */
export function spanFieldOf(
  columns: readonly ColumnPlan[],
  profile: ColumnProfile | undefined,
  taken: ReadonlySet<string>,
): string {
  const fields = fieldsByFit(columns, profile)
  return (fields.find(({ name }) => !taken.has(name)) ?? fields[0])?.name ?? ''
}

/** The questions, those about spans each with a field of its own, where there are enough: the clearest fit is settled first. */
export function withSpanFields(
  questions: readonly QuestionCreate[],
  columns: readonly ColumnPlan[],
  profileOf: (question: string) => ColumnProfile | undefined,
): QuestionCreate[] {
  const fields = new Map<string, string>()
  const taken = new Set<string>()
  const lead = (name: string) => {
    const [first, second] = fieldsByFit(columns, profileOf(name)).filter((field) => !taken.has(field.name))
    return (first?.fits ?? 0) - (second?.fits ?? 0)
  }
  const open = new Set(questions.flatMap(({ name, settings }) => (settings.type === 'span' ? [name] : [])))
  while (open.size > 0) {
    const [next = ''] = [...open].sort((one, other) => lead(other) - lead(one))
    const field = spanFieldOf(columns, profileOf(next), taken)
    open.delete(next)
    taken.add(field)
    fields.set(next, field)
  }
  return questions.map((question) => {
    const { name, settings } = question
    return settings.type === 'span'
      ? { ...question, settings: { ...settings, field: fields.get(name) ?? '' } }
      : question
  })
}

/** The fields, those first that the spans of a column fit in most rows. */
function fieldsByFit(
  columns: readonly ColumnPlan[],
  profile: ColumnProfile | undefined,
): { name: string; fits: number }[] {
  const fields = columns.flatMap(({ use }, index) =>
    use.kind === 'field' ? [{ name: use.name, fits: profile?.spanFits?.get(index) ?? 0 }] : [],
  )
  // The sort is stable: the first of several that fit equally stays first.
  return fields.sort((one, other) => other.fits - one.fits)
}

/** Options whose text is their value. */
export function labelOptions(labels: readonly string[]): { value: string; text: string; description: null }[] {
  return labels.map((label) => ({ value: label, text: label, description: null }))
}

/** How many labels are shown before the rest is collapsed; null shows all. */
export function visibleOptions(count: number): number | null {
  return count > VISIBLE_LABELS ? VISIBLE_LABELS : null
}

/** The labels in texts that join several with a separator (`red|blue`); undefined if no separator yields at most as many parts as texts. */
function labelParts(texts: readonly string[]): string[] | undefined {
  for (const sign of ['|', ';', ',']) {
    if (!texts.some((text) => text.includes(sign))) continue
    const parts = new Set(texts.flatMap((text) => text.split(sign).map((part) => part.trim())))
    if (!parts.has('') && parts.size <= texts.length) return [...parts]
  }
  return undefined
}

/** Whether texts join several labels. A comma may also belong to a label, so one of the parts must stand alone, too. */
function areJoined(texts: readonly string[], parts: readonly string[]): boolean {
  return parts.some((part) => !part.includes(',') && texts.includes(part)) || texts.some((text) => /[|;]/.test(text))
}

function ratingOptions(profile: ColumnProfile | undefined): number[] {
  const min = profile && Number.isFinite(profile.min) ? profile.min : 1
  const max = profile && Number.isFinite(profile.max) ? profile.max : 5
  const from = Math.min(min, 1)
  // A scale has at least two values, even if the file contains only one.
  const to = min >= 1 && max <= 5 ? 5 : Math.max(max, from + 1)
  return Array.from({ length: to - from + 1 }, (_, index) => from + index)
}

/** Whether a question may have this many labels. */
export function isLabelCount(count: number): boolean {
  return count >= 2 && count <= LIMITS.labelOptions
}

function sortLabels(labels: readonly string[]): string[] {
  const areNumbers = labels.every((label) => label !== '' && Number.isFinite(Number(label)))
  return [...labels].sort((a, b) =>
    areNumbers ? Number(a) - Number(b) : compare(a.toLowerCase(), b.toLowerCase()) || compare(a, b),
  )
}

/** By code point rather than locale, so that the same file gives the same order everywhere. */
function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}
