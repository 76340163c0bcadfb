import type { QuestionSettingsCreate, QuestionType } from '@postil/contract/feedback/settings/question-settings'
import type { QuestionCreate } from '@postil/contract/feedback/settings/questions'
import { itemNameFor } from '../guess/names'
import { labelOptions, settingsFor, spanFieldOf, visibleOptions } from '../guess/question-for'
import type { ColumnProfile } from '../read/profile'
import { spanFields, takenNames } from './edit-columns'
import type { ImportPlan } from './plan'

/** The plan with a new question of a type; `title` is its initial title. */
export function addQuestion(
  plan: ImportPlan,
  type: QuestionType,
  title: string,
  options: readonly string[],
): ImportPlan {
  const name = itemNameFor(title, takenNames(plan), 'question')
  const plain = settingsFor(type, undefined, spanFieldOf(plan.columns, undefined, spanFields(plan)))
  const question: QuestionCreate = {
    name,
    title,
    description: null,
    required: plan.questions.length === 0,
    settings: withOptions(plain, options),
  }
  return { ...plan, questions: [...plan.questions, question] }
}

/** The plan with a changed question; its name stays, since columns refer to it. */
export function changeQuestion(plan: ImportPlan, name: string, change: Partial<QuestionCreate>): ImportPlan {
  return {
    ...plan,
    questions: plan.questions.map((question) => (question.name === name ? { ...question, ...change, name } : question)),
  }
}

/**
 * The plan with a question of another type. Labels are kept where the new type has labels; else they come from the column of suggestions,
 * or from `options`.
 */
export function changeType(
  plan: ImportPlan,
  name: string,
  type: QuestionType,
  { profile, options }: { profile: ColumnProfile | undefined; options: readonly string[] },
): ImportPlan {
  const before = plan.questions.find((question) => question.name === name)?.settings
  if (!before || before.type === type) return plan
  const plain = settingsFor(type, profile, spanFieldOf(plan.columns, profile, spanFields(plan)))
  const isSplit = type === 'multi_label_selection' && profile !== undefined
  const kept = labelsOf(before)
  const labels = labelsOf(plain)
  const next = kept.length > 0 && !isSplit ? kept : labels.length > 0 ? labels : options
  return changeQuestion(plan, name, { settings: withOptions(plain, next) })
}

/** The plan without a question; its columns are not imported. */
export function removeQuestion(plan: ImportPlan, name: string): ImportPlan {
  return {
    ...plan,
    questions: plan.questions.filter((question) => question.name !== name),
    columns: plan.columns.map((column) =>
      'question' in column.use && column.use.question === name ? { ...column, use: { kind: 'nothing' } } : column,
    ),
  }
}

/** The plan with a question moved up or down by one. */
export function moveQuestion(plan: ImportPlan, name: string, by: -1 | 1): ImportPlan {
  const from = plan.questions.findIndex((question) => question.name === name)
  const to = from + by
  const moved = plan.questions[from]
  const other = plan.questions[to]
  if (!moved || !other) return plan
  const questions = plan.questions.map((question, at) => (at === from ? other : at === to ? moved : question))
  return { ...plan, questions }
}

/** Settings with these labels as options; unchanged for a type without labels. */
export function withOptions(settings: QuestionSettingsCreate, labels: readonly string[]): QuestionSettingsCreate {
  switch (settings.type) {
    case 'label_selection':
    case 'multi_label_selection':
    case 'span':
      return { ...settings, options: labelOptions(labels), visible_options: visibleOptions(labels.length) }
    case 'ranking':
      return { ...settings, options: labelOptions(labels) }
    case 'rating':
    case 'text':
      return settings
  }
}

function labelsOf(settings: QuestionSettingsCreate): string[] {
  return 'options' in settings && settings.type !== 'rating' ? settings.options.map(({ value }) => value) : []
}

/** Parse labels, one per line, without blank lines and duplicates. */
export function readLabels(text: string): string[] {
  const labels = text.split(/\r?\n/).map((line) => line.trim())
  return [...new Set(labels)].filter((label) => label !== '')
}
