import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { showError } from '../../api/error-to-notice.ts'
import { refusalOf } from '../../api/errors.ts'
import { reloadDatasets } from '../../api/reload-datasets.ts'
import { t } from '../../i18n/areas/settings.ts'
import { toasts } from '../../ui/toast/toast-queue.ts'
import { type SettingsTab, useEdits } from './edits.tsx'
import type { Problems } from './item-rules.ts'
import { type Edited, useKeptEdits } from './kept-edits.ts'

interface ItemOptions<Values extends object> {
  /** Unique on the page. */
  id: string
  /** The tab it belongs to; absent on pages without tabs. */
  tab?: SettingsTab
  /** Display name of the item, for toasts and for the question before leaving the page. */
  label: string
  original: Values
  check?: (values: Values) => Problems<Values>
  /** Fetch the saved values again, into the query cache: somebody else may have saved others. */
  refetch: () => Promise<Values>
  /** Save the values, and update the query cache with the server's reply. */
  save: (values: Values) => Promise<void>
  /** Text of one of the values that somebody else has saved; by default the value itself. */
  toText?: (saved: Values, key: string) => string
}

/** The state and the actions of one small form on the settings page. */
export interface Item<Values extends object> {
  values: Values
  problems: Problems<Values>
  isModified: boolean
  isSaving: boolean
  /** The values differ from the saved ones and are valid. */
  canUpdate: boolean
  /** A message that the changed values cannot be saved, for items that have one in the specification (section 8). */
  refusal: string | undefined
  /** What somebody else has saved for the values that are edited here. Update replaces it, Cancel takes it over. */
  savedByOthers: readonly string[] | undefined
  change: (part: Partial<Values>) => void
  /** Restore the saved values. */
  restore: () => void
  update: () => void
}

const REFUSALS: Partial<Record<SettingsTab, string>> = {
  fields: t('settings.invalidField'),
  questions: t('settings.invalidQuestion'),
  metadata: t('settings.invalidMetadata'),
  vectors: t('settings.invalidVector'),
}

/** Not saved, since somebody else has saved other values meanwhile. The form shows them. */
class SavedMeanwhileError extends Error {
  override name = 'SavedMeanwhileError'
}

/**
 * The form state of one item: edited values compared with the saved ones. If saving fails, the edits are kept. Only
 * edited values are saved, the others stay as they are on the server by then. If somebody else has saved another value
 * since the edit began, nothing is saved at first, and the form shows it.
 */
export function useItem<Values extends object>(options: ItemOptions<Values>): Item<Values> {
  const { id, tab, label, original, check, toText = valueText } = options
  const [edited, setEdited] = useKeptEdits<Values>(id)
  const [byOthers, setByOthers] = useState<readonly string[]>()
  const [isSaving, setSaving] = useState(false)
  const { put } = useEdits()
  const showSaveError = useShowSaveError()
  const values = { ...original, ...edited?.values }
  const problems = check?.(values) ?? {}
  const isModified = edited !== undefined && !isSame(edited.values, original)
  const isValid = Object.values(problems).every((problem) => problem === undefined)

  const restore = () => {
    setEdited(undefined)
    setByOthers(undefined)
  }
  const save = async () => {
    setSaving(true)
    try {
      const saved = await options.refetch()
      const others = edited ? changedByOthers(edited, saved) : []
      if (others.length > 0) {
        const seen = pick(saved, others)
        // Shown now: saving again replaces them.
        setEdited((now) => now && { ...now, before: { ...now.before, ...seen } })
        setByOthers(others.map((key) => toText(saved, key)))
        throw new SavedMeanwhileError(t('settings.savedMeanwhile'))
      }
      await options.save({ ...saved, ...edited?.values })
      setByOthers(undefined)
      setEdited((now) => changedSince(edited, now))
      toasts.notify({ type: 'success', message: t('settings.saved', { label }) })
    } finally {
      setSaving(false)
    }
  }
  const saveEdits = useEffectEvent(save)
  useEffect(() => {
    put(id, isModified ? { tab, label, isValid, save: () => saveEdits() } : undefined)
  }, [put, id, tab, label, isModified, isValid])
  useEffect(() => () => put(id, undefined), [put, id])

  const canUpdate = isModified && isValid
  const refusal = isModified && !isValid && tab !== undefined ? REFUSALS[tab] : undefined
  return {
    values,
    problems,
    isModified,
    isSaving,
    canUpdate,
    refusal,
    savedByOthers: isModified ? byOthers : undefined,
    change: (part) =>
      setEdited({
        values: { ...edited?.values, ...part },
        before: { ...pick(original, Object.keys(part)), ...edited?.before },
      }),
    restore,
    update: () => {
      if (canUpdate && !isSaving) save().catch((error) => showSaveError(error, label))
    },
  }
}

/** A function that shows why saving failed, unless the form itself does. What is shown is loaded again when a part of it is gone. */
export function useShowSaveError(): (error: unknown, label: string) => void {
  const queryClient = useQueryClient()
  return (error, label) => {
    if (error instanceof SavedMeanwhileError) return
    if (refusalOf(error)?.status !== 404) {
      showError(error)
      return
    }
    // The server tells only an id.
    toasts.notify({ type: 'warning', message: t('settings.gone', { label }) })
    reloadDatasets(queryClient)
  }
}

/** Keys of the edited values of which somebody else has saved another value. */
function changedByOthers<Values extends object>({ values, before }: Edited<Values>, saved: Values): string[] {
  return Object.keys(values).filter((key) => {
    const value = Reflect.get(saved, key)
    return value !== Reflect.get(before, key) && value !== Reflect.get(values, key)
  })
}

/** What was edited while `sent` was being saved; undefined if nothing was. */
function changedSince<Values extends object>(
  sent: Edited<Values> | undefined,
  now: Edited<Values> | undefined,
): Edited<Values> | undefined {
  if (!sent || !now || sent === now) return undefined
  const values = Object.fromEntries(
    Object.entries(now.values).filter(([key, value]) => value !== Reflect.get(sent.values, key)),
  )
  if (Object.keys(values).length === 0) return undefined
  return { values: values as Partial<Values>, before: { ...now.before, ...sent.values } }
}

function pick(values: object, keys: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(keys.map((key) => [key, Reflect.get(values, key)]))
}

/** A value as text. */
export function valueText(values: object, key: string): string {
  return String(Reflect.get(values, key))
}

function isSame<Values extends object>(a: Partial<Values>, b: Values): boolean {
  return Object.entries(a).every(([key, value]) => Reflect.get(b, key) === value)
}
