import { useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { t } from '../../i18n/areas/settings.ts'
import { Button } from '../../ui/controls/Button.tsx'
import {
  type DeletableDataset,
  DeleteDatasetDialog,
  DeletionText,
} from '../dataset-list/dialogs/DeleteDatasetDialog.tsx'
import styles from './DatasetSettings.module.css'
import { LEAVE_FREELY } from './LeaveGuard.tsx'

/** The section with the button that deletes a dataset, for both families. */
export function DangerZone({ dataset }: { dataset: DeletableDataset }) {
  const { name, workspace } = dataset
  const [isAsking, setAsking] = useState(false)
  const navigate = useNavigate()
  return (
    <section className={styles.danger} aria-label={t('settings.tab.danger')}>
      <div>
        <h2 className={styles.itemTitle}>{t('datasets.deleteTitle')}</h2>
        <p className="note">
          <DeletionText name={name} workspace={workspace} />
        </p>
        <p className="note">
          <Link to="/deleted-datasets">{t('datasets.deletedRecords')}</Link>
        </p>
      </div>
      <Button variant="danger" onPress={() => setAsking(true)}>
        {t('datasets.delete')}
      </Button>
      {isAsking && (
        <DeleteDatasetDialog
          dataset={dataset}
          onClose={() => setAsking(false)}
          onDeleted={() => void navigate('/datasets', { state: LEAVE_FREELY })}
        />
      )}
    </section>
  )
}
