import { Marked, type TokenizerAndRendererExtension } from 'marked'

/**
 * `3*60` is a product. Markdown would take the star for the beginning of emphasis and show 360, which in a text about
 * numbers is a lie.
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

/** Markdown as HTML, not to be trusted: it may hold anything that was in the text. */
export function markdownToHtml(text: string): string {
  return marked.parse(text, { async: false })
}
