/** Maximum length of a formatted text in UTF-16 units, not counting embedded pictures. */
const MAX_LENGTH = 100_000
/** Maximum length of a block, the text between two empty lines: parsing takes time quadratic in its length. */
const MAX_BLOCK_LENGTH = 20_000
const MAX_BLOCK_LINES = 1000
/**
 * A run of ASCII characters without a space that is longer than any link. Other scripts do not count: Chinese has no
 * spaces.
 */
const LONG_RUN = /[!-~]{2000}/
/** Maximum number of table cells: the parser pads short rows to the width of the head. */
const MAX_CELLS = 20_000
/** Maximum depth of nested quotes and lists. */
const MAX_NESTING = 30
/** Formatting tags that the browser reopens in every later block of the page until they are closed. */
const REOPENED_TAG = /<(\/?)(a|b|big|code|em|font|i|nobr|s|small|strike|strong|tt|u)(?=[\s/>])/gi
const MAX_OPEN_TAGS = 50

const CARRIED_PICTURE = /(!\[[^\]]{0,200}\]\(|src=["']?)data:image\/[a-z]{1,9};base64,[a-z0-9+/=]+(?=[)"'>\s])/gi

/**
 * Whether formatting the text might block the page. Parsing Markdown is quadratic for some texts and overflows the stack for
 * others; this check takes one pass.
 */
export function isTooHardToFormat(text: string): boolean {
  const measured = text.replace(CARRIED_PICTURE, '')
  return (
    measured.length > MAX_LENGTH ||
    LONG_RUN.test(measured) ||
    hasHardBlock(measured) ||
    openTagsOf(measured) > MAX_OPEN_TAGS
  )
}

function hasHardBlock(text: string): boolean {
  let cells = 0
  for (const block of text.split(/\n[ \t]*(?:\n[ \t]*)*\n/)) {
    const lines = block.split('\n')
    if (block.length > MAX_BLOCK_LENGTH || lines.length > MAX_BLOCK_LINES) return true
    if (lines.some((line) => nestingOf(line) > MAX_NESTING)) return true
    cells += lines.length * Math.max(...lines.map((line) => line.split('|').length - 1))
  }
  return cells > MAX_CELLS
}

/** The number of quote and list markers at the start of a line. */
function nestingOf(line: string): number {
  const beginning = /^(?:[ \t]*(?:>|[-+*](?=[ \t])|\d{1,9}[.)](?=[ \t])))*/.exec(line)?.[0] ?? ''
  return beginning.match(/[->+*.)]/g)?.length ?? 0
}

/** The largest number of tags that are open at the same time. */
function openTagsOf(text: string): number {
  const open = new Map<string, number>()
  let now = 0
  let most = 0
  for (const [, slash, name = ''] of text.matchAll(REOPENED_TAG)) {
    const tag = name.toLowerCase()
    const before = open.get(tag) ?? 0
    const step = slash === '' ? 1 : before > 0 ? -1 : 0
    open.set(tag, before + step)
    now += step
    most = Math.max(most, now)
  }
  return most
}
