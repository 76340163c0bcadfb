import { useCallback, useEffect, useLayoutEffect, useMemo, useRef } from 'react'
import { useSearchParams } from 'react-router'
import { t } from '../../../i18n/index.ts'
import { toasts } from '../../../ui/toast/toast-queue.ts'
import { type AnnotationUrl, readUrl, writeUrl } from './annotation-url.ts'

export type ChangeUrl = (next: AnnotationUrl, how?: { replace?: boolean }) => void

/** The address of the view, and a way to change it: the first change replaces a bare address, later ones push. */
export function useAnnotationUrl(): [AnnotationUrl, ChangeUrl] {
  const [params, setParams] = useSearchParams()
  const text = params.toString()
  const { url, bad } = useMemo(() => readUrl(new URLSearchParams(text)), [text])
  const badParts = bad.join(', ')

  useEffect(() => {
    if (badParts !== '') toasts.notify({ type: 'warning', message: t('annotate.badUrl', { parts: badParts }) })
  }, [badParts])

  const latest = useRef({ text, setParams })
  useLayoutEffect(() => {
    latest.current = { text, setParams }
  })
  const change = useCallback<ChangeUrl>((next, how = {}) => {
    const { text: now, setParams: write } = latest.current
    const written = writeUrl(next)
    if (written.toString() === now) return
    write(written, { replace: how.replace ?? now === '', preventScrollReset: true })
  }, [])
  return [url, change]
}
