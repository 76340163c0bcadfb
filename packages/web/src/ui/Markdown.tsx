import { type ComponentProps, isValidElement, type ReactNode } from 'react'
import ReactMarkdown, { type Components } from 'react-markdown'
import rehypeRaw from 'rehype-raw'
import rehypeSanitize, { defaultSchema } from 'rehype-sanitize'
import remarkGfm from 'remark-gfm'
import { t } from '../i18n/index.ts'
import { CodeBlock } from './CodeBlock.tsx'
import { classNames } from './class-names.ts'
import styles from './Markdown.module.css'

interface MarkdownProps {
  children: string
  /** Pictures from other sites tell them who reads what, and the page's security policy refuses them by default. */
  allowRemoteImages?: boolean
  className?: string
}

// Everything a record may contain is somebody else's: no scripts, styles, forms or ids that could shadow ours.
const SCHEMA = {
  ...defaultSchema,
  protocols: { ...defaultSchema.protocols, src: ['http', 'https', 'data'] },
  attributes: { ...defaultSchema.attributes, '*': [...(defaultSchema.attributes?.['*'] ?? []), 'dir'] },
}

const REMARK = [remarkGfm]
const REHYPE: ComponentProps<typeof ReactMarkdown>['rehypePlugins'] = [rehypeRaw, [rehypeSanitize, SCHEMA]]

/** Markdown and the harmless part of HTML, with copy buttons on code. */
export function Markdown({ children, allowRemoteImages = false, className }: MarkdownProps) {
  return (
    <div className={classNames(styles.markdown, className)} dir="auto">
      <ReactMarkdown
        remarkPlugins={REMARK}
        rehypePlugins={REHYPE}
        urlTransform={keepDataImages}
        components={allowRemoteImages ? WITH_REMOTE_IMAGES : COMPONENTS}
      >
        {children}
      </ReactMarkdown>
    </div>
  )
}

const COMPONENTS: Components = {
  pre: ({ children }) => <CodeBlock code={textOf(children).replace(/\n$/, '')} />,
  a: ({ href, children, title }) => (
    <a href={href} title={title} target="_blank" rel="noopener noreferrer nofollow">
      {children}
    </a>
  ),
  img: ({ src, alt, title }) =>
    isOwnImage(src) ? (
      <img src={src} alt={alt ?? ''} title={title} loading="lazy" />
    ) : (
      <span className={styles.blocked}>{t('ui.blockedImage', { alt: alt ?? String(src ?? '') })}</span>
    ),
  table: ({ children }) => (
    <div className={styles.tableScroll}>
      <table>{children}</table>
    </div>
  ),
}

const WITH_REMOTE_IMAGES: Components = {
  ...COMPONENTS,
  img: ({ src, alt, title }) => (
    <img src={src} alt={alt ?? ''} title={title} loading="lazy" referrerPolicy="no-referrer" />
  ),
}

function isOwnImage(src: unknown): src is string {
  if (typeof src !== 'string') return false
  return src.startsWith('data:image/') || (/^\/(?![/\\])/.test(src) && !src.startsWith('/api/'))
}

const SAFE_URL = /^(https?:|mailto:|#|\/|\.|[^:/?#]*(?:[/?#]|$))/i

function keepDataImages(url: string, key: string): string {
  if (key === 'src' && /^data:image\/(png|jpeg|gif|webp|avif);/i.test(url)) return url
  return SAFE_URL.test(url) ? url : ''
}

/** The plain text inside rendered nodes. */
function textOf(node: ReactNode): string {
  if (typeof node === 'string' || typeof node === 'number') return String(node)
  if (Array.isArray(node)) return node.map(textOf).join('')
  return isValidElement<{ children?: ReactNode }>(node) ? textOf(node.props.children) : ''
}
