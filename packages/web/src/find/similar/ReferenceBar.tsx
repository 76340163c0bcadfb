import type { Field } from '@postil/contract/feedback/fields'
import type { VectorsSettings } from '@postil/contract/feedback/vectors-settings'
import { useQuery } from '@tanstack/react-query'
import { ChevronDown, ChevronUp, X } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { queryKeys } from '../../api/keys.ts'
import { SILENT } from '../../api/query-client.ts'
import type { AnnotationRecord } from '../../api/record.ts'
import { fetchRecord } from '../../api/records.ts'
import type { SimilarityQuery } from '../../features/feedback/records/record-query.ts'
import { t } from '../../i18n/index.ts'
import { RecordFields } from '../../record/RecordFields.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { toasts } from '../../ui/toast/toast-queue.ts'
import styles from './ReferenceBar.module.css'
import { SimilarityOptions } from './SimilarityOptions.tsx'

const PREVIEW_FIELDS = 2

interface ReferenceBarProps {
  datasetId: string
  similarity: SimilarityQuery
  fields: readonly Field[] | undefined
  vectors: readonly VectorsSettings[] | undefined
  onChange: (similarity: SimilarityQuery | undefined) => void
}

/** What the records are compared with, while a similarity search goes on. It is read by its id, so a link works too. */
export function ReferenceBar({ datasetId, similarity, fields = [], vectors = [], onChange }: ReferenceBarProps) {
  const { recordId } = similarity
  const [isOpen, setOpen] = useState(false)
  const { data: record, isError } = useQuery({
    queryKey: queryKeys.record(datasetId, recordId),
    queryFn: () => fetchRecord(recordId),
    meta: SILENT,
  })
  const end = useRef(() => onChange(undefined))
  useEffect(() => {
    end.current = () => onChange(undefined)
  })
  useEffect(() => {
    if (!isError) return
    toasts.notify({ type: 'warning', message: t('search.similar.gone') })
    end.current()
  }, [isError])

  const bodyId = 'reference-record'
  return (
    <section className={styles.bar} aria-label={t('search.similar.region')}>
      <div className={styles.line}>
        <span className={styles.words}>
          {t(similarity.order === 'most' ? 'search.similar.bar' : 'search.similar.barLeast')}
        </span>
        <span className={styles.preview}>{record ? previewOf(record, fields) : <Skeleton width="60%" />}</span>
        <span className={styles.tools}>
          <span className={styles.options}>
            <SimilarityOptions value={similarity} vectors={vectors} onChange={onChange} />
          </span>
          <IconButton
            icon={isOpen ? ChevronUp : ChevronDown}
            label={t(isOpen ? 'search.similar.collapse' : 'search.similar.expand')}
            size="small"
            isActive={isOpen}
            onPress={() => setOpen(!isOpen)}
          />
          <IconButton icon={X} label={t('search.similar.end')} size="small" onPress={() => onChange(undefined)} />
        </span>
      </div>
      {isOpen && record && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard must reach it
        <section className={styles.whole} id={bodyId} tabIndex={0} aria-label={t('search.similar.expand')}>
          <RecordFields fields={fields} record={record} />
        </section>
      )}
    </section>
  )
}

function previewOf({ fields: texts }: AnnotationRecord, fields: readonly Field[]): string {
  return fields
    .flatMap(({ name }) => texts[name] ?? [])
    .slice(0, PREVIEW_FIELDS)
    .join(' · ')
}
