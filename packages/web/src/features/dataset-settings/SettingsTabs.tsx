import type { Dataset } from '@postil/contract/feedback/datasets'
import { Suspense } from 'react'
import { useSearchParams } from 'react-router'
import { t } from '../../i18n/areas/settings.ts'
import { Skeleton } from '../../ui/display/Skeleton.tsx'
import { Tabs } from '../../ui/display/Tabs.tsx'
import { lazy } from '../../ui/loading/lazy.tsx'
import { DangerZone } from './DangerZone.tsx'
import styles from './DatasetSettings.module.css'
import { SETTINGS_TABS, type SettingsTab, useEdits } from './edits.tsx'
import { FieldsTab } from './FieldsTab.tsx'
import { InfoTab } from './InfoTab.tsx'
import { LeaveGuard } from './LeaveGuard.tsx'
import { MetadataTab } from './MetadataTab.tsx'
import { QuestionsTab } from './QuestionsTab.tsx'
import { VectorsTab } from './VectorsTab.tsx'

const AgreementTab = lazy(async () => (await import('../agreement/AgreementTab.tsx')).AgreementTab, { prefetch: false })

interface SettingsTabsProps {
  dataset: Dataset
  workspace: string
}

/** The tabs of the settings page. All stay mounted, the inactive ones hidden, so that switching loses no edits. */
export function SettingsTabs({ dataset, workspace }: SettingsTabsProps) {
  const [params, setParams] = useSearchParams()
  const { edits } = useEdits()
  const tab = SETTINGS_TABS.find((one) => one === params.get('tab')) ?? 'info'
  const setTab = (next: SettingsTab) => setParams(next === 'info' ? {} : { tab: next }, { replace: true })
  const modified = new Set([...edits.values()].map((edit) => edit.tab))
  const panels: Record<SettingsTab, React.ReactNode> = {
    info: <InfoTab dataset={dataset} workspace={workspace} />,
    fields: <FieldsTab dataset={dataset} />,
    questions: <QuestionsTab dataset={dataset} />,
    metadata: <MetadataTab dataset={dataset} />,
    vectors: <VectorsTab datasetId={dataset.id} />,
    // The server needs some seconds to compute it: mount it only while its tab is active.
    agreement: tab === 'agreement' && (
      <Suspense fallback={<Skeleton height={240} />}>
        <AgreementTab datasetId={dataset.id} datasetName={dataset.name} />
      </Suspense>
    ),
    danger: <DangerZone dataset={{ id: dataset.id, kind: 'Feedback', name: dataset.name, workspace }} />,
  }
  return (
    <>
      <Tabs
        label={t('settings.title')}
        value={tab}
        onChange={setTab}
        tabs={SETTINGS_TABS.map((value) => ({
          value,
          color: modified.has(value) ? '--lapis' : undefined,
          label: (
            <>
              {t(`settings.tab.${value}`)}
              {modified.has(value) && <span className="visuallyHidden">{t('settings.changed')}</span>}
            </>
          ),
        }))}
      />
      {SETTINGS_TABS.map((value) => (
        <div key={value} className={styles.panel} hidden={value !== tab}>
          {panels[value]}
        </div>
      ))}
      <LeaveGuard onStay={setTab} />
    </>
  )
}
