import { useEffect } from 'react'
import { t } from '../../../i18n/index.ts'
import { toasts } from '../../../ui/toast/toast-queue.ts'
import type { AnnotationUrl } from '../url/annotation-url.ts'
import { unknownConditions } from './known-conditions.ts'
import type { SearchSettings } from './use-search-settings.ts'

interface KnownConditions {
  url: AnnotationUrl
  settings: SearchSettings
  onChange: (change: Partial<AnnotationUrl>) => void
}

/** A link may name what the dataset has lost, or another dataset had: such conditions are left out, and that is said. */
export function useKnownConditions({ url, settings, onChange }: KnownConditions): void {
  const found = unknownConditions(url, settings)
  const parts = found?.names.join(', ')
  // biome-ignore lint/correctness/useExhaustiveDependencies: the names say what there is to do
  useEffect(() => {
    if (!found || !parts) return
    toasts.notify({ type: 'warning', message: t('search.dropped', { parts }) })
    onChange(found.change)
  }, [parts])
}
