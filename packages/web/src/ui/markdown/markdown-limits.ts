/** The longest text that is formatted, in UTF-16 units, without the pictures it carries. */
const MAX_LENGTH = 100_000
/** A block is the text between two empty lines. Parsing takes time quadratic in its length. */
const MAX_BLOCK_LENGTH = 20_000
const MAX_BLOCK_LINES = 1000
/** ASCII characters in a row without a space, longer than any link. Other scripts do not count: Chinese has no spaces. */
const LONG_RUN = /[!-~]{2000}/
/** Table cells: the parser pads short rows to the width of the head. */
const MAX_CELLS = 20_000
/** Quotes and lists inside each other. */
const MAX_NESTING = 30
/** The browser opens these again in every later block of the page, for as long as they are not closed. */
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

/** How many quotes and list items start on a line. */
function nestingOf(line: string): number {
  const beginning = /^(?:[ \t]*(?:>|[-+*](?=[ \t])|\d{1,9}[.)](?=[ \t])))*/.exec(line)?.[0] ?? ''
  return beginning.match(/[->+*.)]/g)?.length ?? 0
}

/** The most tags that are open at once. */
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
