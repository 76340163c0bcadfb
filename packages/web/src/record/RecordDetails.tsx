import { Info } from 'lucide-react'
import { type ReactNode, Suspense } from 'react'
import { t } from '../i18n/index.ts'
import { Button } from '../ui/controls/Button.tsx'
import { Skeleton } from '../ui/display/Skeleton.tsx'
import { lazy } from '../ui/loading/lazy.tsx'
import { Popover } from '../ui/overlays/Popover.tsx'
import styles from './RecordDetails.module.css'
import type { RecordFacts as Facts } from './record-parts.ts'

// Loaded after the record is shown: the user opens it.
const RecordFacts = lazy(() => import('./RecordFacts.tsx').then((m) => m.RecordFacts))

/** A popover with a record's details, followed by the content that the screen adds. */
export function RecordDetails({ record, more }: { record: Facts; more?: ReactNode }) {
  return (
    <Popover
      label={t('annotate.details')}
      placement="bottom end"
      width={340}
      trigger={
        <Button variant="quiet" size="small" icon={Info} className={styles.trigger}>
          {t('annotate.details')}
        </Button>
      }
    >
      <Suspense fallback={<Skeleton height={160} />}>
        <RecordFacts record={record} />
        {more}
      </Suspense>
    </Popover>
  )
}
