import { useEffect, useMemo } from 'react'
import { useSearchParams } from 'react-router'
import { t } from '../../../i18n/areas/feedback.ts'
import { useStableCallback } from '../../../ui/browser/use-stable-callback.ts'
import { toasts } from '../../../ui/toast/toast-queue.ts'
import { type AnnotationUrl, readUrl, writeUrl } from './annotation-url.ts'

export type ChangeUrl = (next: AnnotationUrl, how?: { replace?: boolean }) => void

/**
 * The view's state in the URL, and a function that changes it: the first change replaces a URL without parameters,
 * later ones add history entries.
 */
export function useAnnotationUrl(): [AnnotationUrl, ChangeUrl] {
  const [params, setParams] = useSearchParams()
  const text = params.toString()
  const { url, bad } = useMemo(() => readUrl(new URLSearchParams(text)), [text])
  const badParts = bad.join(', ')

  useEffect(() => {
    if (badParts !== '') toasts.notify({ type: 'warning', message: t('annotate.badUrl', { parts: badParts }) })
  }, [badParts])

  const change = useStableCallback((next: AnnotationUrl, how: { replace?: boolean } = {}) => {
    const written = writeUrl(next)
    if (written.toString() === text) return
    setParams(written, { replace: how.replace ?? text === '', preventScrollReset: true })
  })
  return [url, change]
}
