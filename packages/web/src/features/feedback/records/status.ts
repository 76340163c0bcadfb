import type { RecordStatus } from '@postil/domain/outbox/entry'
import { t } from '../../../i18n/areas/feedback.ts'

/** The four queues, in the order of the work. */
export const STATUSES = ['pending', 'draft', 'submitted', 'discarded'] as const satisfies readonly RecordStatus[]

/** Pigment of each status, as chips know it. */
export const STATUS_TONES = {
  pending: 'plain',
  draft: 'lapis',
  submitted: 'verdigris',
  discarded: 'umber',
} as const satisfies Record<RecordStatus, string>

/** The user's four queues as tabs. */
export const QUEUES = {
  label: t('annotate.queues'),
  queues: STATUSES.map((value) => ({ value, label: t(`annotate.status.${value}`), color: `--status-${value}` })),
}
