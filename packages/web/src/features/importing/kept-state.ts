import { useEffect, useEffectEvent } from 'react'
import { onSessionEnded } from '../../api/account/session-link.ts'
import { t } from '../../i18n/areas/importing.ts'
import { toasts } from '../../ui/toast/toast-queue.ts'
import type { ImportState } from './import-state.ts'

/** In memory, since it contains the file. */
let kept: { key: string; state: ImportState } | undefined

/** What {@link useKeptState} kept when the session ended. */
export function keptState(key: string): ImportState | undefined {
  return kept?.key === key ? kept.state : undefined
}

/**
 * If the session ends before the import is complete, its plan waits in this tab, and is back once the same user has signed in again.
 *
 * @param key - identifies the user and the target of the import
 */
export function useKeptState(key: string, state: ImportState): void {
  useEffect(() => {
    if (!keptState(key)) return
    kept = undefined
    toasts.notify({ about: 'import.keptPlan', message: t('import.keptPlan') })
  }, [key])

  const keep = useEffectEvent(() => {
    const rest = restOf(state)
    if (rest) kept = { key, state: rest }
  })
  useEffect(() => onSessionEnded(() => keep()), [])
}

/** What an import that cannot go on comes back to. */
function restOf(state: ImportState): ImportState | undefined {
  switch (state.step) {
    case 'planning':
      return { step: 'planning', isEdited: true, planned: state.planned }
    case 'writing': {
      const { planned, progress } = state
      // A new dataset that is not complete is deleted.
      if (planned.to.kind === 'new') return { step: 'planning', isEdited: true, planned }
      return { step: 'stopped', planned, progress, error: undefined }
    }
    case 'stopped':
      return state
    case 'choosing':
    case 'reading':
    case 'done':
      return undefined
  }
}
