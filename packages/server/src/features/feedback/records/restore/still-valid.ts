import type { AnswersByName, AnswerValue } from '@postil/contract/feedback/answer-value'
import type { Resolution } from '@postil/contract/feedback/team/resolutions'
import type { FieldText } from '@postil/domain/answers/asked-question'
import { checkResponse } from '@postil/domain/answers/check-response'
import { checkSuggestion } from '@postil/domain/answers/check-suggestion'
import { checkValue } from '@postil/domain/answers/check-value'
import { relabelAnswer, type Score } from '@postil/domain/options/relabel-answer'
import type { ResponseTable, SuggestionTable } from '../../../../db/tables'
import type { Renaming } from '../../../options/option-changes.service'
import type { DatasetRules, RuledQuestion } from '../../common/dataset-rules'

/**
 * Brings answers of a deleted record up to the present questions: renamed options get their new names, and what is no longer valid is left
 * out and noted.
 */
export class PresentAnswers {
  /** What was left out, as sentences. */
  readonly leftOut: string[] = []

  /**
   * @param deletedAt - when the record was deleted (µs): later renamings have not reached its answers
   */
  constructor(
    private readonly rules: DatasetRules,
    private readonly renamings: readonly Renaming[],
    private readonly deletedAt: number,
    private readonly fieldText: FieldText,
  ) {}

  /** @param author - their username; undefined for one who is deleted */
  response(row: ResponseTable, author: string | undefined): ResponseTable {
    if (row.values === null) return row
    const given: AnswersByName = JSON.parse(row.values)
    const isSubmitted = row.status === 'submitted'
    const kept = Object.entries(given).flatMap(([name, { value, ...rest }]) => {
      const now = this.present(
        this.rules.questions.find((one) => one.name === name),
        value,
        isSubmitted,
      )
      if (now === undefined)
        this.leftOut.push(`The answer to “${name}” by ${author ?? 'a deleted user'} is no longer valid.`)
      return now === undefined ? [] : [[name, { ...rest, value: now }] as const]
    })
    const values: AnswersByName = Object.fromEntries(kept)
    const text = JSON.stringify(values)
    if (text === JSON.stringify(given)) return row
    const failure = checkResponse(this.rules.questions, { status: row.status, values }, this.fieldText)
    return { ...row, values: text, status: isSubmitted && failure !== undefined ? 'draft' : row.status }
  }

  /** Undefined when it is left out. */
  suggestion(row: SuggestionTable): SuggestionTable | undefined {
    const question = this.rules.questionsById.get(row.question_id)
    const score: Score = row.score === null ? null : JSON.parse(row.score)
    const now = question && this.renamed(question, JSON.parse(row.value), score)
    if (!question || !now || checkSuggestion(question.settings, now, this.fieldText) !== undefined) {
      this.leftOut.push(`The suggestion for “${question?.name ?? 'a deleted question'}” is no longer valid.`)
      return undefined
    }
    return {
      ...row,
      value: JSON.stringify(now.value),
      score: now.score === null ? null : row.score && JSON.stringify(now.score),
    }
  }

  /** The value of a decision; undefined when it is left out. */
  decision({ question_id, value }: Resolution): string | undefined {
    const question = this.rules.questionsById.get(question_id)
    const now = this.present(question, value as AnswerValue, true)
    if (now !== undefined) return JSON.stringify(now)
    this.leftOut.push(`The decision about “${question?.name ?? 'a deleted question'}” is no longer valid.`)
    return undefined
  }

  /** The value with the present names of options; undefined when it is no longer valid. */
  private present(question: RuledQuestion | undefined, value: AnswerValue, isSubmitted: boolean) {
    if (!question) return undefined
    const now = this.renamed(question, value, null).value
    const failure = checkValue(question.settings, now, { fieldText: this.fieldText, isSubmitted })
    return failure === undefined ? now : undefined
  }

  private renamed({ id, settings }: RuledQuestion, value: AnswerValue, score: Score) {
    return this.renamings
      .filter(({ questionId, at }) => questionId === id && at > this.deletedAt)
      .reduce((now, renaming) => relabelAnswer(settings, now, renaming), { value, score })
  }
}
