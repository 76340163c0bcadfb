import type { Disagreements } from '@postil/contract/feedback/team/agreement'
import { useQueryClient } from '@tanstack/react-query'
import { showError } from '../../api/error-to-notice.ts'
import { refusalOf } from '../../api/errors.ts'
import { saveGold } from '../../api/feedback/team/resolutions.ts'
import { queryKeys } from '../../api/keys.ts'
import { t } from '../../i18n/areas/team/disagreements.ts'
import { toasts } from '../../ui/toast/toast-queue.ts'
import { writeInTurn } from './in-turn.ts'

/** Whether each record should be gold, while that is being saved. */
const wanted = new Map<string, boolean>()

/** Toasts about gold replace each other. */
const about = 'gold'

/** Makes records gold, or ordinary again: shown at once (optimistic), and rolled back to what is stored when it cannot be saved. */
export function useGold(datasetId: string) {
  const client = useQueryClient()

  const show = (id: string, isGold: boolean) =>
    client.setQueriesData<Disagreements>(
      // The lists of all filters.
      { queryKey: queryKeys.disagreements(datasetId) },
      (list) =>
        list && {
          ...list,
          items: list.items.map((item) => (item.record_id === id ? { ...item, is_gold: isGold } : item)),
        },
    )
  const save = async (id: string, isGold: boolean) => {
    show(id, isGold)
    const isSaving = wanted.has(id)
    wanted.set(id, isGold)
    if (isSaving) return
    let stored = !isGold
    // Behind the decision that is its known answer.
    await writeInTurn(id, async () => {
      try {
        // Changed again while it was being saved: saved again.
        for (let next = wanted.get(id); next !== undefined && next !== stored; next = wanted.get(id)) {
          await saveGold(id, next)
          stored = next
        }
      } catch (error) {
        show(id, stored)
        // The server's reason, such as too many gold records: another try would not help.
        if (refusalOf(error)?.status === 422) showError(error)
        else toasts.notify({ type: 'error', message: t('disagreements.gold.failed'), about })
      } finally {
        wanted.delete(id)
      }
    })
  }
  const setGold = (id: string, isGold: boolean) => void save(id, isGold)
  return {
    /** Show whether a record is gold, without saving it. */
    showGold: show,
    setGold,
    /** Change a record that is not shown, with a message that can take it back. */
    toggleUnseen: ({ record_id: id, is_gold: isGold }: Disagreements['items'][number]) => {
      setGold(id, !isGold)
      const message = t(isGold ? 'disagreements.gold.lastOrdinary' : 'disagreements.gold.lastGold')
      toasts.notify({ message, about, action: { label: t('disagreements.undo'), run: () => setGold(id, isGold) } })
    },
  }
}
