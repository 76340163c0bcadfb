import { createContext, type ReactNode, useCallback, useContext, useMemo, useState } from 'react'

/** The tabs of the settings page, in order. */
export const SETTINGS_TABS = ['info', 'fields', 'questions', 'metadata', 'vectors', 'agreement', 'danger'] as const
export type SettingsTab = (typeof SETTINGS_TABS)[number]

/** An unsaved change on the page. */
export interface Edit {
  /** The tab it belongs to; absent on pages without tabs. */
  tab?: SettingsTab
  /** Display name of what was changed. */
  label: string
  isValid: boolean
  /** Saves the change. Rejects on failure; the edit is then kept. */
  save: () => Promise<void>
}

interface Edits {
  edits: ReadonlyMap<string, Edit>
  put: (key: string, edit: Edit | undefined) => void
}

const EditsContext = createContext<Edits>({ edits: new Map(), put: () => undefined })

/** Collects the unsaved changes of the page inside. */
export function EditsProvider({ children }: { children: ReactNode }) {
  const [edits, setEdits] = useState<ReadonlyMap<string, Edit>>(new Map())
  const put = useCallback((key: string, edit: Edit | undefined) => {
    setEdits((known) => {
      if (!edit && !known.has(key)) return known
      const next = new Map(known)
      if (edit) next.set(key, edit)
      else next.delete(key)
      return next
    })
  }, [])
  const value = useMemo(() => ({ edits, put }), [edits, put])
  return <EditsContext value={value}>{children}</EditsContext>
}

/** The unsaved changes of the page, and a function to report one or withdraw it. */
export function useEdits(): Edits {
  return useContext(EditsContext)
}
