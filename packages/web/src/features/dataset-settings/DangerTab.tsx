import type { Dataset } from '@postil/contract/feedback/datasets'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { t } from '../../i18n/index.ts'
import { Button } from '../../ui/Button.tsx'
import { DeleteDatasetDialog } from '../dataset-list/DeleteDatasetDialog.tsx'
import styles from './DatasetSettings.module.css'
import { LEAVE_FREELY } from './LeaveGuard.tsx'

/** What cannot be undone. */
export function DangerTab({ dataset, workspace }: { dataset: Dataset; workspace: string }) {
  const [isAsking, setAsking] = useState(false)
  const navigate = useNavigate()
  return (
    <section className={styles.danger} aria-label={t('settings.tab.danger')}>
      <div>
        <h2 className={styles.itemTitle}>{t('datasets.deleteTitle')}</h2>
        <p className={styles.help}>{t('datasets.deleteText', { name: dataset.name, workspace })}</p>
      </div>
      <Button variant="danger" onPress={() => setAsking(true)}>
        {t('datasets.delete')}
      </Button>
      {isAsking && (
        <DeleteDatasetDialog
          dataset={{ id: dataset.id, kind: 'Feedback', name: dataset.name, workspace }}
          onClose={() => setAsking(false)}
          onDeleted={() => void navigate('/datasets', { state: LEAVE_FREELY })}
        />
      )}
    </section>
  )
}
