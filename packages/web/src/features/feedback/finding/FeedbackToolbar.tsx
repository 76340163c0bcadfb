import { Suspense, useMemo } from 'react'
import toolbarStyles from '../../../find/Toolbar.module.css'
import { Toolbar } from '../../../find/Toolbar.tsx'
import { t } from '../../../i18n/index.ts'
import { lazy } from '../../../ui/loading/lazy.tsx'
import type { AnnotationUrl } from '../url/annotation-url.ts'
import { sortKeys } from './sort-keys.ts'
import { useKnownConditions } from './use-known-conditions.ts'
import { useSearchSettings } from './use-search-settings.ts'

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
