import type { AnswerValue } from '@postil/contract/feedback/answer-value'
import type { Question } from '@postil/contract/feedback/settings/questions'
import type { Disagreements } from '@postil/contract/feedback/team/agreement'
import type { Resolution } from '@postil/contract/feedback/team/resolutions'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { refusalOf } from '../../api/errors.ts'
import { fetchRecordDoubts } from '../../api/feedback/team/doubts-of-all.ts'
import { deleteResolution, fetchResolutions, saveResolution } from '../../api/feedback/team/resolutions.ts'
import { queryKeys } from '../../api/keys.ts'
import { t } from '../../i18n/areas/team/disagreements.ts'
import { toasts } from '../../ui/toast/toast-queue.ts'
import { inTurn, writeInTurn } from './in-turn.ts'
import { FRESH, useAnsweredRecord } from './use-answered-record.ts'
import { useGold } from './use-gold.ts'

/**
 * `updated_at` of the last decision that this page has stored, by record and question; empty once it was taken back. Several pages
 * can be open: what others store is not in it.
 */
const storedAs = new Map<string, string>()
/** Stands for the `updated_at` of a decision that is shown before it is stored. */
const NOT_STORED = ''

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
  const { record, responses } = useAnsweredRecord(datasetId, recordId)
  const resolutionsKey = (id: string) => queryKeys.resolutions(datasetId, id)
  const resolutions = useQuery({
    queryKey: resolutionsKey(recordId),
    // Live updates read it while decisions are being stored: read before them, it would hide them.
    queryFn: () => inTurn(recordId, () => fetchResolutions(recordId)),
    ...FRESH,
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

  /** @returns `updated_at` of the stored decision that the user saw, empty for none; to be called once all earlier writes are over */
  const knownAs = (id: string, questionId: string, seen: Resolution | undefined) =>
    seen?.updated_at === NOT_STORED ? storedAs.get(`${id} ${questionId}`) : (seen?.updated_at ?? '')

  /** Write a decision, or delete it, unless somebody has changed it since the user saw it. */
  const write = async (id: string, questionId: string, value: AnswerValue | undefined, known: string | undefined) => {
    const key = `${id} ${questionId}`
    // A later decision of this page replaces this one or, if it is refused, what was before it.
    storedAs.set(key, known ?? '')
    if (value === undefined) {
      await deleteResolution(id, questionId, known)
      storedAs.set(key, '')
      return undefined
    }
    const stored = await saveResolution(id, questionId, value, known)
    storedAs.set(key, stored.updated_at)
    return stored
  }

  /** Show again what was shown before a write failed or, if somebody else has decided meanwhile, what is stored. */
  const rollBack = async (error: unknown, id: string, questionId: string, before: Resolution | undefined) => {
    show(id, questionId, before)
    const isChanged = refusalOf(error)?.status === 409
    if (isChanged) {
      const queryFn = () => inTurn(id, () => fetchResolutions(id))
      const now = await client.fetchQuery({ queryKey: resolutionsKey(id), queryFn, ...FRESH }).catch(() => undefined)
      // In the list, too.
      if (now)
        show(
          id,
          questionId,
          now.find(({ question_id }) => question_id === questionId),
        )
    }
    return isChanged
  }

  const take = async (question: Question, value: AnswerValue): Promise<boolean> => {
    await cancelReads(recordId)
    const shown = {
      record_id: recordId,
      question_id: question.id,
      value,
      user_id: null,
      inserted_at: NOT_STORED,
      updated_at: NOT_STORED,
    }
    const before = show(recordId, question.id, shown as Resolution)
    // Undo can come before the decision is stored.
    const decision: MadeDecision = { recordId, questionId: question.id, before }
    made.push(decision)
    try {
      const stored = await writeInTurn(recordId, () =>
        write(recordId, question.id, value, knownAs(recordId, question.id, before)),
      )
      if (made.includes(decision)) show(recordId, question.id, stored)
      return true
    } catch (error) {
      decision.isRefused = true
      const at = made.indexOf(decision)
      if (at >= 0) made.splice(at, 1)
      const isChanged = await rollBack(error, recordId, question.id, before)
      const message = t(isChanged ? 'disagreements.changedSince' : 'disagreements.saveFailed', { record: name })
      toasts.notify({ type: isChanged ? 'warning' : 'error', message })
      return false
    }
  }
  /** @param isOwn - it is the last one that this page has stored; otherwise the one that is shown */
  const restore = async (decision: MadeDecision, isOwn: boolean) => {
    const { recordId: id, questionId, before } = decision
    await cancelReads(id)
    const taken = show(id, questionId, before && { ...before, updated_at: NOT_STORED })
    try {
      const value = before?.value as AnswerValue | undefined
      await writeInTurn<unknown>(id, async () => {
        const known = isOwn ? storedAs.get(`${id} ${questionId}`) : knownAs(id, questionId, taken)
        return decision.isRefused || write(id, questionId, value, known)
      })
      // Without any decision, the server makes it ordinary.
      if (client.getQueryData<Resolution[]>(resolutionsKey(id))?.length === 0) showGold(id, false)
    } catch (error) {
      const isChanged = await rollBack(error, id, questionId, taken)
      const message = t(isChanged ? 'disagreements.undoChangedSince' : 'disagreements.undoFailed')
      toasts.notify({ type: isChanged ? 'warning' : 'error', message })
    }
  }
  const doubts = useQuery({
    queryKey: [...recordKey, 'doubts'],
    queryFn: () => fetchRecordDoubts(recordId),
    ...FRESH,
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
    undo: (question: Question) => void restore({ recordId, questionId: question.id, before: undefined }, false),
    undoLast: () => {
      const last = made.pop()
      if (last) void restore(last, true)
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
