import type { IncomingHttpHeaders } from 'node:http'
import type { ResponseCreate } from '@postil/contract/feedback/responses'
import { checkResponse } from '@postil/domain/answers/check-response'
import { withPresentNames } from '@postil/domain/options/question-options'
import { nowMicros } from '../../../db/clock'
import type { Tx } from '../../../db/tables'
import { type Renaming, selectRenamings, UNDO_MICROS } from '../../options/option-changes.service'
import type { RuledQuestion } from '../common/dataset-rules'
import { storedFieldText } from '../common/field-text'

/** How a response was sent. */
export interface SentHow {
  /** By a client that keeps answers until they are saved, and may therefore send them long after they were given. */
  isRepeatable: boolean
}

export function sentHow(headers: IncomingHttpHeaders): SentHow {
  return { isRepeatable: headers['idempotency-key'] !== undefined }
}

interface Given {
  record: { dataset_id: string; fields: string }
  questions: readonly RuledQuestion[]
  response: ResponseCreate
}

/**
 * Checks the responses of one request. Pages that were open, and devices that were offline, while an option was renamed or merged send it by
 * its earlier name. Where that may happen, such a response is saved with the present name; elsewhere the name is as unknown as any other.
 * Names are looked up only for responses that do not fit.
 */
export class GivenResponses {
  private readonly renamings = new Map<string, Promise<Renaming[]>>()

  constructor(
    private readonly tx: Tx,
    private readonly isRepeatable: boolean,
  ) {}

  /** @returns the response to save, and the message of the first broken rule if it cannot be saved */
  async check({ record, questions, response }: Given): Promise<{ response: ResponseCreate; failure?: string }> {
    const fieldText = storedFieldText(record.fields)
    const failure = checkResponse(questions, response, fieldText)
    if (failure === undefined || !this.isRepeatable || !response.values) return { response, failure }
    const renamings = await this.renamingsIn(record.dataset_id)
    const values = Object.entries(response.values).map(([name, { value, ...rest }]) => {
      const question = questions.find((one) => one.name === name)
      const ofQuestion = renamings.filter(({ questionId }) => questionId === question?.id)
      return [name, { ...rest, value: question ? withPresentNames(question.settings, value, ofQuestion) : value }]
    })
    const present = { ...response, values: Object.fromEntries(values) }
    return { response: present, failure: checkResponse(questions, present, fieldText) }
  }

  private renamingsIn(datasetId: string): Promise<Renaming[]> {
    const known = this.renamings.get(datasetId) ?? selectRenamings(this.tx, datasetId, nowMicros() - UNDO_MICROS)
    this.renamings.set(datasetId, known)
    return known
  }
}
