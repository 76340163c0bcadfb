import type { Json } from '@postil/contract/shapes'
import { codePointLength } from '@postil/domain/spans/code-points'
import { isJsonObject } from '../read/flatten'
import { readList, readNumber, readSpans, readVector } from '../read/read-cell'
import type { Cell, SourceRow } from '../read/source-row'
import { sha256Hex } from '../upload/sha256'
import { splitLabels } from './guess'
import { type ClassicPlan, type ClassicUse, isClassicAgent } from './plan'
import { readExported } from './read-exported'
import type { ClassicContent, ClassicRecord } from './record'
import { tokenize } from './tokenize'

/** The record made from a row, or why there is none. */
export type ClassicConverted = { item: ClassicRecord; notes: readonly string[] } | { reason: string }

/** A row that cannot become a record; the message is for the user. */
class RowError extends Error {}

interface Prediction {
  source: string
  content: ClassicContent
  agent: string
  score: number | undefined
}

/**
 * Create the function that converts rows into records. It keeps the ids it has seen, so create a new one for each run.
 *
 * @param userName - the importing user, who becomes the author of annotations
 */
export function createClassicConverter(plan: ClassicPlan, userName: string): (row: SourceRow) => ClassicConverted {
  const seenIds = new Map<string, number>()
  const contentCounts = new Map<string, number>()
  const known = plan.labels && new Set(plan.labels.map(({ name }) => name))
  const agent = isClassicAgent(userName) ? userName : 'import'
  const convert = plan.encoding === 'foreign' ? readForeign : readOwn

  function readOwn(row: SourceRow): ClassicRecord {
    const record = readExported(plan, row.cells)
    if (record.id === undefined) throw new RowError('This row has no id.')
    return { ...record, id: record.id }
  }

  function readForeign(row: SourceRow): ClassicRecord {
    const cellsOf = (kind: ClassicUse['kind']) =>
      plan.columns.flatMap(({ source, use }, at) => (use.kind === kind ? [{ source, use, cell: row.cells[at] }] : []))
    const texts = cellsOf('text').flatMap(({ use, cell }): [string, string][] => {
      const text = textOf(cell)
      return use.kind === 'text' && text.trim() !== '' ? [[use.name, text]] : []
    })
    const [first] = texts
    if (!first) throw new RowError('This row has no text.')
    const [, text] = first
    const read = (cell: Cell) => readContent(plan, cell, known)
    const annotation = cellsOf('annotation').map(({ cell }) => read(cell))[0]
    const predictions = cellsOf('prediction').flatMap(({ source, use, cell }): Prediction[] => {
      const content = use.kind === 'prediction' ? read(cell) : undefined
      if (!content || use.kind !== 'prediction') return []
      return [{ source, content, agent: use.agent, score: undefined }]
    })
    for (const { use, cell } of [...cellsOf('score'), ...cellsOf('agent')]) {
      const owner = predictions.find(({ source }) => 'of' in use && source === use.of)
      if (owner && use.kind === 'score') owner.score = readNumber(cell ?? null)
      const name = textOf(cell).trim()
      if (owner && use.kind === 'agent' && isClassicAgent(name)) owner.agent = name
    }
    const contents = predictions.map((one): [string, ClassicContent] => [one.agent, withScore(one.content, one.score)])
    const [top] = contents
    const id = textOf(cellsOf('id')[0]?.cell).trim()
    const given = statusOf(cellsOf('status')[0]?.cell)
    return {
      id: id === '' ? contentId(texts, contentCounts) : checkId(id, row.line, seenIds),
      ...textParts(plan, texts, text, cellsOf('tokens')[0]?.cell, [annotation, ...contents.map(([, one]) => one)]),
      ...(top ? { prediction: { ...top[1], agent: top[0] } } : {}),
      ...(contents.length > 1 ? { predictions: Object.fromEntries(contents) } : {}),
      ...(annotation ? { annotation: { ...annotation, agent } } : {}),
      status: given ?? (annotation ? 'Validated' : 'Default'),
      ...extras(plan, row.cells),
    }
  }

  return (row) => {
    try {
      return { item: convert(row), notes: [] }
    } catch (error) {
      if (error instanceof RowError) return { reason: error.message }
      throw error
    }
  }
}

function textParts(
  plan: ClassicPlan,
  texts: readonly [string, string][],
  text: string,
  tokens: Cell,
  contents: readonly (ClassicContent | undefined)[],
): Partial<ClassicRecord> {
  switch (plan.task) {
    case 'TextClassification':
      return { inputs: Object.fromEntries(texts), multi_label: plan.isMultiLabel }
    case 'Text2Text':
      return { text }
    case 'TokenClassification': {
      const entities = contents.flatMap((content) => content?.entities ?? [])
      const length = codePointLength(text)
      const beyond = entities.find(({ end }) => end > length)
      if (beyond) throw new RowError(`The entity from ${beyond.start} to ${beyond.end} ends after the text.`)
      const given = readList(tokens ?? null)?.map((token) => textOf(token))
      return { text, tokens: given && given.length > 0 ? given : tokenize(text, plan.tokens, entities) }
    }
  }
}

