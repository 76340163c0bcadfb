import { Suspense, useEffect, useMemo } from 'react'
import toolbarStyles from '../../../find/Toolbar.module.css'
import { Toolbar } from '../../../find/Toolbar.tsx'
import { t } from '../../../i18n/index.ts'
import { lazy } from '../../../ui/loading/lazy.tsx'
import { toasts } from '../../../ui/toast/toast-queue.ts'
import type { AnnotationUrl } from '../url/annotation-url.ts'
import { unknownConditions } from './known-conditions.ts'
import { sortKeys } from './sort-keys.ts'
import { type SearchSettings, useSearchSettings } from './use-search-settings.ts'

const FeedbackFilters = lazy(() => import('./FeedbackFilters.tsx').then((m) => m.FeedbackFilters))
// Only there while similar records are looked for.
const Reference = lazy(() => import('./Reference.tsx').then((m) => m.Reference))

interface FeedbackToolbarProps {
  datasetId: string
  /** The conditions in force, as the address has them. */
  url: AnnotationUrl
  /** Change some of them; the queue begins at its first page again. */
  onChange: (change: Partial<AnnotationUrl>) => void
}

/** Finding in a feedback dataset: what its settings offer to search, filter, sort and compare by. */
export function FeedbackToolbar({ datasetId, url, onChange }: FeedbackToolbarProps) {
  const settings = useSearchSettings(datasetId)
  const { fields, questions, properties, vectors } = settings
  const keys = useMemo(() => sortKeys(properties ?? [], questions ?? []), [properties, questions])
  useKnownConditions({ url, settings, onChange })
  const canBulk = url.status === 'pending' && url.recordId === undefined
  const other = url.view === 'bulk' ? 'focus' : 'bulk'
  return (
    <Toolbar
      conditions={url}
      onChange={onChange}
      fields={fields}
      sortKeys={keys}
      renderFilters={(open) => (
        <FeedbackFilters {...open} {...{ datasetId, url, properties, questions }} onAway={open.onClose} />
      )}
      views={{
        choices: [
          { value: 'focus', label: t('search.view.focus') },
          { value: 'bulk', label: t('search.view.bulk'), isDisabled: !canBulk },
        ],
        value: canBulk ? url.view : 'focus',
        next: canBulk ? other : undefined,
        onChange: (view) => onChange({ view }),
      }}
      reference={
        url.similarity && (
          <Suspense fallback={<div className={toolbarStyles.rowPlace} aria-busy="true" />}>
            <Reference
              key={url.similarity.recordId}
              datasetId={datasetId}
              similarity={url.similarity}
              fields={fields}
              vectors={vectors}
              onChange={(similarity) => onChange({ similarity })}
            />
          </Suspense>
        )
      }
    />
  )
}

interface KnownConditions {
  url: AnnotationUrl
  settings: SearchSettings
  onChange: (change: Partial<AnnotationUrl>) => void
}

/** A link may name what the dataset has lost, or another dataset had: such conditions are left out, and that is said. */
function useKnownConditions({ url, settings, onChange }: KnownConditions): void {
  const found = unknownConditions(url, settings)
  const parts = found?.names.join(', ')
  // biome-ignore lint/correctness/useExhaustiveDependencies: the names say what there is to do
  useEffect(() => {
    if (!found || !parts) return
    toasts.notify({ type: 'warning', message: t('search.dropped', { parts }) })
    onChange(found.change)
  }, [parts])
}
