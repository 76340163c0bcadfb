import { can } from '@postil/domain/permissions'
import { ArrowLeft, ChartLine } from 'lucide-react'
import { useParams } from 'react-router'
import { t } from '../../i18n/areas/settings.ts'
import { Breadcrumbs } from '../../ui/display/Breadcrumbs.tsx'
import { Skeleton } from '../../ui/display/Skeleton.tsx'
import { HeaderSlot } from '../../ui/layout/HeaderSlot.tsx'
import { OneColumn } from '../../ui/layout/layouts.tsx'
import { LinkButton } from '../dataset-list/LinkButton.tsx'
import { useUser } from '../session/session.ts'
import styles from './DatasetSettings.module.css'
import { EditsProvider } from './edits.tsx'
import { GuidelinesText } from './GuidelinesText.tsx'
import { SettingsTabs } from './SettingsTabs.tsx'
import { Unpublished } from './Unpublished.tsx'
import { useSettingsDataset } from './use-settings.ts'

const WIDTH_PX = 1064

/**
 * `/dataset/{id}/settings`: the settings of a feedback dataset for its managers; annotators see its guidelines,
 * read-only.
 */
export function DatasetSettingsPage() {
  const { id = '' } = useParams()
  const canManage = can(useUser(), 'dataset.manage', { isMember: true })
  const { dataset, workspace } = useSettingsDataset(id)
  const back = `/dataset/${id}/annotation-mode`
  const crumbs = [
    { label: t('app.datasets'), to: '/datasets' },
    ...(workspace ? [{ label: workspace, to: `/datasets?workspaces=${encodeURIComponent(workspace)}` }] : []),
    ...(dataset ? [{ label: dataset.name, to: back, isCopyable: true }] : []),
    { label: canManage ? t('app.settings') : t('settings.guidelines') },
  ]
  return (
    <>
      <HeaderSlot place="crumbs">
        <Breadcrumbs crumbs={crumbs} />
      </HeaderSlot>
      <OneColumn width={WIDTH_PX}>
        <div className={styles.head}>
          <h1 className={styles.title}>{canManage ? t('settings.title') : t('settings.guidelines')}</h1>
          {canManage && (
            <LinkButton href={`/dataset/${id}/progress`} icon={ChartLine}>
              {t('settings.team')}
            </LinkButton>
          )}
          <LinkButton href={back} icon={ArrowLeft}>
            {t('settings.back')}
          </LinkButton>
        </div>
        {!dataset && <Skeleton height={360} />}
        {dataset && !canManage && <GuidelinesText text={dataset.guidelines} />}
        {dataset && canManage && (
          <EditsProvider>
            {dataset.status === 'draft' && <Unpublished dataset={dataset} />}
            <SettingsTabs dataset={dataset} workspace={workspace ?? ''} />
          </EditsProvider>
        )}
      </OneColumn>
    </>
  )
}
