import type { Json } from '@postil/contract/shapes'
import { unprotect } from '../convert/protect'
import { ANSWER_ROW_COLUMNS } from '../export/answer-columns'
import { isExportHeader } from '../guess/guess'
import type { Cell, RowSink, SourceRow, TableReader } from './source-row'

interface OpenRecord {
  line: number
  id: Cell
  /** Cells of the record's own columns. */
  cells: Cell[]
  /** Responses by username. */
  responses: Map<string, { username: string; status: Json; values: { [question: string]: Json } | null }>
}

/**
 * Joins the rows of an export with one row per answer, so that each record is one row with all `responses`, as in the other
 * exports. Rows of other tables pass through unchanged.
 */
export class AnswerRows implements TableReader {
  readonly #reader: TableReader
  readonly #sink: RowSink
  /** Indexes of the answer columns; undefined for any other table. */
  #at: readonly number[] | undefined
  #columns: readonly string[] | undefined
  #open: OpenRecord | undefined
  #seen = new Set<Cell>()

  /** @param createReader - creates the reader of the file's rows */
  constructor(createReader: (sink: RowSink) => TableReader, sink: RowSink) {
    this.#sink = sink
    this.#reader = createReader({ row: (row) => this.#take(row), bad: sink.bad })
  }

  get columns(): readonly string[] {
    this.#look()
    return this.#columns ?? this.#reader.columns
  }

  push(text: string): void {
    this.#reader.push(text)
  }

  end(): void {
    this.#reader.end()
    this.#close()
  }

  #look(): void {
    const { columns } = this.#reader
    if (this.#columns || columns.length === 0) return
    const at = ANSWER_ROW_COLUMNS.map((name) => columns.indexOf(name))
    const isAnswerTable = isExportHeader(columns) && !at.includes(-1)
    if (isAnswerTable) this.#at = at
    this.#columns = isAnswerTable ? [...columns.filter((_, index) => !at.includes(index)), 'responses'] : columns
  }

  #take(row: SourceRow): void {
    this.#look()
    const at = this.#at
    if (!at) {
      this.#sink.row(row)
      return
    }
    const id = row.cells[this.#reader.columns.indexOf('id')]
    if (!this.#open || id === undefined || this.#open.id !== id) {
      this.#close()
      if (this.#seen.has(id)) {
        const reason =
          'Rows of the same record stand above, with others between them. Sort the file by the column “id”.'
        this.#sink.bad({ line: row.line, reason, text: JSON.stringify(row.cells) })
        return
      }
      const cells = this.#reader.columns.flatMap((_, index) => (at.includes(index) ? [] : [row.cells[index]]))
      this.#open = { line: row.line, id, cells, responses: new Map() }
    }
    addAnswer(
      this.#open,
      at.map((index) => row.cells[index]),
    )
  }

  #close(): void {
    if (!this.#open) return
    const { line, id, cells, responses } = this.#open
    this.#open = undefined
    if (id !== undefined) this.#seen.add(id)
    this.#sink.row({ line, cells: [...cells, responses.size > 0 ? [...responses.values()] : undefined] })
  }
}

function addAnswer({ responses }: OpenRecord, [username, status, question, answer]: readonly Cell[]): void {
  if (status === undefined) return
  const name = typeof username === 'string' ? unprotect(username) : ''
  const response = responses.get(name) ?? { username: name, status, values: null }
  responses.set(name, response)
  if (typeof question !== 'string' || answer === undefined) return
  const value = typeof answer === 'string' ? unprotect(answer) : answer
  response.values = { ...response.values, [question]: value }
}
