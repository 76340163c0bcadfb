import type { Dataset } from '@postil/contract/feedback/datasets'
import { can } from '@postil/domain/permissions'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useParams } from 'react-router'
import { publishDataset } from '../../api/feedback/managed-datasets.ts'
import { queryKeys } from '../../api/keys.ts'
import { reasonOf } from '../../api/reason-of.ts'
import { t } from '../../i18n/areas/settings.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { Skeleton } from '../../ui/display/Skeleton.tsx'
import { OneColumn } from '../../ui/layout/layouts.tsx'
import { toasts } from '../../ui/toast/toast-queue.ts'
import { DatasetCrumbs } from '../dataset-list/DatasetCrumbs.tsx'
import { useUser } from '../session/session.ts'
import styles from './DatasetSettings.module.css'
import { EditsProvider } from './edits.tsx'
import { GuidelinesText } from './GuidelinesText.tsx'
import { SettingsHead } from './parts.tsx'
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
  return (
    <>
      <DatasetCrumbs
        workspace={workspace}
        dataset={dataset?.name}
        to={back}
        page={canManage ? t('app.settings') : t('settings.guidelines')}
      />
      <OneColumn width={WIDTH_PX}>
        <SettingsHead
          title={canManage ? t('settings.title') : t('settings.guidelines')}
          team={canManage ? `/dataset/${id}/progress` : undefined}
          back={back}
        />
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
