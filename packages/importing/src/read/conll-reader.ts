import { codePointLength } from '@postil/domain/spans/code-points'
import { LineSplitter } from './line-splitter'
import { type RowSink, shorten, type TableReader } from './source-row'

/** Not an interface: only a type counts as JSON, whose objects take any key. */
type OpenSpan = { label: string; start: number; end: number }

interface Token {
  token: string
  tag: string
  /** The value of the column before the tag; empty when that column is the token. */
  before: string
}

const TAG = /^([OBIESLU]|[BIESLU]-.+)$/

/**
 * Reads tokens with BIO tags, one token per line, a blank line after each sentence (CoNLL). A sentence becomes a row: its text, i.e. the
 * tokens joined by spaces, and its entities as spans in code points. The tags are in the last column; the column before it becomes
 * `entities_before` when the first sentence has tags there, too.
 */
export class ConllReader implements TableReader {
  readonly columns = ['text', 'entities']
  #hasTagsBefore: boolean | undefined
  #lines = new LineSplitter((line, number) => this.#take(line, number))
  #startLine = 1
  #tokens: Token[] = []

  constructor(readonly sink: RowSink) {}

  push(text: string): void {
    this.#lines.push(text)
  }

  end(): void {
    this.#lines.end()
    this.#endSentence()
  }

  #take(line: string, number: number): void {
    if (line.trim() === '' || line.startsWith('-DOCSTART-')) {
      this.#endSentence()
      return
    }
    const cells = line.includes('\t') ? line.split('\t') : line.split(/ +/)
    const [token = ''] = cells
    const tag = cells.at(-1)?.trim() ?? ''
    if (cells.length < 2 || token === '' || !TAG.test(tag)) {
      this.sink.bad({ line: number, reason: 'This line is not a token and its tag.', text: shorten(line) })
      return
    }
    if (this.#tokens.length === 0) this.#startLine = number
    this.#tokens.push({ token, tag, before: cells.length > 2 ? (cells.at(-2)?.trim() ?? '') : '' })
  }

  #endSentence(): void {
    if (this.#tokens.length === 0) return
    const text = this.#tokens.map(({ token }) => token).join(' ')
    if (this.#hasTagsBefore === undefined) {
      this.#hasTagsBefore = this.#tokens.every(({ before }) => TAG.test(before))
      if (this.#hasTagsBefore) this.columns.push('entities_before')
    }
    const cells = [text, spansOf(this.#tokens)]
    if (this.#hasTagsBefore) cells.push(spansOf(this.#tokens.map(({ token, before }) => ({ token, tag: before }))))
    this.sink.row({ line: this.#startLine, cells })
    this.#tokens = []
  }
}

function spansOf(tokens: readonly Pick<Token, 'token' | 'tag'>[]): OpenSpan[] {
  const spans: OpenSpan[] = []
  let open: OpenSpan | undefined
  let at = 0
  for (const { token, tag } of tokens) {
    const start = at
    const end = start + codePointLength(token)
    at = end + 1
    const [mark = 'O', ...rest] = tag.split('-')
    const label = rest.join('-') || 'entity'
    const goesOn = (mark === 'I' || mark === 'E' || mark === 'L') && open?.label === label
    if (mark === 'O') open = undefined
    else if (goesOn && open) open.end = end
    else {
      open = { label, start, end }
      spans.push(open)
    }
  }
  return spans
}

/** Whether the first lines of a file look like tokens with BIO tags. */
export function looksLikeConll(head: string): boolean {
  const lines = head
    .split('\n')
    .slice(0, -1)
    .filter((line) => line.trim() !== '')
  if (lines.length < 2) return false
  return lines.slice(0, 50).every((line) => /^\S+[\t ](.*[\t ])?([OBIESLU]|[BIESLU]-\S+)\s*$/.test(line))
}
