import type { QueueOrder } from '@postil/contract/feedback/datasets'
import { t } from '../../i18n/areas/queue-order.ts'
import { RadioGroup } from '../../ui/controls/RadioGroup.tsx'
import styles from './QueueOrderChoice.module.css'

// Not the list of the contract, with which its parser would come.
const ORDERS: readonly QueueOrder[] = ['file', 'mixed', 'uncertain']

interface QueueOrderChoiceProps {
  value: QueueOrder
  onChange: (order: QueueOrder) => void
}

/** In which order annotators get the records. */
export function QueueOrderChoice({ value, onChange }: QueueOrderChoiceProps) {
  return (
    <RadioGroup
      label={t('queueOrder.label')}
      description={t('queueOrder.about')}
      choices={ORDERS.map((order) => ({
        value: order,
        label: (
          <span>
            <strong className={styles.order}>{t(`queueOrder.${order}`)}</strong>{' '}
            <span className={styles.help}>{t(`queueOrder.${order}Help`)}</span>
          </span>
        ),
      }))}
      value={value}
      onChange={onChange}
    />
  )
}
