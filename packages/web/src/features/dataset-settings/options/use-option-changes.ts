import type { OptionChange, OptionChangeBody, OptionTouches } from '@postil/contract/options'
import { useState } from 'react'
import { showError } from '../../../api/error-to-notice.ts'
import { followChange, type OptionCalls } from '../../../api/feedback/option-changes.ts'
import { t } from '../../../i18n/areas/settings.ts'
import { toasts } from '../../../ui/toast/toast-queue.ts'
import { doneText } from './touches-text.ts'

export interface OptionChanges {
  calls: OptionCalls
  /** Numbers of objects updated so far by the running change; undefined when none is running. */
  running: OptionTouches | undefined
  /**
   * Make a change, wait until it is applied, and report the result in a toast with an Undo button.
   *
   * @param option - display text of the option
   * @returns false when it failed
   */
  make: (change: OptionChange, option: string) => Promise<boolean>
}

/**
 * Changes a list of labels or options.
 *
 * @param onChanged - called after each change or undo, even a failed one: the list and the records that use it may
 *   have changed
 * @param beforeChange - called with the value that a change is about; undefined when it is about none, as for new ones
 */
export function useOptionChanges(
  calls: OptionCalls,
  onChanged: () => void,
  beforeChange: (value: string | undefined) => void,
): OptionChanges {
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
    make: (change, option) => {
      beforeChange('value' in change ? change.value : undefined)
      return run(async () => {
        const { id, touched } = await follow(await calls.change(change))
        toasts.notify({
          type: 'success',
          message: doneText(change, option, touched),
          action: { label: t('options.undo'), run: () => void undo(id) },
        })
      })
    },
  }
}

/** An option with its stored value and its display text. */
export interface ShownOption {
  value: string
  text: string
  /** Index of its colour, for options with colours. */
  color?: number
}
