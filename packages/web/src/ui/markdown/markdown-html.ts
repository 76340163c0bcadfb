import { Marked, type TokenizerAndRendererExtension } from 'marked'

/**
 * `3*60` is a product. Markdown would read the star as the start of emphasis and show 360, which falsifies texts about
 * numbers.
 */
const times: TokenizerAndRendererExtension = {
  name: 'times',
  level: 'inline',
  start: (text) => {
    const at = text.search(/[\d)]\*[\d($]/)
    return at < 0 ? undefined : at
  },
  tokenizer: (text) => {
    const found = /^[\d)]\*(?=[\d($])/.exec(text)?.[0]
    return found === undefined ? undefined : { type: 'text', raw: found, text: found }
  },
}

const marked = new Marked({ gfm: true, extensions: [times] })

/** Markdown as HTML. The result is untrusted: it may contain any HTML of the text. */
export function markdownToHtml(text: string): string {
  return marked.parse(text, { async: false })
}
