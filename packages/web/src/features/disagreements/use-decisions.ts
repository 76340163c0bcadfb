import type { AnswerValue } from '@postil/contract/feedback/answer-value'
import type { Question } from '@postil/contract/feedback/settings/questions'
import type { Disagreements } from '@postil/contract/feedback/team/agreement'
import type { Resolution } from '@postil/contract/feedback/team/resolutions'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { fetchRecord } from '../../api/feedback/records.ts'
import { fetchRecordDoubts } from '../../api/feedback/team/doubts.ts'
import {
  deleteResolution,
  fetchResolutions,
  fetchResponses,
  saveResolution,
} from '../../api/feedback/team/resolutions.ts'
import { queryKeys } from '../../api/keys.ts'
import { SILENT } from '../../api/query-client.ts'
import { t } from '../../i18n/areas/team/disagreements.ts'
import { toasts } from '../../ui/toast/toast-queue.ts'
import { withMutex } from './keyed-mutex.ts'
import { useGold } from './use-gold.ts'

/** A decision for undo, with the decision before it. */
export interface MadeDecision {
  recordId: string
  questionId: string
  before: Resolution | undefined
  /** It was not stored: there is nothing to undo. */
  isRefused?: boolean
}

/**
 * A record with all answers and its decisions. A decision is shown at once (optimistic) and rolled back when it cannot be saved.
 *
 * @param name - the record in messages
 * @param made - the decisions made since the page was opened, oldest first
 */
export function useDecisions(datasetId: string, recordId: string, name: string, made: MadeDecision[]) {
  const client = useQueryClient()
  const { showGold } = useGold(datasetId)
  const recordKey = queryKeys.record(datasetId, recordId)
  const options = { meta: SILENT, staleTime: 0 }
  const record = useQuery({ queryKey: recordKey, queryFn: () => fetchRecord(recordId), ...options })
  const responses = useQuery({
    queryKey: [...recordKey, 'responses'],
    queryFn: () => fetchResponses(recordId),
    ...options,
  })
  const resolutionsKey = (id: string) => queryKeys.resolutions(datasetId, id)
  const resolutions = useQuery({
    queryKey: resolutionsKey(recordId),
    queryFn: () => fetchResolutions(recordId),
    ...options,
  })

  /** A list that live updates are fetching may not have what is decided now. */
  const cancelReads = (id: string) =>
    Promise.all(
      [resolutionsKey(id), queryKeys.disagreements(datasetId)].map((queryKey) =>
        client.cancelQueries({ queryKey, predicate: ({ state }) => state.data !== undefined }),
      ),
    )

  /** Show one decision (undefined: none) about a question. @returns the decision before */
  const show = (id: string, questionId: string, decision: Resolution | undefined): Resolution | undefined => {
    const known = client.getQueryData<Resolution[]>(resolutionsKey(id)) ?? []
    const others = known.filter(({ question_id }) => question_id !== questionId)
    client.setQueryData<Resolution[]>(resolutionsKey(id), decision ? [...others, decision] : others)
    const decided = decision !== undefined
    // The lists of all filters.
    client.setQueriesData<Disagreements>(
      { queryKey: queryKeys.disagreements(datasetId) },
      (list) => list && markDecided(list, id, nameOf(questionId), decided),
    )
    return known.find(({ question_id }) => question_id === questionId)
  }
  const nameOf = (questionId: string) =>
    client.getQueryData<Question[]>(queryKeys.questions(datasetId))?.find(({ id }) => id === questionId)?.name ?? ''

  const take = async (question: Question, value: AnswerValue): Promise<boolean> => {
    await cancelReads(recordId)
    const now = new Date().toISOString()
    const shown = {
      record_id: recordId,
      question_id: question.id,
      value,
      user_id: null,
      inserted_at: now,
      updated_at: now,
    }
    const before = show(recordId, question.id, shown as Resolution)
    // Undo can come before the decision is stored.
    const decision: MadeDecision = { recordId, questionId: question.id, before }
    made.push(decision)
    try {
      const stored = await withMutex(recordId, () => saveResolution(recordId, question.id, value))
      if (made.includes(decision)) show(recordId, question.id, stored)
      return true
    } catch {
      decision.isRefused = true
      const at = made.indexOf(decision)
      if (at >= 0) made.splice(at, 1)
      show(recordId, question.id, before)
      toasts.notify({ type: 'error', message: t('disagreements.saveFailed', { record: name }) })
      return false
    }
  }
  const restore = async (decision: MadeDecision) => {
    const { recordId: id, questionId, before } = decision
    await cancelReads(id)
    const taken = show(id, questionId, before)
    try {
      const save = () => saveResolution(id, questionId, before?.value as AnswerValue)
      const write = before ? save : () => deleteResolution(id, questionId)
      await withMutex<unknown>(id, async () => decision.isRefused || write())
      // Without any decision, the server makes it ordinary.
      if (client.getQueryData<Resolution[]>(resolutionsKey(id))?.length === 0) showGold(id, false)
    } catch {
      show(id, questionId, taken)
      toasts.notify({ type: 'error', message: t('disagreements.undoFailed') })
    }
  }
  const doubts = useQuery({
    queryKey: [...recordKey, 'doubts'],
    queryFn: () => fetchRecordDoubts(recordId),
    ...options,
  })
  return {
    record: record.data,
    /** The open ones; empty until they are loaded. */
    doubts: doubts.data?.items.filter(({ resolved_at }) => resolved_at === null) ?? [],
    doubters: doubts.data?.users ?? [],
    responses: responses.data,
    resolutions: resolutions.data,
    isError: record.isError || responses.isError || resolutions.isError,
    refetch: () => void Promise.all([record.refetch(), responses.refetch(), resolutions.refetch()]),
    /** @returns whether the decision was stored */
    take,
    undo: (question: Question) => void restore({ recordId, questionId: question.id, before: undefined }),
    undoLast: () => {
      const last = made.pop()
      if (last) void restore(last)
    },
  }
}

function markDecided(list: Disagreements, recordId: string, name: string, isResolved: boolean): Disagreements {
  const items = list.items.map((item) => {
    if (item.record_id !== recordId) return item
    const questions = item.questions.map((one) => (one.name === name ? { ...one, is_resolved: isResolved } : one))
    return { ...item, questions }
  })
  const isOpen = ({ questions }: Disagreements['items'][number]) => questions.some(({ is_resolved }) => !is_resolved)
  const openedBy = items.filter(isOpen).length - list.items.filter(isOpen).length
  return { ...list, items, open: list.open + openedBy, resolved: list.resolved - openedBy }
}
