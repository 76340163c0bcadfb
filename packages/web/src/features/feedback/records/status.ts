import type { RecordStatus } from '@postil/domain/outbox/entry'
import { t } from '../../../i18n/areas/feedback.ts'

/** The four queues, in the order of work. */
export const STATUSES = ['pending', 'draft', 'submitted', 'discarded'] as const satisfies readonly RecordStatus[]

/** The colour of each status, as a tone of a chip. */
export const STATUS_TONES = {
  pending: 'plain',
  draft: 'lapis',
  submitted: 'verdigris',
  discarded: 'umber',
} as const satisfies Record<RecordStatus, string>

/** Props of the tabs for the user's four queues. */
export const QUEUES = {
  label: t('annotate.queues'),
  queues: STATUSES.map((value) => ({ value, label: t(`annotate.status.${value}`), color: `--status-${value}` })),
}
