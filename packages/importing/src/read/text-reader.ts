import { LineSplitter } from './line-splitter'
import type { RowSink, TableReader } from './source-row'

/** Reads plain text: each line is a row, or each paragraph, which a blank line ends. */
export class TextReader implements TableReader {
  readonly columns = ['text']
  #lines = new LineSplitter((line, number) => this.#take(line, number))
  #paragraph: string[] = []
  #paragraphLine = 1

  constructor(
    readonly unit: 'line' | 'paragraph',
    readonly sink: RowSink,
  ) {}

  push(text: string): void {
    this.#lines.push(text)
  }

  end(): void {
    this.#lines.end()
    this.#endParagraph()
  }

  #take(line: string, number: number): void {
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
