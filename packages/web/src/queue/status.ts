import type { RecordStatus } from '@postil/domain/outbox/entry'

/** The four queues, in the order of the work. */
export const STATUSES = ['pending', 'draft', 'submitted', 'discarded'] as const satisfies readonly RecordStatus[]

/** Pigment of each status, as chips know it. */
export const STATUS_TONES = {
  pending: 'plain',
  draft: 'lapis',
  submitted: 'verdigris',
  discarded: 'umber',
} as const satisfies Record<RecordStatus, string>
