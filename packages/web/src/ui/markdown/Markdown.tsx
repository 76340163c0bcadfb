import { type ReactNode, useMemo } from 'react'
import { Link } from 'react-router'
import { t } from '../../i18n/index.ts'
import { classNames } from '../browser/class-names.ts'
import { CodeBlock } from '../display/CodeBlock.tsx'
import styles from './Markdown.module.css'
import { markdownToHtml } from './markdown-html.ts'
import { isTooHardToFormat } from './markdown-limits.ts'
import { type SafeElement, type SafeProps, type ShowElement, safeHtml } from './safe-html.ts'

export interface MarkdownProps {
  children: string
  /** For our own texts, whose links lead to pages of the app. Other links open a new tab, so that no work is lost. */
  linksStay?: boolean
  className?: string
}

/**
 * Markdown and a safe subset of HTML, with copy buttons on code. A text that cannot be formatted, or not fast enough, is shown
 * as plain text.
 */
export function Markdown({ children, linksStay = false, className }: MarkdownProps) {
  const shown = useMemo(() => format(children, (element) => showElement(element, linksStay)), [children, linksStay])
  if (shown === undefined)
    return (
      <div className={classNames(styles.asWritten, className)} dir="auto">
        {children}
      </div>
    )
  return (
    <div className={classNames(styles.markdown, className)} dir="auto">
      {shown}
    </div>
  )
}

/** @returns undefined for a text that is better shown as plain text */
function format(text: string, show: ShowElement): ReactNode | undefined {
  if (isTooHardToFormat(text)) return undefined
  try {
    return safeHtml(markdownToHtml(text), show) ?? null
  } catch {
    // Whatever made the parser fail, showing the plain text loses nothing.
    return undefined
  }
}

function showElement({ tag, props, text, children }: SafeElement, linksStay: boolean) {
  switch (tag) {
    case 'pre':
      return <CodeBlock code={text.replace(/\n$/, '')} />
    case 'a':
      if (linksStay && props.href !== undefined && isOwnPath(props.href)) return <Link to={props.href}>{children}</Link>
      return (
        <a {...props} target="_blank" rel="noopener noreferrer nofollow">
          {children}
        </a>
      )
    case 'img':
      return <Picture {...props} />
    case 'table':
      return (
        <div className={styles.tableScroll}>
          <table>{children}</table>
        </div>
      )
    default:
      return undefined
  }
}

/** A picture of another site is not loaded: that would tell it who reads which text. */
function Picture({ src, alt, ...props }: SafeProps & { alt?: string }) {
  if (src === undefined || !isOwnImage(src))
    return <span className={styles.blocked}>{t('ui.blockedImage', { alt: alt ?? src ?? '' })}</span>
  return <img {...props} src={src} alt={alt ?? ''} loading="lazy" />
}

// A path of this site that is not part of the API.
function isOwnPath(address: string): boolean {
  return /^\/(?![/\\])/.test(address) && !address.startsWith('/api/')
}

function isOwnImage(src: string): boolean {
  return src.startsWith('data:image/') || isOwnPath(src)
}
