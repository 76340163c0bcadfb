import type { AnswerValue } from '@postil/contract/feedback/answer-value'
import type { ExactJson } from '@postil/contract/shapes'
import { agreementOn } from '@postil/domain/agreement/disagreements'
import type { DatasetSchema } from '../plan/plan'
import { keyOf } from './answer-columns'
import type { ExportSource } from './export-parts'

/**
 * The one answer to a question about a record, and how it came about. `decided`: a lead's decision. `agreed`: the record has enough submitted responses, and
 * all of them give this answer; undefined when all of them leave the question out. `open`: there is none yet.
 */
export type FinalAnswer =
  | { status: 'decided'; value: ExactJson }
  | { status: 'agreed'; value: ExactJson | undefined }
  | { status: 'open'; value?: undefined }

/**
 * Find the final answer to a question about a record. Of equal answers in different order, such as sets of labels, it is the first one's.
 *
 * @param questionNames - by id
 */
export function finalAnswer(
  { resolutions, responses, submitted = responses?.filter(({ status }) => status === 'submitted') }: ExportSource,
  { name, settings }: DatasetSchema['questions'][number],
  minSubmitted: number,
  questionNames: ReadonlyMap<string, string>,
): FinalAnswer {
  const decision = resolutions?.find(({ question_id }) => questionNames.get(question_id) === name)
  if (decision) return { status: 'decided', value: decision.value }
  const [first, ...others] = (submitted ?? []).map(({ values }) => keyOf(keyOf(values, name), 'value'))
  if (others.length + 1 < minSubmitted || !submitted?.length) return { status: 'open' }
  const isSame = (other: ExactJson | undefined) =>
    first === undefined || other === undefined
      ? first === other
      : agreementOn(settings.type, [first as AnswerValue, other as AnswerValue]) === 1
  return others.every(isSame) ? { status: 'agreed', value: first } : { status: 'open' }
}
