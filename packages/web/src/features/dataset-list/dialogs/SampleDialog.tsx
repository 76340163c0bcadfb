import { Suspense } from 'react'
import { t } from '../../../i18n/datasets.ts'
import { Dialog } from '../../../ui/Dialog.tsx'
import { lazy } from '../../../ui/lazy.tsx'
import { Skeleton } from '../../../ui/Skeleton.tsx'
import styles from './Dialogs.module.css'

const SampleCards = lazy(() => import('../../samples/SampleCards.tsx').then((m) => m.SampleCards), { prefetch: false })

/** A dialog with the bundled samples: one click creates a dataset and opens it. */
export function SampleDialog({ onClose }: { onClose: () => void }) {
  return (
    <Dialog title={t('samples.title')} isOpen onClose={onClose} width={940}>
      <div className={styles.form}>
        <p>{t('samples.lead')}</p>
        <Suspense fallback={<Skeleton height={280} />}>
          <SampleCards />
        </Suspense>
      </div>
    </Dialog>
  )
}
