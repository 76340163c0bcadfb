import { PATTERNS } from '@postil/contract/limits'
import { type ClassicPlan, checkClassicPlan, isClassicName } from '@postil/importing/classic/plan'
import { checkPlan, type PlanProblem } from '@postil/importing/plan/check-plan'
import { t } from '../../../i18n/areas/importing.ts'
import type { ImportTo, PlannedImport } from '../import-state.ts'

const SHOWN_SIGNS = 40

/** Messages about everything that is still missing before the import can start. */
export function problemsOf({ plan, classic, to }: PlannedImport): string[] {
  if (classic && to.kind !== 'existing') return classicProblemsOf(classic, to)
  const words = checkPlan(plan, to.kind === 'existing').map((problem) => wordsOf(problem, plan.questions))
  if (to.kind === 'new') {
    if (to.name.trim() === '') words.push(t('import.problem.name'))
    else if (!isDatasetName(to.name)) words.push(t('import.nameBad'))
    if (to.workspaceId === '') words.push(t('import.problem.workspace'))
  }
  return [...new Set(words)]
}

function classicProblemsOf(plan: ClassicPlan, to: Exclude<ImportTo, { kind: 'existing' }>): string[] {
  const words = checkClassicPlan(plan).map(({ code, column, label }) =>
    t(`import.classicProblem.${code}`, { what: `“${column ?? beginningOf(label ?? '')}”` }),
  )
  if (to.kind === 'new') {
    if (to.name.trim() === '') words.push(t('import.problem.name'))
    else if (!isClassicName(to.name)) words.push(t('import.classicNameBad'))
    if (to.workspaceId === '') words.push(t('import.problem.workspace'))
  }
  return [...new Set(words)]
}

/** The beginning of a text that may be too long to be shown. */
function beginningOf(text: string): string {
  const signs = [...text]
  return signs.length > SHOWN_SIGNS ? `${signs.slice(0, SHOWN_SIGNS).join('')}…` : text
}

/** Whether the server accepts it as a dataset name. */
export function isDatasetName(name: string): boolean {
  return PATTERNS.datasetName.test(name) && [...name].length <= 200
}

function wordsOf(problem: PlanProblem, questions: readonly { name: string; title: string }[]): string {
  const question = questions.find(({ name }) => name === problem.question)
  const what = `“${question?.title || problem.question || problem.column || ''}”`
  switch (problem.code) {
    case 'noField':
    case 'noFieldNorId':
    case 'nothingToUpdate':
    case 'noRequiredField':
    case 'noQuestion':
    case 'noRequiredQuestion':
    case 'tooManyVectors':
    case 'badAgent':
      return t(`import.problem.${problem.code}`)
    case 'doubleName':
    case 'doubleUse':
    case 'badName':
    case 'badQuestion':
    case 'spanField':
      return t(`import.problem.${problem.code}`, { what })
  }
}
