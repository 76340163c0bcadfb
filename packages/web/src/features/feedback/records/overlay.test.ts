import type { OutboxEntry, ResponseChange } from '@postil/domain/outbox/entry'
import { describe, expect, it } from 'vitest'
import type { AnnotationRecord } from '../../../api/feedback/record.ts'
import { overlayUnsent } from './overlay.ts'

const record: AnnotationRecord = {
  id: 'r1',
  datasetId: 'd',
  externalId: null,
  fields: {},
  metadata: null,
  response: { id: 'x', status: 'draft', values: {}, updatedAt: '' },
  suggestions: [],
  score: null,
  insertedAt: '',
  updatedAt: '',
}

const entry = (id: string, change: ResponseChange, more: Partial<OutboxEntry> = {}): OutboxEntry => ({
  id,
  userId: 'u',
  datasetId: 'd',
  recordId: 'r1',
  change,
  from: 'pending',
  responseId: 'x',
  answers: {},
  createdAt: Number(id),
  isTried: false,
  attempts: 0,
  notBefore: 0,
  state: 'waiting',
  ...more,
})

const submitted: ResponseChange = { status: 'submitted', values: { q: { value: 'a' } } }

describe('a record fetched while answers are on their way', () => {
  it.each<[string, OutboxEntry[], string | undefined]>([
    ['none', [], 'draft'],
    ['an answer', [entry('1', submitted)], 'submitted'],
    ['the latest of two', [entry('1', submitted), entry('2', { status: 'discarded', values: {} })], 'discarded'],
    ['a cleared one', [entry('1', { status: 'pending' })], undefined],
    ['one the server has refused', [entry('1', submitted, { state: 'refused' })], 'draft'],
    ['one to another record', [entry('1', submitted, { recordId: 'r2' })], 'draft'],
  ])('shows the latest answer: %s', (_, entries, status) => {
    expect(overlayUnsent(record, { entries, isPaused: false }).response?.status).toBe(status)
  })

  const missed = entry('1', submitted, { basedOn: '' })
  it.each<[string, OutboxEntry[], AnnotationRecord['response'], string]>([
    ['without it', [], record.response, 'submitted'],
    ['with it', [], { id: 'x', status: 'discarded', values: {}, updatedAt: 'later' }, 'discarded'],
    ['without it, which was refused', [{ ...missed, state: 'refused' }], record.response, 'draft'],
    ['before the next', [entry('2', { status: 'discarded', values: {} })], record.response, 'discarded'],
  ])('shows an answer that was saved while the record was fetched %s', (_, entries, response, status) => {
    const asked = { entries: [missed], isPaused: false }
    const shown = overlayUnsent({ ...record, response }, { entries, isPaused: false }, asked)
    expect(shown.response?.status).toBe(status)
  })
})
