import type { OutboxEntry } from '@postil/domain/outbox/entry'
import { t } from '../../i18n/index.ts'

/** Why the server refused an answer: in its words, but those about a record or dataset out of reach say nothing to a user. */
export function refusalWords({ refusal }: OutboxEntry): string {
  if (refusal?.status === 404) return t('annotate.refusedGone')
  return refusal?.status === 403 ? t('annotate.refusedAccess') : (refusal?.messages.join('; ') ?? '')
}
