import { useState } from 'react'
import { Button } from '../../ui/controls/Button.tsx'
import { Chip } from '../../ui/controls/Chip.tsx'
import { Avatar } from '../../ui/display/Avatar.tsx'
import { Badge } from '../../ui/display/Badge.tsx'
import { Breadcrumbs } from '../../ui/display/Breadcrumbs.tsx'
import { CodeBlock } from '../../ui/display/CodeBlock.tsx'
import { EmptyState } from '../../ui/display/EmptyState.tsx'
import { ProgressBar } from '../../ui/display/ProgressBar.tsx'
import { Skeleton } from '../../ui/display/Skeleton.tsx'
import { StackedBar } from '../../ui/display/StackedBar.tsx'
import { Cell, HeaderCell, Row, SortableHeaderCell, Table } from '../../ui/display/Table.tsx'
import { Tabs } from '../../ui/display/Tabs.tsx'
import { Resizer } from '../../ui/layout/Resizer.tsx'
import { Markdown } from '../../ui/markdown/Markdown.tsx'
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

const CODE = 'import argilla as rg\n\nrg.init(api_url="http://localhost:6900", workspace="support-team")'

const MARKDOWN = `## What to look for
Read the **whole** message first. Use \`declined\` only when the *bank* refused.

> A card that the shop refused is not declined.

1. Find the intent
2. Mark doubts

| intent | example |
| --- | --- |
| top-up failed | “My top-up is gone” |

\`\`\`python
rg.log(records)
\`\`\`

![A tracker](https://tracker.example/x.png)`

const ROWS = [
  { name: 'Banking messages, round 2', workspace: 'support-team', left: '5,412' },
  { name: 'wnut17-test', workspace: 'news-desk', left: '883' },
]

/** The components of `ui/display`, with chips and Markdown. */
export function DisplaySamples() {
  const [queue, setQueue] = useState<(typeof QUEUES)[number]['value']>('pending')
  const [share, setShare] = useState(0.6)
  const [isDown, setDown] = useState(true)
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
      <Sample name="Breadcrumbs">
        <Breadcrumbs
          crumbs={[
            { label: 'Datasets', to: '/datasets' },
            { label: 'support-team', to: '/datasets?workspaces=support-team' },
            { label: 'banking-messages-of-the-second-quarter-round-2', isCopyable: true },
          ]}
        />
      </Sample>
      <Sample name="Table" isStack>
        <Table label="Datasets">
          <thead>
            <Row>
              <HeaderCell>Name</HeaderCell>
              <HeaderCell>Workspace</HeaderCell>
              <SortableHeaderCell
                align="end"
                direction={isDown ? 'descending' : 'ascending'}
                onSort={() => setDown(!isDown)}
              >
                Left
              </SortableHeaderCell>
            </Row>
          </thead>
          <tbody>
            {ROWS.map((row) => (
              <Row key={row.name}>
                <Cell>{row.name}</Cell>
                <Cell>{row.workspace}</Cell>
                <Cell isNumber>{row.left}</Cell>
              </Row>
            ))}
          </tbody>
        </Table>
      </Sample>
      <Sample name="CodeBlock" isStack>
        <CodeBlock code={CODE} />
      </Sample>
      <Sample name="Markdown" isStack>
        <Markdown>{MARKDOWN}</Markdown>
      </Sample>
    </>
  )
}
