import type { Dataset } from '@postil/contract/feedback/datasets'
import { can } from '@postil/domain/permissions'
import { useQueryClient } from '@tanstack/react-query'
import { ArrowLeft, ChartLine } from 'lucide-react'
import { useState } from 'react'
import { useParams } from 'react-router'
import { publishDataset } from '../../api/feedback/managed-datasets.ts'
import { queryKeys } from '../../api/keys.ts'
import { reasonOf } from '../../api/reason-of.ts'
import { t } from '../../i18n/areas/settings.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { Breadcrumbs } from '../../ui/display/Breadcrumbs.tsx'
import { Skeleton } from '../../ui/display/Skeleton.tsx'
import { HeaderSlot } from '../../ui/layout/HeaderSlot.tsx'
import { OneColumn } from '../../ui/layout/layouts.tsx'
import { toasts } from '../../ui/toast/toast-queue.ts'
import { LinkButton } from '../dataset-list/LinkButton.tsx'
import { useUser } from '../session/session.ts'
import styles from './DatasetSettings.module.css'
import { EditsProvider } from './edits.tsx'
import { GuidelinesText } from './GuidelinesText.tsx'
import { SettingsTabs } from './SettingsTabs.tsx'
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

/**
 * Says that a dataset is not published, so that nobody can answer its records yet, with a button to publish it. The
 * server's reasons for a refusal are shown beside it.
 */
function Unpublished({ dataset }: { dataset: Dataset }) {
  const queryClient = useQueryClient()
  const [isPending, setPending] = useState(false)
  const [refusal, setRefusal] = useState('')
  const publish = async () => {
    setPending(true)
    setRefusal('')
    try {
      const published = await publishDataset(dataset.id)
      queryClient.setQueryData(queryKeys.dataset(dataset.id), published)
      void queryClient.invalidateQueries({ queryKey: queryKeys.datasets() })
      toasts.notify({ type: 'success', message: t('settings.published', { name: dataset.name }) })
    } catch (error) {
      setRefusal(reasonOf(error))
    } finally {
      setPending(false)
    }
  }
  return (
    <section className={styles.unpublished} aria-label={t('settings.draftTitle')}>
      <div>
        <h2 className={styles.itemTitle}>{t('settings.draftTitle')}</h2>
        <p className="note">{t('settings.draftText')}</p>
        <p className={refusal === '' ? undefined : styles.refusal} role="alert">
          {refusal}
        </p>
      </div>
      <Button variant="primary" isPending={isPending} onPress={() => void publish()}>
        {t('settings.publish')}
      </Button>
    </section>
  )
}
