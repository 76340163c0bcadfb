import type { Field } from '@postil/contract/feedback/settings/fields'
import { useEffect, useState } from 'react'
import type { AnnotationRecord } from '../../api/feedback/record.ts'
import { useMedia } from '../../ui/browser/media.ts'
import { readItem, writeItem } from '../../ui/browser/stored.ts'
import type { DatasetParts } from '../feedback/use-dataset.ts'

/** Texts up to this length count as short: in one column, the questions below them are still visible. */
const SHORT_CHARS = 280
const SHORT_PART = 0.9
const MAX_FIELDS = 2
/** Approximate number of characters per line in one column. Up to MAX_LINES lines leave room for the questions. */
const LINE_CHARS = 62
const MAX_LINES = 8
/** Height of a line in a text with marked spans relative to a plain line: it has room for captions. */
const MARKED_LINE = 2.5 / 1.5
/** Smaller screens always use one column, in which the whole page scrolls. */
const HAS_ROOM = '(min-width: 992px) and (min-height: 640px)'

/** The layout of record and questions: in one column, or side by side. */
export interface Arrangement {
  isOneColumn: boolean
  /** Number of text lines to reserve for a record, so that the questions keep their position from record to record. */
  lines: number
}

/** The layout, and a function to switch it; undefined where the screen is too small for two columns. */
export interface ArrangementController extends Arrangement {
  toggle: (() => void) | undefined
}

/**
 * Choose the layout of a dataset once, from the first records that are loaded, and keep it on this device, so that it
 * does not change from record to record. The user's own choice replaces it.
 *
 * @param key - identifies the user and the dataset
 * @param records - the records loaded so far
 */
export function useArrangement(
  key: string,
  { fields, questions }: Pick<DatasetParts, 'fields' | 'questions'>,
  records: readonly AnnotationRecord[],
): ArrangementController | undefined {
  const item = `postil.annotation.arrangement.${key}`
  const [kept, setKept] = useState(() => readArrangement(item))
  const hasRoom = useMedia(HAS_ROOM)
  let now = kept
  if (!now && records.length > 0) {
    const isMarked = questions.some(({ settings }) => settings.type === 'span')
    now = arrange(fields, records, isMarked)
    setKept(now)
  }
  // A single record, opened by its link, says too little about the others to store the choice.
  const isSure = records.length > 1
  useEffect(() => {
    if (kept && isSure) write(item, kept)
  }, [item, kept, isSure])
  if (!now) return undefined

  const { isOneColumn, lines } = now
  const toggle = () => {
    const next = { isOneColumn: !isOneColumn, lines }
    setKept(next)
    write(item, next)
  }
  return { isOneColumn: isOneColumn && hasRoom, lines, toggle: hasRoom ? toggle : undefined }
}

/**
 * Use one column when there are few fields and nearly all texts are short. Markdown fields get two columns: tables
 * and lists make their height unpredictable.
 */
export function arrange(
  fields: readonly Field[],
  records: readonly Pick<AnnotationRecord, 'fields'>[],
  isMarked = false,
): Arrangement {
  const texts = records.flatMap((record) => fields.flatMap(({ name }) => record.fields[name] || []))
  const short = texts.filter((text) => text.length <= SHORT_CHARS && text.split('\n').length <= MAX_LINES)
  const isPlain = fields.every(({ settings }) => !settings.use_markdown)
  const isShort = texts.length > 0 && short.length >= SHORT_PART * texts.length
  const heights = records.map((record) => linesOf(fields, record)).sort((one, other) => one - other)
  const usual = heights[Math.ceil(SHORT_PART * heights.length) - 1] ?? 1
  const lines = Math.min(isMarked ? Math.ceil(usual * MARKED_LINE) : usual, MAX_LINES)
  return { isOneColumn: isPlain && isShort && fields.length <= MAX_FIELDS, lines }
}

/** Estimated height of a record's texts in lines, with one line for each title. */
function linesOf(fields: readonly Field[], record: Pick<AnnotationRecord, 'fields'>): number {
  return fields.reduce((sum, { name }) => {
    const text = record.fields[name]
    if (!text) return sum
    const lines = text.split('\n').map((line) => Math.max(1, Math.ceil(line.length / LINE_CHARS)))
    return lines.reduce((all, one) => all + one, sum + 1)
  }, 0)
}

function readArrangement(item: string): Arrangement | undefined {
  const found = /^(one|two) (\d+)$/.exec(readItem(item) ?? '')
  return found ? { isOneColumn: found[1] === 'one', lines: Number(found[2]) } : undefined
}

function write(item: string, { isOneColumn, lines }: Arrangement): void {
  writeItem(item, `${isOneColumn ? 'one' : 'two'} ${lines}`)
}
