import { useContext, useEffect, useEffectEvent, useState } from 'react'
import { useLocation } from 'react-router'
import { onSessionEnded } from '../../api/account/session-link.ts'
import { t } from '../../i18n/areas/settings.ts'
import { toasts } from '../../ui/toast/toast-queue.ts'
import { SessionContext } from '../session/session.ts'

/** The edited values of one form. */
export interface Edited<Values> {
  values: Partial<Values>
  /** For each edited value the saved one that the user saw when its edit began. */
  before: Readonly<Record<string, unknown>>
}

/**
 * The edits of one form, as a state. If the session ends before they are saved, they wait in this tab, and are back in the form once the
 * same user has signed in again.
 *
 * @param id - unique on the page
 */
export function useKeptEdits<Values>(id: string) {
  const userId = useContext(SessionContext)?.user?.id
  const { pathname } = useLocation()
  const key = `postil.settings.${userId}.${pathname}.${id}`
  const [kept] = useState(() => read<Values>(key))
  const [edited, setEdited] = useState(kept)

  useEffect(() => {
    if (!kept) return
    inTab((storage) => storage.removeItem(key))
    toasts.notify({ about: 'settings.kept', message: t('settings.kept') })
  }, [kept, key])

  const keep = useEffectEvent(() => {
    if (edited && userId) inTab((storage) => storage.setItem(key, JSON.stringify(edited)))
  })
  useEffect(() => onSessionEnded(() => keep()), [])
  return [edited, setEdited] as const
}

function read<Values>(key: string): Edited<Values> | undefined {
  const text = inTab((storage) => storage.getItem(key))
  return text ? JSON.parse(text) : undefined
}

function inTab<Result>(use: (storage: Storage) => Result): Result | undefined {
  try {
    return use(sessionStorage)
  } catch {
    // Full or disabled: then nothing is kept.
    return undefined
  }
}
