import type { AnswerValue } from '@postil/contract/feedback/answer-value'
import type { Question } from '@postil/contract/feedback/settings/questions'
import type { Resolution } from '@postil/contract/feedback/team/resolutions'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { showError } from '../../../api/error-to-notice.ts'
import { refusalOf } from '../../../api/errors.ts'
import type { AnnotationRecord } from '../../../api/feedback/record.ts'
import { deleteResolution, saveGold, saveResolution } from '../../../api/feedback/team/resolutions.ts'
import { queryKeys } from '../../../api/keys.ts'
import { t } from '../../../i18n/areas/known-answer.ts'
import { toasts } from '../../../ui/toast/toast-queue.ts'
import { refreshRecord } from '../../feedback/records/refresh-record.ts'
import { toastPosition } from '../use-answering.ts'

/** A new decision, and the one that the lead saw before. */
export interface KnownChange {
  question: Question
  value: AnswerValue
  before: Resolution | undefined
}

/** A decision that was stored, and the one before it. */
interface Stored {
  before: Resolution | undefined
  now: Resolution
}

/** Toasts about gold replace each other. */
const about = 'gold'

/** Sets the known answer of a record, and makes it gold or ordinary. Each can be undone from its message. */
export function useKnownAnswer(record: AnnotationRecord) {
  const client = useQueryClient()
  const [isSaving, setSaving] = useState(false)
  const { id, datasetId } = record

  /** Read again what has changed, wherever this browser holds it. */
  const refresh = async () => {
    await Promise.all([
      client.invalidateQueries({ queryKey: queryKeys.history(datasetId, id) }),
      refreshRecord(client, record).catch(() => undefined),
    ])
  }
  const write = async (call: () => Promise<void>): Promise<boolean> => {
    setSaving(true)
    try {
      await call()
      return true
    } catch (error) {
      if (refusalOf(error)?.status === 409) toasts.notify({ type: 'warning', about, message: t('known.changedSince') })
      else showError(error)
      return false
    } finally {
      await refresh()
      setSaving(false)
    }
  }
  const tell = (message: string, undo: () => Promise<void>) =>
    toasts.notify({
      type: 'success',
      about,
      position: toastPosition(),
      message,
      action: {
        label: t('known.undo'),
        run: () =>
          void write(undo).then((isDone) => {
            if (isDone) toasts.notify({ type: 'info', about, position: toastPosition(), message: t('known.undone') })
          }),
      },
    })
  return {
    isSaving,
    /** Store decisions, and make the record gold. @returns whether all is stored; otherwise nothing is */
    save: async (changes: readonly KnownChange[], wasGold: boolean): Promise<boolean> => {
      const stored: Stored[] = []
      const takeBack = () => restore(id, stored)
      const isDone = await write(async () => {
        try {
          for (const { question, value, before } of changes)
            stored.push({ before, now: await saveResolution(id, question.id, value, before?.updated_at ?? '') })
          // Also a record that is shown as gold: somebody may have made it ordinary since.
          await saveGold(id, true)
        } catch (error) {
          await takeBack().catch(() => undefined)
          throw error
        }
      })
      if (isDone)
        tell(t('known.saved'), async () => {
          if (!wasGold) await saveGold(id, false)
          await takeBack()
        })
      return isDone
    },
    setGold: async (isGold: boolean): Promise<void> => {
      if (!isSaving && (await write(() => saveGold(id, isGold))))
        tell(t(isGold ? 'known.madeGold' : 'known.madeOrdinary'), () => saveGold(id, !isGold))
    },
  }
}

/** Restore the decisions before those that were stored, unless somebody has changed them since. */
async function restore(recordId: string, stored: readonly Stored[]): Promise<void> {
  for (const { before, now } of stored) {
    const { question_id, updated_at } = now
    if (before) await saveResolution(recordId, question_id, before.value as AnswerValue, updated_at)
    else await deleteResolution(recordId, question_id, updated_at)
  }
}
