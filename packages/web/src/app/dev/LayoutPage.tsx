import { BookOpen, Check, Keyboard, ListChecks, RefreshCw, SlidersHorizontal } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../ui/controls/Button.tsx'
import { SearchField } from '../../ui/controls/SearchField.tsx'
import { TextArea } from '../../ui/controls/TextArea.tsx'
import { Breadcrumbs } from '../../ui/display/Breadcrumbs.tsx'
import { Icon } from '../../ui/display/Icon.tsx'
import { Tabs } from '../../ui/display/Tabs.tsx'
import { HeaderSlot } from '../../ui/layout/HeaderSlot.tsx'
import { TopBarTwoColumns } from '../../ui/layout/layouts.tsx'
import { Sidebar } from '../../ui/layout/Sidebar.tsx'

const QUEUES = [
  { value: 'pending', label: 'Pending', count: 9412, color: '--status-pending' },
  { value: 'draft', label: 'Draft', count: 12, color: '--status-draft' },
  { value: 'submitted', label: 'Submitted', count: 560, color: '--status-submitted' },
  { value: 'discarded', label: 'Discarded', count: 19, color: '--status-discarded' },
] as const

/** Development only: the layout of the busiest screen with sample content. */
export function LayoutPage() {
  const [queue, setQueue] = useState<(typeof QUEUES)[number]['value']>('pending')
  const [openId, setOpenId] = useState<string>()
  return (
    <>
      <HeaderSlot place="crumbs">
        <Breadcrumbs
          crumbs={[
            { label: 'Datasets', to: '/datasets' },
            { label: 'support-team', to: '/datasets?workspaces=support-team' },
            { label: 'Banking messages, round 2' },
          ]}
        />
      </HeaderSlot>
      <HeaderSlot place="saved">
        <span style={{ display: 'flex', gap: 6, color: 'var(--verdigris)', fontSize: 13 }}>
          <Icon icon={Check} /> All saved
        </span>
      </HeaderSlot>
      <HeaderSlot place="actions">
        <Button variant="quiet" size="medium" icon={SlidersHorizontal}>
          Settings
        </Button>
      </HeaderSlot>
      <TopBarTwoColumns
        storageKey="postil.dev.split"
        topBar={
          <>
            <Tabs label="Queues" tabs={QUEUES} value={queue} onChange={setQueue} />
            <span style={{ flex: 1 }} />
            <SearchField label="Find" size="small" keys="/" placeholder="Find in records" />
          </>
        }
        left={
          <article style={{ padding: 'var(--space-8)', maxWidth: 'calc(var(--record-measure) + 64px)' }}>
            <p style={{ fontFamily: 'var(--record-family)', fontSize: 'var(--record-size)', lineHeight: 1.6 }}>
              {'I was at the supermarket this morning and my card got declined twice. '.repeat(30)}
            </p>
          </article>
        }
        right={
          <div style={{ padding: 'var(--space-5)' }}>
            <TextArea label="What should the agent have said?" need="optional" placeholder="Markdown works here" />
          </div>
        }
        sidebar={
          <Sidebar
            openId={openId}
            onOpenChange={setOpenId}
            items={[
              { id: 'progress', label: 'Progress', icon: ListChecks, panel: <p>404 of 1,287 records</p> },
              { id: 'guidelines', label: 'Guidelines', icon: BookOpen, panel: <p>Read the whole message first.</p> },
              { id: 'shortcuts', label: 'Keyboard shortcuts', icon: Keyboard },
              { id: 'refresh', label: 'Refresh', icon: RefreshCw },
            ]}
          />
        }
      />
    </>
  )
}
