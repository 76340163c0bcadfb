import { Suspense } from 'react'
import { t } from '../../../i18n/areas/datasets.ts'
import { Skeleton } from '../../../ui/display/Skeleton.tsx'
import { lazy } from '../../../ui/loading/lazy.tsx'
import { Dialog } from '../../../ui/overlays/Dialog.tsx'
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
