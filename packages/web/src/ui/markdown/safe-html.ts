import { createElement, Fragment, type JSX, type ReactNode } from 'react'

/** An allowed element of untrusted HTML: its attributes and content. */
export interface SafeElement {
  tag: string
  props: SafeProps
  /** The text content without any markup. */
  text: string
  children: ReactNode
}

/** Allowed attributes, under their names in React. */
export interface SafeProps {
  href?: string
  src?: string
  [name: string]: unknown
}

/** Renders an element; undefined keeps the default rendering. */
export type ShowElement = (element: SafeElement) => JSX.Element | undefined

const TAGS = new Set(
  `a b blockquote br caption code dd del details div dl dt em figcaption figure h1 h2 h3 h4 h5 h6 hr i img input ins kbd li mark ol p pre q rp rt
  ruby s samp section small span strike strong sub summary sup table tbody td tfoot th thead tr tt u ul var wbr`.split(
    /\s+/,
  ),
)
/** Elements that are removed with their content. Of other disallowed elements, the content stays. */
const DROPPED = new Set(
  'script style template title noscript iframe object embed svg math textarea select option audio video canvas head link meta base'.split(
    ' ',
  ),
)
const VOID = new Set(['br', 'hr', 'img', 'input', 'wbr'])
const TABLE_PARTS = new Set(['table', 'thead', 'tbody', 'tfoot', 'tr'])
const ALIGNED = new Set(['td', 'th', 'p', 'div'])
/** Limits beyond which the browser's layout is too slow, or React's recursion too deep. */
const MAX_NODES = 30_000
const MAX_DEPTH = 200
/** Allowed URL schemes, and URLs without a scheme. */
const SAFE_URL = /^(https?:|mailto:|#|\/|\.|[^:/?#]*(?:[/?#]|$))/i
const SAFE_PICTURE = /^(https?:|\/|data:image\/(png|jpeg|gif|webp|avif);)/i

/**
 * Render untrusted HTML. The browser parses it into an inert document, which runs and loads nothing; only known elements and
 * attributes are then recreated (an allow list), so that nothing unforeseen gets through.
 *
 * @throws RangeError for more elements, or deeper ones, than a page can show
 */
export function safeHtml(html: string, show: ShowElement): ReactNode {
  const { body } = new DOMParser().parseFromString(html, 'text/html')
  checkSize(body)
  return childrenOf(body, show)
}

function checkSize(body: Node): void {
  let count = 0
  let depth = 0
  // Iterative: a deep document would overflow the stack of a recursive function.
  for (let node: Node | null = body; node; ) {
    if (++count > MAX_NODES || depth > MAX_DEPTH)
      throw new RangeError('The text has too many elements to be formatted.')
    if (node.firstChild) {
      node = node.firstChild
      depth += 1
      continue
    }
    while (node && node !== body && !node.nextSibling) {
      node = node.parentNode
      depth -= 1
    }
    node = node === body ? null : (node?.nextSibling ?? null)
  }
}

function childrenOf(parent: Node, show: ShowElement): ReactNode {
  const shown = [...parent.childNodes].map((node, index) => nodeOf(node, index, show))
  return shown.length === 0 ? undefined : shown
}

function nodeOf(node: Node, key: number, show: ShowElement): ReactNode {
  if (node instanceof Text) return isBetweenCells(node) ? undefined : node.data
  if (!(node instanceof Element)) return undefined
  const tag = node.localName
  if (DROPPED.has(tag)) return undefined
  const children = VOID.has(tag) ? undefined : childrenOf(node, show)
  if (!TAGS.has(tag)) return createElement('span', { key }, children)
  const props = propsOf(tag, node)
  if (tag === 'input' && props.type !== 'checkbox') return undefined
  const shown = show({ tag, props, text: node.textContent ?? '', children })
  return shown ? createElement(Fragment, { key }, shown) : createElement(tag, { key, ...props }, children)
}

// White space between rows and cells has no meaning, and React warns about it.
function isBetweenCells({ parentElement, data }: Text): boolean {
  return parentElement !== null && TABLE_PARTS.has(parentElement.localName) && data.trim() === ''
}

function propsOf(tag: string, element: Element): SafeProps {
  const given = (name: string) => element.getAttribute(name) ?? undefined
  const props: SafeProps = {
    dir: oneOf(given('dir'), ['ltr', 'rtl', 'auto']),
    lang: given('lang'),
    title: given('title'),
  }
  switch (tag) {
    case 'a':
      props.href = urlOf(given('href'), SAFE_URL)
      break
    case 'img':
      Object.assign(props, { src: urlOf(given('src'), SAFE_PICTURE), alt: given('alt') })
      Object.assign(props, { width: wholeOf(given('width')), height: wholeOf(given('height')) })
      break
    case 'ol':
      props.start = wholeOf(given('start'))
      break
    case 'td':
    case 'th':
      Object.assign(props, { colSpan: wholeOf(given('colspan')), rowSpan: wholeOf(given('rowspan')) })
      break
    case 'details':
      props.open = element.hasAttribute('open') || undefined
      break
    case 'input':
      Object.assign(props, { type: given('type'), checked: element.hasAttribute('checked'), disabled: true })
      props.readOnly = true
  }
  const align = oneOf(given('align'), ['left', 'center', 'right'])
  if (align && ALIGNED.has(tag)) props.style = { textAlign: align }
  return props
}

function urlOf(url: string | undefined, allowed: RegExp): string | undefined {
  return url !== undefined && allowed.test(url) ? url : undefined
}

function wholeOf(text: string | undefined): number | undefined {
  return text !== undefined && /^\d{1,4}$/.test(text) ? Number(text) : undefined
}

function oneOf(text: string | undefined, words: readonly string[]): string | undefined {
  return words.find((word) => word === text?.toLowerCase())
}
