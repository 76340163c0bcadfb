import { useState } from 'react'
import { Button } from '../../ui/controls/Button.tsx'
import { Chip } from '../../ui/controls/Chip.tsx'
import { Avatar } from '../../ui/display/Avatar.tsx'
import { Badge } from '../../ui/display/Badge.tsx'
import { EmptyState } from '../../ui/display/EmptyState.tsx'
import { ProgressBar } from '../../ui/display/ProgressBar.tsx'
import { Resizer } from '../../ui/display/Resizer.tsx'
import { Skeleton } from '../../ui/display/Skeleton.tsx'
import { StackedBar } from '../../ui/display/StackedBar.tsx'
import { Tabs } from '../../ui/display/Tabs.tsx'
import styles from './ComponentsPage.module.css'
import { Sample } from './Sample.tsx'

const QUEUES = [
  { value: 'pending', label: 'Pending', count: 9412, color: '--status-pending' },
  { value: 'draft', label: 'Draft', count: 12, color: '--status-draft' },
  { value: 'submitted', label: 'Submitted', count: 560, color: '--status-submitted' },
  { value: 'discarded', label: 'Discarded', hasCount: true, color: '--status-discarded' },
] as const

const PARTS = [
  { label: 'Submitted', count: 560, color: '--status-submitted' },
  { label: 'Draft', count: 60, color: '--status-draft' },
  { label: 'Discarded', count: 90, color: '--status-discarded' },
]
const TONES = ['plain', 'lapis', 'verdigris', 'ochre', 'umber', 'vermilion'] as const

export function FeedbackSamples() {
  const [queue, setQueue] = useState<(typeof QUEUES)[number]['value']>('pending')
  const [share, setShare] = useState(0.6)
  return (
    <>
      <Sample name="Tabs">
        <Tabs label="Queues" tabs={QUEUES} value={queue} onChange={setQueue} />
      </Sample>
      <Sample name="Chip, Badge, Avatar">
        {TONES.map((tone) => (
          <Chip key={tone} tone={tone}>
            {tone}
          </Chip>
        ))}
        <Chip tone="lapis" name="person" onRemove={() => undefined}>
          predicted as = person, location
        </Chip>
        <Badge />
        <Badge>3</Badge>
        <Badge size={18}>12</Badge>
        <Avatar username="maria" />
        <Avatar username="maria" size="medium" />
      </Sample>
      <Sample name="Progress" isStack>
        <StackedBar label="Your progress" parts={PARTS} total={1000} />
        <StackedBar label="Progress" parts={PARTS} total={1000} size="large" />
        <ProgressBar label="Importing banking77-train.csv" share={0.42} />
        <ProgressBar label="Counting records" />
      </Sample>
      <Sample name="Skeleton" isStack>
        <Skeleton width="40%" />
        <Skeleton width="90%" />
        <Skeleton height={48} radius="var(--radius)" />
      </Sample>
      <Sample name="Resizer" isStack>
        <div className={styles.panes}>
          <div className={styles.pane} style={{ width: `${share * 100}%` }}>
            Record
          </div>
          <Resizer share={share} onChange={setShare} />
          <div className={styles.pane}>Questions</div>
        </div>
      </Sample>
      <Sample name="EmptyState">
        <EmptyState drawing="search" level={3} title="Nothing found" action={<Button>Clear filters</Button>}>
          No dataset matches “bankng” in these workspaces.
        </EmptyState>
        {(['page', 'done', 'lost', 'offline', 'broken', 'later'] as const).map((drawing) => (
          <EmptyState key={drawing} drawing={drawing} level={3}>
            {drawing}
          </EmptyState>
        ))}
      </Sample>
    </>
  )
}
