import type { OutboxEntry } from '@postil/domain/outbox/entry'
import { t } from '../../i18n/index.ts'

/** Why the server refused an answer: in its words, but a record that it does not find has an id only, which says nothing to a user. */
export function refusalWords({ refusal }: OutboxEntry): string {
  return refusal?.status === 404 ? t('annotate.refusedGone') : (refusal?.messages.join('; ') ?? '')
}
