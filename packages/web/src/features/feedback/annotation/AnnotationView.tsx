import type { RecordStatus } from '@postil/domain/outbox/entry'
import { BookOpen, Keyboard, ListChecks, RefreshCw } from 'lucide-react'
import { useState } from 'react'
import { t } from '../../../i18n/index.ts'
import { useCommand } from '../../../keyboard/use-command.ts'
import { TopBarTwoColumns } from '../../../ui/layout/layouts.tsx'
import { Sidebar } from '../../../ui/layout/Sidebar.tsx'
import { useUser } from '../../session/session.ts'
import type { DeviceMemory } from '../outbox/use-outbox.ts'
import { FormSkeleton, RecordSkeleton, SPLIT_KEY, SPLIT_SHARE } from './AnnotationSkeleton.tsx'
import styles from './AnnotationView.module.css'
import { GuidelinesPanel } from './panels/GuidelinesPanel.tsx'
import { ProgressPanel } from './panels/ProgressPanel.tsx'
import { ShortcutsPanel } from './panels/ShortcutsPanel.tsx'
import { QueueNotice } from './queue/QueueNotice.tsx'
import { QueueTabs } from './queue/QueueTabs.tsx'
import { SpanDeskProvider } from './spans/SpanDeskProvider.tsx'
import { Toolbar } from './toolbar/Toolbar.tsx'
import { withQuery } from './url/annotation-url.ts'
import type { DatasetParts } from './use-dataset.ts'
import { useWork } from './use-work.ts'
import { WorkForm, WorkRecord } from './Work.tsx'

interface AnnotationViewProps {
  parts: DatasetParts
  memory: DeviceMemory
}

/** Focus mode: one record left, its questions right, the queues above, panels at the far right. */
export function AnnotationView({ parts, memory }: AnnotationViewProps) {
  const work = useWork(parts, memory)
  const { url, setUrl, counts, record, notice } = work
  const [panel, setPanel] = useState<string>()
  const { role } = useUser()
  const toggle = (id: string) => () => setPanel((open) => (open === id ? undefined : id))
  const guidelines = useCommand('annotate.guidelines', { run: toggle('guidelines') })
  const progress = useCommand('annotate.progress', { run: toggle('progress') })
  const refresh = useCommand('annotate.refresh', { run: work.refresh })
  const goTo = (status: RecordStatus) => setUrl(withQuery(url, { status }))

  return (
    <SpanDeskProvider>
      <TopBarTwoColumns
        storageKey={SPLIT_KEY}
        defaultShare={SPLIT_SHARE}
        topBar={
          <>
            <QueueTabs status={url.status} counts={counts} onChange={goTo} />
            <span className={styles.grow} />
            <Toolbar datasetId={parts.dataset.id} url={url} onChange={(change) => setUrl(withQuery(url, change))} />
          </>
        }
        left={
          record ? (
            <WorkRecord work={work} parts={parts} />
          ) : notice ? (
            <QueueNotice
              kind={notice.kind}
              detail={notice.detail}
              status={url.status}
              counts={counts}
              onGo={goTo}
              onAgain={notice.onAgain}
            />
          ) : (
            <RecordSkeleton />
          )
        }
        right={record ? <WorkForm work={work} parts={parts} /> : notice ? null : <FormSkeleton />}
        sidebar={
          <Sidebar
            openId={panel}
            onOpenChange={setPanel}
            items={[
              {
                id: 'progress',
                label: progress.label,
                icon: ListChecks,
                panel: <ProgressPanel counts={counts} session={work.answering.sessionCount} />,
              },
              {
                id: 'guidelines',
                label: guidelines.label,
                icon: BookOpen,
                panel: (
                  <GuidelinesPanel
                    guidelines={parts.dataset.guidelines}
                    settingsPath={role === 'annotator' ? undefined : `/dataset/${parts.dataset.id}/settings`}
                  />
                ),
              },
              { id: 'shortcuts', label: t('annotate.shortcuts'), icon: Keyboard, panel: <ShortcutsPanel /> },
              { id: 'refresh', label: refresh.label, icon: RefreshCw, onPress: refresh.run },
            ]}
          />
        }
      />
    </SpanDeskProvider>
  )
}
