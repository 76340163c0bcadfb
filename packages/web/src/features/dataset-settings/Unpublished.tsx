import type { Dataset } from '@postil/contract/feedback/datasets'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { publishDataset } from '../../api/feedback/datasets.ts'
import { queryKeys } from '../../api/keys.ts'
import { reasonOf } from '../../api/reason-of.ts'
import { t } from '../../i18n/areas/settings.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { toasts } from '../../ui/toast/toast-queue.ts'
import styles from './DatasetSettings.module.css'

/**
 * Says that a dataset is not published, so that nobody can answer its records yet, with a button to publish it. The
 * server's reasons for a refusal are shown beside it.
 */
export function Unpublished({ dataset }: { dataset: Dataset }) {
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
        <p className={styles.help}>{t('settings.draftText')}</p>
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
