import type { RecordStatus } from '@postil/domain/outbox/entry'
import type { StatusCounts } from '@postil/domain/outbox/select'
import { memo } from 'react'
import { t } from '../i18n/index.ts'
import { Tabs } from '../ui/Tabs.tsx'
import styles from './QueueTabs.module.css'
import { STATUSES } from './status.ts'

interface QueueTabsProps {
  status: RecordStatus
  /** Undefined while they load: their places stay empty. */
  counts: StatusCounts | undefined
  onChange: (status: RecordStatus) => void
}

/** The user's four queues. */
export const QueueTabs = memo(function QueueTabs({ status, counts, onChange }: QueueTabsProps) {
  const tabs = STATUSES.map((value) => ({
    value,
    label: t(`annotate.status.${value}`),
    color: `--status-${value}`,
    count: counts?.[value],
    hasCount: true,
  }))
  return (
    <div className={styles.queues}>
      <Tabs label={t('annotate.queues')} tabs={tabs} value={status} onChange={onChange} />
    </div>
  )
})
