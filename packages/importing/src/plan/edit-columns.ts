import type { QuestionCreate } from '@postil/contract/feedback/settings/questions'
import { itemNameFor, titleFor } from '../guess/names'
import { questionTypeOf, settingsFor, spanFieldOf } from '../guess/question-for'
import type { ColumnProfile } from '../read/profile'
import type { ColumnKind, ColumnUse, ImportPlan } from './plan'

/** The uses of a column that the user can choose. */
const COLUMN_KINDS = [
  'field',
  'metadata',
  'suggestion',
  'answer',
  'vector',
  'id',
  'score',
  'agent',
  'nothing',
] as const satisfies readonly ColumnKind[]

/** The possible uses of a column, by its profile and by the fields and questions of the plan. */
export function possibleKinds(plan: ImportPlan, profile: ColumnProfile, current: ColumnKind): ColumnKind[] {
  const { fixed } = plan
  const kinds = COLUMN_KINDS.filter((kind) => {
    if (kind === current) return true
    switch (kind) {
      case 'vector':
        return profile.vectorSize !== undefined && (!fixed || fixed.vectors.length > 0)
      case 'metadata':
        return !fixed || fixed.metadata.length > 0
      case 'score':
      case 'agent':
        return plan.questions.length > 0
      default:
        return true
    }
  })
  return kinds.some((kind) => kind === current) ? kinds : [current, ...kinds]
}

/** The plan with another kind of use for one column. A suggestion or answer without a matching question adds one. */
export function setColumnKind(plan: ImportPlan, index: number, kind: ColumnKind, profile: ColumnProfile): ImportPlan {
  const column = plan.columns[index]
  if (!column || column.use.kind === kind) return plan
  const isForQuestion = kind === 'suggestion' || kind === 'answer'
  if (isForQuestion && !plan.fixed && !('question' in column.use)) {
    const { plan: grown, question } = withQuestionFor(plan, profile)
    return withUse(grown, index, { kind, question })
  }
  return withUse(plan, index, makeUse(plan, column.use, kind, profile))
}

/** The plan with another use of one column; span questions about a removed field refer to the first field instead. */
export function withUse(plan: ImportPlan, index: number, use: ColumnUse): ImportPlan {
  const columns = plan.columns.map((column, at) => (at === index ? { ...column, use } : column))
  const hasId = columns.some(({ use: { kind } }) => kind === 'id')
  return settleSpanFields({ ...plan, columns, hasContentIds: plan.encoding === 'foreign' && !hasId })
}

/** The plan with a new question for a column, and its name. */
export function withQuestionFor(plan: ImportPlan, profile: ColumnProfile): { plan: ImportPlan; question: string } {
  const guessed = questionTypeOf(profile) ?? 'text'
  const hasSpan = plan.questions.some(({ settings }) => settings.type === 'span')
  const type = guessed === 'span' && hasSpan ? 'text' : guessed
  const name = itemNameFor(profile.name, takenNames(plan), 'question')
  const question: QuestionCreate = {
    name,
    title: titleFor(profile.name),
    description: null,
    required: true,
    settings: settingsFor(type, profile, spanFieldOf(plan.columns, profile, spanFields(plan))),
  }
  return { plan: { ...plan, questions: [...plan.questions, question] }, question: name }
}

/** Names of the fields, in the order of the columns. */
function fieldNames(plan: ImportPlan): string[] {
  if (plan.fixed) return plan.fixed.fields.map(({ name }) => name)
  return plan.columns.flatMap(({ use }) => (use.kind === 'field' ? [use.name] : []))
}

/** Names of the fields that span questions refer to. */
export function spanFields({ questions }: ImportPlan): Set<string> {
  return new Set(questions.flatMap(({ settings }) => (settings.type === 'span' ? [settings.field] : [])))
}

/** Names of the questions, which must be unique. */
export function takenNames(plan: ImportPlan): Set<string> {
  return new Set(plan.questions.map(({ name }) => name))
}

/** Make span questions refer to existing fields. */
function settleSpanFields(plan: ImportPlan): ImportPlan {
  const names = fieldNames(plan)
  const questions = plan.questions.map((question) => {
    const { settings } = question
    if (settings.type !== 'span' || names.includes(settings.field)) return question
    return { ...question, settings: { ...settings, field: names[0] ?? '' } }
  })
  return { ...plan, questions }
}

/**
 * Possible metadata types of a column, the best guess first; terms are always possible. A column of nearly only numbers is guessed as terms,
 * which leaves out no row.
 */
export function metadataTypes({ filled, numbers, integers, others }: ColumnProfile): ('integer' | 'float' | 'terms')[] {
  if (filled === 0 || (numbers < filled && !others) || numbers === 0) return ['terms']
  const types = integers === numbers ? (['integer', 'float'] as const) : (['float'] as const)
  return numbers === filled ? [...types, 'terms'] : ['terms', ...types]
}

function makeUse(plan: ImportPlan, before: ColumnUse, kind: ColumnKind, profile: ColumnProfile): ColumnUse {
  const { fixed } = plan
  const question = 'question' in before ? before.question : (plan.questions[0]?.name ?? '')
  const named = 'name' in before && !fixed ? { name: before.name, title: before.title } : newName(plan, profile)
  switch (kind) {
    case 'field': {
      const field = fixed?.fields[0]
      if (field) return { kind, name: field.name, title: field.title, required: false, markdown: false }
      return { kind, ...named, required: profile.filled > 0 && noFieldRequired(plan), markdown: false }
    }
    case 'metadata': {
      const property = fixed?.metadata[0]
      if (property) {
        return { kind, name: property.name, title: property.title, type: property.settings.type, visible: true }
      }
      return { kind, ...named, type: metadataTypes(profile)[0] ?? 'terms', visible: true }
    }
    case 'vector': {
      const vector = fixed?.vectors[0]
      if (vector) return { kind, ...vector }
      return { kind, ...named, dimensions: profile.vectorSize ?? 0 }
    }
    case 'suggestion':
    case 'answer':
    case 'score':
    case 'agent':
    case 'origin':
      return { kind, question }
    case 'id':
    case 'record':
    case 'responses':
    case 'status':
    case 'extra':
    case 'nothing':
      return { kind }
  }
}

function newName(plan: ImportPlan, profile: ColumnProfile): { name: string; title: string } {
  const taken = new Set(plan.columns.flatMap(({ use }) => ('name' in use ? [use.name] : [])))
  return { name: itemNameFor(profile.name, taken), title: titleFor(profile.name) }
}

function noFieldRequired(plan: ImportPlan): boolean {
  return !plan.columns.some(({ use }) => use.kind === 'field' && use.required)
}

/** The plan with the agents of another plan of the same file: changing the target does not change who made suggestions. */
export function withAgentsOf(plan: ImportPlan, before: ImportPlan): ImportPlan {
  const columns = plan.columns.map((column, index) => {
    const use = before.columns[index]?.use
    if (column.use.kind !== 'suggestion' || use?.kind !== 'suggestion') return column
    return { ...column, use: { ...column.use, agent: use.agent } }
  })
  return { ...plan, columns }
}
