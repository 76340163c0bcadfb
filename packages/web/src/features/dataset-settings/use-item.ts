import { useEffect, useEffectEvent, useState } from 'react'
import { showError } from '../../api/error-to-notice.ts'
import { t } from '../../i18n/areas/settings.ts'
import { toasts } from '../../ui/toast/toast-queue.ts'
import { type SettingsTab, useEdits } from './edits.tsx'
import type { Problems } from './item-rules.ts'

interface ItemOptions<Values extends object> {
  /** Unlike any other item's of the page. */
  id: string
  /** The tab it is on; none where the page has no tabs. */
  tab?: SettingsTab
  /** What it is, in words: the toasts and the question before leaving name it. */
  label: string
  original: Values
  check?: (values: Values) => Problems<Values>
  /** Send it and put what the server answered into the cache. */
  save: (values: Values) => Promise<void>
}

/** One small form of the settings page. */
export interface Item<Values extends object> {
  values: Values
  problems: Problems<Values>
  isModified: boolean
  isSaving: boolean
  /** It differs from what is saved, and is valid. */
  canUpdate: boolean
  /** Why what was changed cannot be saved, where the specification has words for it (section 8). */
  refusal: string | undefined
  change: (part: Partial<Values>) => void
  /** Back to what is saved. */
  restore: () => void
  update: () => void
}

const REFUSALS: Partial<Record<SettingsTab, string>> = {
  fields: t('settings.invalidField'),
  questions: t('settings.invalidQuestion'),
  metadata: t('settings.invalidMetadata'),
  vectors: t('settings.invalidVector'),
}

/** The values of one item being edited, against those that are saved. A failure keeps the edits. */
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
