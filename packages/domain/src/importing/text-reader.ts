import type { RowSink, TableReader } from './source-row'

/** Reads plain text: each line is a row, or each paragraph, which a blank line ends. */
export class TextReader implements TableReader {
  readonly columns = ['text']
  #rest = ''
  #line = 1
  #paragraph: string[] = []
  #paragraphLine = 1

  constructor(
    readonly unit: 'line' | 'paragraph',
    readonly sink: RowSink,
  ) {}

  push(text: string): void {
    const lines = (this.#rest + text).split('\n')
    this.#rest = lines.pop() ?? ''
    for (const line of lines) this.#take(line)
  }

  end(): void {
    if (this.#rest !== '') this.#take(this.#rest)
    this.#rest = ''
    this.#endParagraph()
  }

  #take(raw: string): void {
    const line = raw.endsWith('\r') ? raw.slice(0, -1) : raw
    const number = this.#line
    this.#line += 1
    if (this.unit === 'line') {
      if (line.trim() !== '') this.sink.row({ line: number, cells: [line] })
      return
    }
    if (line.trim() === '') {
      this.#endParagraph()
      return
    }
    if (this.#paragraph.length === 0) this.#paragraphLine = number
    this.#paragraph.push(line)
  }

  #endParagraph(): void {
    if (this.#paragraph.length > 0) {
      this.sink.row({ line: this.#paragraphLine, cells: [this.#paragraph.join('\n')] })
    }
    this.#paragraph = []
  }
}
