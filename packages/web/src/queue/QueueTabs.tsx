import { memo } from 'react'
import { Tabs } from '../ui/display/Tabs.tsx'
import styles from './QueueTabs.module.css'

interface QueueTabsProps<Value extends string> {
  label: string
  /** The queues in the order of work. `color` is the name of a CSS custom property. */
  queues: readonly { value: Value; label: string; color: string }[]
  value: Value
  /** Undefined while they load; their space is reserved. */
  counts: Readonly<Record<Value, number>> | undefined
  onChange: (value: Value) => void
}

function Queues<Value extends string>({ label, queues, value, counts, onChange }: QueueTabsProps<Value>) {
  const tabs = queues.map((queue) => ({ ...queue, count: counts?.[queue.value], hasCount: true }))
  return (
    <div className={styles.queues}>
      <Tabs label={label} tabs={tabs} value={value} onChange={onChange} />
    </div>
  )
}

/** A tab for each queue, with its number of records. */
export const QueueTabs = memo(Queues) as typeof Queues
