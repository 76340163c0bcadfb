import { FieldCreate } from '@postil/contract/feedback/settings/fields'
import { MetadataPropertyCreate } from '@postil/contract/feedback/settings/metadata-properties'
import { QuestionCreate } from '@postil/contract/feedback/settings/questions'
import { VectorsSettingsCreate } from '@postil/contract/feedback/settings/vectors-settings'
import { LIMITS } from '@postil/contract/limits'
import { isAgent } from '../guess/guess-agent'
import { type ColumnKind, type ImportPlan, isUpdateOnly, schemaOf } from './plan'

/** A reason why a plan cannot be run yet, and the affected column or question. */
export interface PlanProblem {
  code:
    | 'noField'
    | 'noFieldNorId'
    | 'nothingToUpdate'
    | 'noRequiredField'
    | 'noQuestion'
    | 'noRequiredQuestion'
    | 'doubleName'
    | 'doubleUse'
    | 'tooManyVectors'
    | 'badName'
    | 'badQuestion'
    | 'spanField'
    | 'badAgent'
  /** Source of the column. */
  column?: string
  /** Name of the question. */
  question?: string
}

/**
 * All problems of a plan; empty for a plan that the server accepts.
 *
 * @param isInto - the target is an existing dataset, whose records can be updated by rows without texts
 */
export function checkPlan(plan: ImportPlan, isInto = false): PlanProblem[] {
  const schema = schemaOf(plan)
  const problems: PlanProblem[] = []
  const fieldColumns = plan.columns.filter(({ use }) => use.kind === 'field')
  if (fieldColumns.length === 0) problems.push(...textless(plan, isInto))
  if (!plan.fixed) {
    if (fieldColumns.length > 0 && !schema.fields.some(({ required }) => required))
      problems.push({ code: 'noRequiredField' })
    if (schema.questions.length === 0) problems.push({ code: 'noQuestion' })
    else if (!schema.questions.some(({ required }) => required)) problems.push({ code: 'noRequiredQuestion' })
    if (schema.vectors.length > LIMITS.vectorsPerDataset) problems.push({ code: 'tooManyVectors' })
    problems.push(...badNames(plan), ...badQuestions(plan))
  }
  problems.push(...doubleUses(plan), ...badAgents(plan))
  return problems
}

function textless(plan: ImportPlan, isInto: boolean): PlanProblem[] {
  if (!isInto) return [{ code: 'noField' }]
  if (!isUpdateOnly(plan)) return [{ code: 'noFieldNorId' }]
  return plan.columns.some(({ use }) => UPDATING.has(use.kind)) ? [] : [{ code: 'nothingToUpdate' }]
}

/** Kinds of columns that can update an existing record. */
const UPDATING = new Set<ColumnKind>(['suggestion', 'answer', 'responses', 'status', 'metadata', 'extra', 'vector'])

function badNames({ columns }: ImportPlan): PlanProblem[] {
  return columns.flatMap(({ source, use }): PlanProblem[] => {
    const shape = shapeOf(use.kind)
    if (!shape || !('title' in use)) return []
    const isGood = shape.name.safeParse(use.name).success && shape.title.safeParse(use.title).success
    return isGood ? [] : [{ code: 'badName', column: source }]
  })
}

function shapeOf(kind: ColumnKind) {
  switch (kind) {
    case 'field':
      return FieldCreate.shape
    case 'metadata':
      return MetadataPropertyCreate.shape
    case 'vector':
      return VectorsSettingsCreate.shape
    default:
      return undefined
  }
}

function badQuestions(plan: ImportPlan): PlanProblem[] {
  const { fields } = schemaOf(plan)
  const names = plan.questions.map(({ name }) => name)
  const marked = new Set<string>()
  return plan.questions.flatMap((question, index): PlanProblem[] => {
    const { name, settings } = question
    if (names.indexOf(name) < index) return [{ code: 'doubleName', question: name }]
    if (!QuestionCreate.safeParse(question).success) return [{ code: 'badQuestion', question: name }]
    if (settings.type !== 'span') return []
    if (!fields.some((field) => field.name === settings.field) || marked.has(settings.field)) {
      return [{ code: 'spanField', question: name }]
    }
    marked.add(settings.field)
    return []
  })
}

/** Two columns with the same use: the second would silently win. */
function doubleUses({ columns }: ImportPlan): PlanProblem[] {
  const seen = new Set<string>()
  return columns.flatMap(({ source, use }): PlanProblem[] => {
    if (use.kind === 'nothing') return []
    const what = 'name' in use ? use.name : 'question' in use ? use.question : ''
    const key = [use.kind, what, 'person' in use ? use.person : ''].join(' ')
    if (seen.has(key)) return [{ code: 'name' in use ? 'doubleName' : 'doubleUse', column: source }]
    seen.add(key)
    return []
  })
}

/** Invalid agents that are set for a whole column. */
function badAgents({ columns }: ImportPlan): PlanProblem[] {
  return columns.flatMap(({ source, use }): PlanProblem[] =>
    use.kind === 'suggestion' && use.agent !== undefined && !isAgent(use.agent)
      ? [{ code: 'badAgent', column: source }]
      : [],
  )
}
