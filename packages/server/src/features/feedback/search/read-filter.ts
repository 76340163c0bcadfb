import type { SearchFilter } from '@postil/contract/feedback/search-scopes'
import { dateTime, millisOf } from '@postil/contract/task/date-time'
import { InvalidError } from '../../../errors'
import { toMicros } from '../../../search/compile-filters'
import type { AnswerStatus, RecordFilter, Test } from '../../../search/record-query'
import { assertSeesGold, getProperty, getQuestion, type SearchSchema } from './search-schema'

/** Resolve a filter of a search. Throws `InvalidError` for unknown names, and for a status filtered by a range or an unknown value. */
export function readFilter(schema: SearchSchema, filter: SearchFilter): RecordFilter {
  const { scope } = filter
  switch (scope.entity) {
    case 'record': {
      const { property } = scope
      if (property === 'doubt')
        return { on: 'doubt', anyOf: words(filter, 'doubt', ['open', 'resolved']), ofUser: schema.doubtsOf }
      if (property === 'decided_at') return { on: 'decided', notified: schema.notified, ...timesOf(filter) }
      if (property === 'gold') {
        assertSeesGold(schema)
        return { on: 'gold', anyOf: words(filter, 'mark', ['gold', 'ordinary']) }
      }
      if (property === 'id' || property === 'external_id')
        return { on: 'key', property, anyOf: keysOf(filter, property) }
      if (property !== 'status') return { on: 'record', property, test: timeTest(filter) }
      const anyOf = words(filter, 'record status', ['pending', 'completed'])
      return { on: 'completion', anyOf, ...schema.completion }
    }
    case 'metadata': {
      const { name, isNumber } = getProperty(schema, scope.metadata_property)
      return { on: 'metadata', property: name, test: testOf(filter, isNumber) }
    }
    case 'suggestion': {
      const { id, settings } = getQuestion(schema, scope.question)
      const { property } = scope
      const isNumber = property === 'score' || (property === 'value' && settings.type === 'rating')
      return { on: 'suggestion', questionId: id, property, test: testOf(filter, isNumber) }
    }
    case 'response': {
      if (!scope.question) return { on: 'status', anyOf: statuses(filter) }
      const { id, settings } = getQuestion(schema, scope.question)
      return { on: 'response', questionId: id, test: testOf(filter, settings.type === 'rating') }
    }
  }
}

function timesOf(filter: SearchFilter): { from?: number; to?: number } {
  if (filter.type === 'terms') throw new InvalidError('Records are filtered by a range of times of decisions only')
  const { ge, le } = filter
  return { ...(typeof ge === 'number' && { from: toMicros(ge) }), ...(typeof le === 'number' && { to: toMicros(le) }) }
}

function keysOf(filter: SearchFilter, property: 'id' | 'external_id'): string[] {
  if (filter.type === 'range') throw new InvalidError('Records cannot be filtered by a range of ids')
  return property === 'id' ? filter.values.map((id) => id.toLowerCase()) : filter.values
}

/** Times are milliseconds, or texts as in the bounds of a range. */
function timeTest(filter: SearchFilter): Test {
  return filter.type === 'range' ? testOf(filter, true) : { terms: filter.values.flatMap(storedMillis) }
}

function storedMillis(text: string): string[] {
  if (Number.isFinite(Number(text))) return [text]
  const time = dateTime().safeParse(text).data
  return time === undefined ? [] : [String(millisOf(time))]
}

/** Values are texts in the API. Numbers are converted to their stored spelling, so that `3.0` finds 3. */
function testOf(filter: SearchFilter, isNumber: boolean): Test {
  if (filter.type === 'range') return { ge: filter.ge ?? undefined, le: filter.le ?? undefined }
  return { terms: isNumber ? filter.values.flatMap(storedNumbers) : filter.values }
}

/** The possible spellings of a number in the store: a whole number beyond 2^53 has all its digits, unless it was sent as a fraction. */
function storedNumbers(text: string): string[] {
  const number = text.trim() === '' ? Number.NaN : Number(text)
  if (!Number.isFinite(number)) return [text]
  if (!Number.isInteger(number) || Number.isSafeInteger(number)) return [String(number)]
  const exact = /^\s*-?\d+\s*$/.test(text) ? BigInt(text) : BigInt(number)
  return BigInt(number) === exact ? [String(exact), String(number)] : [String(exact)]
}

function statuses(filter: SearchFilter): AnswerStatus[] {
  const known = ['pending', 'missing', 'draft', 'submitted', 'discarded'] as const
  return words(filter, 'response status', known).map((status) => (status === 'missing' ? 'pending' : status))
}

function words<const W extends string>(filter: SearchFilter, what: string, known: readonly W[]): W[] {
  if (filter.type === 'range') throw new InvalidError(`A ${what} cannot be filtered by a range`)
  return filter.values.map((value) => {
    const word = known.find((one) => one === value)
    if (word) return word
    throw new InvalidError(`'${value}' is not a ${what}; permitted: ${known.map((one) => `'${one}'`).join(', ')}`)
  })
}
