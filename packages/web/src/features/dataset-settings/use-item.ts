import { useEffect, useEffectEvent, useState } from 'react'
import { showError } from '../../api/error-to-notice.ts'
import { t } from '../../i18n/areas/settings.ts'
import { toasts } from '../../ui/toast/toast-queue.ts'
import { type SettingsTab, useEdits } from './edits.tsx'
import type { Problems } from './item-rules.ts'

interface ItemOptions<Values extends object> {
  /** Unique on the page. */
  id: string
  /** The tab it belongs to; absent on pages without tabs. */
  tab?: SettingsTab
  /** Display name of the item, for toasts and for the question before leaving the page. */
  label: string
  original: Values
  check?: (values: Values) => Problems<Values>
  /** Save the values, and update the query cache with the server's reply. */
  save: (values: Values) => Promise<void>
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

/** The form state of one item: edited values compared with the saved ones. If saving fails, the edits are kept. */
export function useItem<Values extends object>(options: ItemOptions<Values>): Item<Values> {
  const { id, tab, label, original, check } = options
  const [edited, setEdited] = useState<Values>()
  const [isSaving, setSaving] = useState(false)
  const { put } = useEdits()
  const values = edited ?? original
  const problems = check?.(values) ?? {}
  const isModified = edited !== undefined && !isSame(edited, original)
  const isValid = Object.values(problems).every((problem) => problem === undefined)

  const save = async () => {
    setSaving(true)
    try {
      await options.save(values)
      setEdited(undefined)
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
    change: (part) => setEdited({ ...values, ...part }),
    restore: () => setEdited(undefined),
    update: () => {
      if (canUpdate && !isSaving) save().catch(showError)
    },
  }
}

function isSame<Values extends object>(a: Values, b: Values): boolean {
  return Object.entries(a).every(([key, value]) => Reflect.get(b, key) === value)
}
