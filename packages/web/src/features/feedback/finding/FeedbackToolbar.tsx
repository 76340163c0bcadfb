import { Suspense, useEffect } from 'react'
import type { Conditions, RecordFilter, RecordSort } from '../../../find/query.ts'
import toolbarStyles from '../../../find/Toolbar.module.css'
import { Toolbar } from '../../../find/Toolbar.tsx'
import { t } from '../../../i18n/index.ts'
import { lazy } from '../../../ui/loading/lazy.tsx'
import { toasts } from '../../../ui/toast/toast-queue.ts'
import type { AnnotationUrl } from '../url/annotation-url.ts'
import { type SearchSettings, useSearchSettings } from './use-search-settings.ts'

const FeedbackFilters = lazy(() => import('./FeedbackFilters.tsx').then((m) => m.FeedbackFilters))
const FeedbackSort = lazy(() => import('./FeedbackSort.tsx').then((m) => m.FeedbackSort))
// Needed only during a similarity search.
const Reference = lazy(() => import('./Reference.tsx').then((m) => m.Reference))

interface FeedbackToolbarProps {
  datasetId: string
  /** The active conditions, from the URL. */
  url: AnnotationUrl
  /** Change some of them; the queue then starts at its first page. */
  onChange: (change: Partial<AnnotationUrl>, how?: { replace: boolean }) => void
}

/** Search, filters, sort and similarity of a feedback dataset, as its settings allow. */
export function FeedbackToolbar({ datasetId, url, onChange }: FeedbackToolbarProps) {
  const settings = useSearchSettings(datasetId)
  const { fields, questions, properties, vectors } = settings
  useKnownConditions({ url, settings, onChange })
  const canBulk = url.status === 'pending' && url.recordId === undefined
  const other = url.view === 'bulk' ? 'focus' : 'bulk'
  return (
    <Toolbar
      conditions={url}
      onChange={onChange}
      fields={fields}
      renderSort={(open) => <FeedbackSort {...open} {...{ properties, questions }} />}
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
  onChange: FeedbackToolbarProps['onChange']
}

/**
 * A link may name parts that the dataset no longer has, or that belong to another dataset: remove such conditions,
 * with a toast that names them.
 */
function useKnownConditions({ url, settings, onChange }: KnownConditions): void {
  const found = unknownConditions(url, settings)
  const parts = found?.names.join(', ')
  // biome-ignore lint/correctness/useExhaustiveDependencies: the names determine the change
  useEffect(() => {
    if (!found || !parts) return
    toasts.notify({ type: 'warning', message: t('search.dropped', { parts }) })
    // Replaced: the back button would lead to the link again, and from there back here. A linked record stays.
    onChange({ ...url, ...found.change, page: 1 }, { replace: true })
  }, [parts])
}

/** Conditions that the dataset does not support: their names, and the change that removes them. */
interface UnknownConditions {
  names: readonly string[]
  change: Partial<Conditions>
}

/**
 * Find conditions about fields, properties, questions or vectors that the dataset does not have. The server would
 * refuse the whole search because of one of them. Undefined when all are known, or while the settings load.
 */
export function unknownConditions(conditions: Conditions, settings: SearchSettings): UnknownConditions | undefined {
  const { text, filters, sort, similarity } = conditions
  const { fields, properties, questions, vectors } = settings
  const has = (list: readonly { name: string }[] | undefined, name: string) =>
    list === undefined || list.some((one) => one.name === name)
  const isKnown = ({ scope, name }: RecordFilter | RecordSort) =>
    scope === 'record' || has(scope === 'metadata' ? properties : questions, name)

  const names: string[] = []
  const change: { -readonly [Key in keyof Conditions]?: Conditions[Key] } = {}
  if (text?.field !== undefined && !has(fields, text.field)) {
    names.push(text.field)
    change.text = { q: text.q }
  }
  const badFilters = filters.filter((filter) => !isKnown(filter))
  if (badFilters.length > 0) {
    names.push(...badFilters.map(({ name }) => name))
    change.filters = filters.filter(isKnown)
  }
  const badSort = sort.filter((key) => !isKnown(key))
  if (badSort.length > 0) {
    names.push(...badSort.map(({ name }) => name))
    change.sort = sort.filter(isKnown)
  }
  if (similarity && !has(vectors, similarity.vector)) {
    names.push(similarity.vector)
    change.similarity = undefined
  }
  return names.length > 0 ? { names: [...new Set(names)], change } : undefined
}