/** Parse a cell by the rules of the task; undefined when it is empty. */
function readContent(
  plan: ClassicPlan,
  cell: Cell,
  known: ReadonlySet<string> | undefined,
): ClassicContent | undefined {
  if (cell === undefined || cell === null || (typeof cell === 'string' && cell.trim() === '')) return undefined
  switch (plan.task) {
    case 'TextClassification': {
      const labels = readLabels(plan, cell)
      if (!plan.isMultiLabel && labels.length > 1) {
        throw new RowError(`This row has ${labels.length} labels; the dataset takes one.`)
      }
      checkLabels(
        labels.map((one) => one.class),
        known,
      )
      return labels.length === 0 && !plan.isMultiLabel ? undefined : { labels }
    }
    case 'TokenClassification': {
      if (readList(cell)?.length === 0) return { entities: [] }
      const spans = readSpans(cell)
      if (!spans) throw new RowError(`${shown(cell)} is not a list of entities.`)
      checkLabels(
        spans.map(({ label }) => label),
        known,
      )
      return { entities: spans.map(({ start, end, label }) => ({ start, end, label, score: 1 })) }
    }
    case 'Text2Text': {
      const list = readList(cell)
      return { sentences: list ? list.flatMap(readSentence) : [{ text: textOf(cell), score: 1 }] }
    }
  }
}

function readLabels({ isMultiLabel }: ClassicPlan, cell: Json): { class: string; score: number }[] {
  const list = readList(cell)
  if (!list) {
    const text = textOf(cell).trim()
    return (isMultiLabel ? splitLabels(text) : [text]).map((label) => ({ class: label, score: 1 }))
  }
  return list.flatMap((item) => {
    const [name, score] = Array.isArray(item)
      ? item
      : isJsonObject(item)
        ? [item.label ?? item.class, item.score]
        : [item]
    const label = textOf(name).trim()
    return label === '' ? [] : [{ class: label, score: typeof score === 'number' ? score : 1 }]
  })
}

function readSentence(item: Json): { text: string; score: number }[] {
  const [text, score] = Array.isArray(item) ? item : isJsonObject(item) ? [item.text, item.score] : [item]
  return text === undefined || text === null
    ? []
    : [{ text: textOf(text), score: typeof score === 'number' ? score : 1 }]
}

function checkLabels(labels: readonly string[], known: ReadonlySet<string> | undefined): void {
  const unknown = known && labels.find((label) => !known.has(label))
  if (unknown !== undefined) throw new RowError(`“${unknown}” is not one of the labels.`)
}

/** Apply the score column of a prediction: to its only part, or, for several entities, to the prediction as a whole. */
function withScore(content: ClassicContent, score: number | undefined): ClassicContent {
  if (score === undefined || score < 0 || score > 1) return content
  const { labels, sentences, entities } = content
  if (labels?.length === 1) return { labels: labels.map((label) => ({ ...label, score })) }
  if (sentences?.length === 1) return { sentences: sentences.map((sentence) => ({ ...sentence, score })) }
  return entities ? { entities, score } : content
}

function extras({ columns }: ClassicPlan, cells: SourceRow['cells']): Pick<ClassicRecord, 'metadata' | 'vectors'> {
  const metadata: [string, Json][] = []
  const vectors: [string, { value: number[] }][] = []
  for (const [at, { use }] of columns.entries()) {
    const cell = cells[at]
    if (cell === undefined || cell === null || cell === '') continue
    if (use.kind === 'metadata') metadata.push([use.name, metadataValue(cell)])
    if (use.kind !== 'vector') continue
    const value = readVector(cell)
    if (!value) throw new RowError(`“${use.name}” is not a list of numbers here.`)
    vectors.push([use.name, { value }])
  }
  return {
    ...(metadata.length > 0 ? { metadata: Object.fromEntries(metadata) } : {}),
    ...(vectors.length > 0 ? { vectors: Object.fromEntries(vectors) } : {}),
  }
}

/** Cells of a CSV file are texts; as metadata, numbers are parsed so that range filters work. */
function metadataValue(cell: Json): Json {
  if (typeof cell !== 'string') return cell
  const number = /^-?(0|[1-9]\d{0,14})(\.\d+)?$/.test(cell.trim()) ? Number(cell) : undefined
  return number ?? cell
}

function statusOf(cell: Cell): ClassicRecord['status'] {
  const word = textOf(cell).trim().toLowerCase()
  return (['Default', 'Edited', 'Validated', 'Discarded'] as const).find((status) => status.toLowerCase() === word)
}

const MAX_ID_LENGTH = 512

function checkId(id: string, line: number, seen: Map<string, number>): string {
  if ([...id].length > MAX_ID_LENGTH) throw new RowError(`The id is longer than ${MAX_ID_LENGTH} characters.`)
  const earlier = seen.get(id)
  if (earlier !== undefined) throw new RowError(`The id “${id}” is already that of line ${earlier}.`)
  seen.set(id, line)
  return id
}

/** An id derived from the texts: the same texts get the same id in every import, so that sending them again adds nothing; duplicates are numbered. */
function contentId(texts: readonly [string, string][], counts: Map<string, number>): string {
  const hash = sha256Hex(JSON.stringify([...texts].sort(([a], [b]) => (a < b ? -1 : 1)))).slice(0, 24)
  const count = (counts.get(hash) ?? 0) + 1
  counts.set(hash, count)
  return count === 1 ? `text-${hash}` : `text-${hash}-${count}`
}

/** A text without NUL characters, which PostgreSQL cannot store. */
function textOf(cell: Cell): string {
  if (cell === undefined || cell === null) return ''
  const text = typeof cell === 'string' ? cell : JSON.stringify(cell)
  return text.includes('\0') ? text.replaceAll('\0', '\ufffd') : text
}

function shown(cell: Json): string {
  const text = textOf(cell)
  return `“${text.length > 60 ? `${text.slice(0, 60)}…` : text}”`
}
