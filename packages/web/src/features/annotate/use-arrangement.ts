import type { Field } from '@postil/contract/feedback/settings/fields'
import { useEffect, useState } from 'react'
import type { AnnotationRecord } from '../../api/feedback/record.ts'
import { useMedia } from '../../ui/browser/media.ts'
import { readItem, writeItem } from '../../ui/browser/stored.ts'
import type { DatasetParts } from '../feedback/use-dataset.ts'

/** One below the other pays off up to here: the questions are still in sight. */
const SHORT_CHARS = 280
const SHORT_PART = 0.9
const MAX_FIELDS = 2
/** What fits on a line of the one column; enough of them leave room for the questions. */
const LINE_CHARS = 62
const MAX_LINES = 8
/** A line of a text that is marked has room for captions. */
const MARKED_LINE = 2.5 / 1.5
/** On smaller screens everything stands in one column that scrolls as one anyway. */
const HAS_ROOM = '(min-width: 992px) and (min-height: 640px)'

/** How record and questions stand: in one column, or side by side. */
export interface Arrangement {
  isOneColumn: boolean
  /** Lines of plain text to keep free for a record, so that the questions stay in their place from record to record. */
  lines: number
}

/** The arrangement of a dataset's records, and the reader's switch; no switch where the screen leaves no choice. */
export interface ArrangementDesk extends Arrangement {
  toggle: (() => void) | undefined
}

/**
 * Decide once per dataset, by the first records that are seen, and keep that: nothing changes from record to record. A
 * switch takes the place of what was decided.
 *
 * @param key - of person and dataset
 * @param records - what is known of them so far
 */
export function useArrangement(
  key: string,
  { fields, questions }: Pick<DatasetParts, 'fields' | 'questions'>,
  records: readonly AnnotationRecord[],
): ArrangementDesk | undefined {
  const item = `postil.annotation.arrangement.${key}`
  const [kept, setKept] = useState(() => readArrangement(item))
  const hasRoom = useMedia(HAS_ROOM)
  let now = kept
  if (!now && records.length > 0) {
    const isMarked = questions.some(({ settings }) => settings.type === 'span')
    now = arrange(fields, records, isMarked)
    setKept(now)
  }
  // One record alone, opened by its link, says little about the others.
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

/** One column for texts that are nearly all short and few; formatted ones are as high as their tables and lists. */
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

/** The texts of a record in lines, with one for each title. */
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
