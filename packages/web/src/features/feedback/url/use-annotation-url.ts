import { useEffect, useMemo } from 'react'
import { useSearchParams } from 'react-router'
import { t } from '../../../i18n/areas/feedback.ts'
import { useStableCallback } from '../../../ui/browser/use-stable-callback.ts'
import { toasts } from '../../../ui/toast/toast-queue.ts'
import { type AnnotationUrl, readUrl, writeUrl } from './annotation-url.ts'

/** Goes to another state, given or made from the current one. */
export type ChangeUrl = (
  next: AnnotationUrl | ((now: AnnotationUrl) => AnnotationUrl),
  how?: { replace?: boolean },
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
  const text = params.toString()
  const { url, bad } = useMemo(() => readUrl(new URLSearchParams(text)), [text])
  const change: ChangeUrl = useStableCallback((next, how = {}) => {
    const written = writeUrl(typeof next === 'function' ? next(url) : next)
    if (written.toString() === text) return
    setParams(written, { replace: how.replace ?? text === '', preventScrollReset: true })
  })
  return [url, change, bad]
}
