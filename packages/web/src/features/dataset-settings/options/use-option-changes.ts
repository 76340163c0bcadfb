import type { OptionChange, OptionChangeBody, OptionTouches } from '@postil/contract/options'
import { useState } from 'react'
import { showError } from '../../../api/error-to-notice.ts'
import { followChange, type OptionCalls } from '../../../api/feedback/option-changes.ts'
import { t } from '../../../i18n/areas/settings.ts'
import { toasts } from '../../../ui/toast/toast-queue.ts'
import { doneText } from './touches-text.ts'

export interface OptionChanges {
  calls: OptionCalls
  /** What the change that is being made has done so far. */
  running: OptionTouches | undefined
  /**
   * Make a change, follow it to its end, and tell what it did, with Undo.
   *
   * @param option - the option as people see it
   * @returns whether it was made
   */
  make: (change: OptionChange, option: string) => Promise<boolean>
}

/**
 * Changes of a list of labels or options.
 *
 * @param onChanged - the list, or what holds its options, is another now
 */
export function useOptionChanges(calls: OptionCalls, onChanged: () => void): OptionChanges {
  const [running, setRunning] = useState<OptionTouches>()
  const follow = (change: OptionChangeBody) => followChange(calls, change, setRunning)
  const run = async (work: () => Promise<void>): Promise<boolean> => {
    try {
      await work()
      return true
    } catch (cause) {
      showError(cause)
      return false
    } finally {
      setRunning(undefined)
      onChanged()
    }
  }
  const undo = (id: string) =>
    run(async () => {
      await follow(await calls.undo(id))
      toasts.notify({ type: 'success', message: t('options.undone'), about: 'options.undone' })
    })
  return {
    calls,
    running,
    make: (change, option) =>
      run(async () => {
        const { id, touched } = await follow(await calls.change(change))
        toasts.notify({
          type: 'success',
          message: doneText(change, option, touched),
          action: { label: t('options.undo'), run: () => void undo(id) },
        })
      }),
  }
}
