import type { AnswerValue } from '@postil/contract/feedback/answer-value'
import type { QuestionCreate } from '@postil/contract/feedback/settings/questions'
import type { Json } from '@postil/contract/shapes'
import { readList, readNumber, readRanking, readSpans } from '../read/read-cell'

/** An answer parsed from a cell, nothing, or why it is invalid. */
export type ReadAnswer = { value: AnswerValue } | { reason: string } | undefined

/**
 * Parse a cell as an answer to a question. A list may be JSON, or labels separated by `|`, `;` or `,`; a ranking may be `a > b`.
 *
 * @param isExact - texts are not trimmed or interpreted, as in our own exports
 */
export function readAnswer(question: QuestionCreate, cell: Json, isExact: boolean): ReadAnswer {
  const { settings, title } = question
  const trim = (text: string) => (isExact ? text : text.trim())
  switch (settings.type) {
    case 'text': {
      const text = typeof cell === 'string' ? cell : JSON.stringify(cell)
      return isExact || text.trim() !== '' ? { value: text } : undefined
    }
    case 'label_selection': {
      const label = trim(typeof cell === 'string' ? cell : JSON.stringify(cell))
      if (label === '' && !isExact) return undefined
      return isOption(settings.options, label) ? { value: label } : { reason: notALabel(label, title) }
    }
    case 'multi_label_selection': {
      const labels = readLabels(cell, settings.options, trim)
      if (!labels || labels.length === 0) return undefined
      const unknown = labels.find((label) => !isOption(settings.options, label))
      return unknown === undefined ? { value: [...new Set(labels)] } : { reason: notALabel(unknown, title) }
    }
    case 'rating': {
      const number = readNumber(cell)
      if (typeof cell === 'string' && cell.trim() === '') return undefined
      return settings.options.some(({ value }) => value === number) && number !== undefined
        ? { value: number }
        : { reason: `${show(cell)} is not a rating of “${title}”.` }
    }
    case 'ranking': {
      if (typeof cell === 'string' && cell.trim() === '') return undefined
      const ranking = readRanking(cell)
      if (!ranking) return { reason: `${show(cell)} is not a ranking for “${title}”.` }
      const unknown = ranking.find(({ value }) => !isOption(settings.options, value))
      if (unknown) return { reason: notALabel(unknown.value, title) }
      return ranking.length === 0 ? undefined : { value: ranking }
    }
    case 'span': {
      const list = readList(cell)
      if (list?.length === 0) return { value: [] }
      if (typeof cell === 'string' && cell.trim() === '') return undefined
      const spans = readSpans(cell)
      if (!spans) return { reason: `${show(cell)} is not a list of spans for “${title}”.` }
      const unknown = spans.find(({ label }) => !isOption(settings.options, label))
      return unknown ? { reason: notALabel(unknown.label, title) } : { value: spans }
    }
  }
}

function readLabels(
  cell: Json,
  options: readonly { value: string }[],
  trim: (text: string) => string,
): string[] | undefined {
  const list = readList(cell)
  if (list) return list.map((item) => trim(typeof item === 'string' ? item : JSON.stringify(item)))
  const text = typeof cell === 'string' ? cell : JSON.stringify(cell)
  if (isOption(options, trim(text))) return [trim(text)]
  const separator = ['|', ';', ','].find((sign) => text.includes(sign))
  const parts = separator ? text.split(separator) : [text]
  return parts.map((part) => part.trim()).filter((part) => part !== '')
}

function isOption(options: readonly { value: string }[], value: string): boolean {
  return options.some((option) => option.value === value)
}

function notALabel(label: string, title: string): string {
  return `${show(label)} is not one of the labels of “${title}”.`
}

function show(cell: Json): string {
  const text = typeof cell === 'string' ? cell : JSON.stringify(cell)
  return `“${text.length > 60 ? `${text.slice(0, 60)}…` : text}”`
}
