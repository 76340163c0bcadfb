import { createContext, type ReactNode, useCallback, useContext, useMemo, useState } from 'react'

/** The tabs of the settings page, in order. */
export const SETTINGS_TABS = ['info', 'fields', 'questions', 'metadata', 'vectors', 'agreement', 'danger'] as const
export type SettingsTab = (typeof SETTINGS_TABS)[number]

/** Something on the page that was changed and not saved. */
export interface Edit {
  /** The tab it is on; none where the page has no tabs. */
  tab?: SettingsTab
  /** What it is, in words. */
  label: string
  isValid: boolean
  /** Throws when it fails; the edit then stays. */
  save: () => Promise<void>
}

interface Edits {
  edits: ReadonlyMap<string, Edit>
  put: (key: string, edit: Edit | undefined) => void
}

const EditsContext = createContext<Edits>({ edits: new Map(), put: () => undefined })

/** Knows what on the page inside is changed and not saved. */
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

/** What is changed and not saved, and how to say so. */
export function useEdits(): Edits {
  return useContext(EditsContext)
}
