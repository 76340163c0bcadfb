import type { AnyRecordBody } from '@postil/contract/task/records'
import { SIMILAR_MAX } from '@postil/domain/task-editing/query'
import { ChevronDown, ChevronUp, X } from 'lucide-react'
import { useState } from 'react'
import { t } from '../../../i18n/areas/notices.ts'
import { NoVector } from '../../../queue/NoVector.tsx'
import { IconButton } from '../../../ui/controls/IconButton.tsx'
import { LazySelect } from '../../../ui/controls/LazySelect.tsx'
import { Skeleton } from '../../../ui/display/Skeleton.tsx'
import styles from './ReferenceCard.module.css'

interface ReferenceCardProps {
  body: AnyRecordBody | undefined
  title: string
  vector: string
  onVector: (vector: string) => void
  onEnd: () => void
}

/** The record that the others are compared with, read-only above the list; if it lacks the vector, a notice takes the place of the list. */
export function ReferenceCard({ body, title, vector, onVector, onEnd }: ReferenceCardProps) {
  const [isOpen, setOpen] = useState(false)
  const vectors = Object.keys(body?.vectors ?? {})
  const card = (
    <section className={styles.card} aria-label={t('explore.similar.title')}>
      <header className={styles.head}>
        <h2 className={styles.title}>{t('explore.similar.title')}</h2>
        <span className={styles.note}>{t('explore.similar.note', { count: SIMILAR_MAX })}</span>
        {vectors.length > 1 && (
          <LazySelect
            aria-label={t('explore.similar.choose')}
            choices={vectors.map((name) => ({ value: name, label: name }))}
            value={vector}
            onChange={onVector}
          />
        )}
        <IconButton
          icon={isOpen ? ChevronUp : ChevronDown}
          label={t(isOpen ? 'explore.similar.close' : 'explore.similar.open')}
          size="small"
          onPress={() => setOpen(!isOpen)}
        />
        <IconButton icon={X} label={t('annotate.noVector.end')} size="small" onPress={onEnd} />
      </header>
      {body ? (
        <p className={styles.text} data-open={isOpen || undefined}>
          {title}
        </p>
      ) : (
        <Skeleton width="60%" />
      )}
    </section>
  )
  if (!body || vectors.includes(vector)) return card
  return (
    <>
      {card}
      <NoVector vector={vector} others={vectors.map((name) => ({ name }))} onVector={onVector} onEnd={onEnd} />
    </>
  )
}
