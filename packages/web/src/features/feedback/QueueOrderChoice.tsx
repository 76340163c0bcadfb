import type { QueueOrder } from '@postil/contract/feedback/datasets'
import { t } from '../../i18n/areas/queue-order.ts'
import { RadioGroup } from '../../ui/controls/RadioGroup.tsx'
import styles from './QueueOrderChoice.module.css'

// Repeated here instead of imported from the contract: the import would add its zod schemas to this chunk.
const ORDERS: readonly QueueOrder[] = ['file', 'mixed', 'uncertain']

/** The name of an order of the queue. */
export function orderWords(order: QueueOrder): string {
  return t(`queueOrder.${order}`)
}

interface QueueOrderChoiceProps {
  value: QueueOrder
  onChange: (order: QueueOrder) => void
}

/** The choice of the order in which annotators get the records. */
export function QueueOrderChoice({ value, onChange }: QueueOrderChoiceProps) {
  return (
    <RadioGroup
      label={t('queueOrder.label')}
      description={t('queueOrder.about')}
      choices={ORDERS.map((order) => ({
        value: order,
        label: (
          <span>
            <strong className={styles.order}>{orderWords(order)}</strong>{' '}
            <span className="note">{t(`queueOrder.${order}Help`)}</span>
          </span>
        ),
      }))}
      value={value}
      onChange={onChange}
    />
  )
}
