import { useEffect, useMemo } from 'react'
import { useSearchParams } from 'react-router'
import { t } from '../../../i18n/areas/feedback.ts'
import { useLatestSearch } from '../../../ui/browser/use-latest-search.ts'
import { useStableCallback } from '../../../ui/browser/use-stable-callback.ts'
import { toasts } from '../../../ui/toast/toast-queue.ts'
import { type AnnotationUrl, readUrl, writeUrl } from './annotation-url.ts'

/** Goes to another state, given or made from the latest one. */
export type ChangeUrl = (
  next: AnnotationUrl | ((now: AnnotationUrl) => AnnotationUrl),
  /** `isShown`: the page shows this state already. */
  how?: { replace?: boolean; isShown?: boolean },
) => void

/**
 * The view's state in the URL, and a function that changes it: the first change replaces a URL without parameters,
 * later ones add history entries. Warns of parts of the URL that cannot be read.
 */
export function useAnnotationUrl(): [AnnotationUrl, ChangeUrl] {
  const [url, change, bad] = useCurrentUrl()
  const badParts = bad.join(', ')
  useEffect(() => {
    if (badParts !== '') toasts.notify({ type: 'warning', message: t('annotate.badUrl', { parts: badParts }) })
  }, [badParts])
  return [url, change]
}

/** The same without a warning, for what is shown beside the view; also the parts that cannot be read. */
export function useCurrentUrl(): [AnnotationUrl, ChangeUrl, readonly string[]] {
  const [params, setParams] = useSearchParams()
  const latest = useLatestSearch()
  const { url, bad } = useMemo(() => readUrl(params), [params])
  const change: ChangeUrl = useStableCallback((next, how = {}) => {
    const now = latest()
    const written = writeUrl(typeof next === 'function' ? next(readUrl(now).url) : next)
    if (`${written}` === `${now}`) return
    setParams(written, {
      replace: how.replace ?? now.size === 0,
      preventScrollReset: true,
      // Rendered at once: until then, a box that was clicked would show its old state again.
      flushSync: !how.replace && !how.isShown,
    })
  })
  return [url, change, bad]
}
