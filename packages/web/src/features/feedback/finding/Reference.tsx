import type { Field } from '@postil/contract/feedback/settings/fields'
import type { VectorsSettings } from '@postil/contract/feedback/settings/vectors-settings'
import { useQuery } from '@tanstack/react-query'
import { ChevronDown, ChevronUp, X } from 'lucide-react'
import { useEffect, useEffectEvent, useState } from 'react'
import type { SimilarityQuery } from '../../../find/query.ts'
import { t } from '../../../i18n/areas/finding.ts'
import { RecordFields } from '../../../record/RecordFields.tsx'
import type { RecordField, RecordTexts } from '../../../record/record-parts.ts'
import { IconButton } from '../../../ui/controls/IconButton.tsx'
import { Select } from '../../../ui/controls/Select.tsx'
import { Skeleton } from '../../../ui/display/Skeleton.tsx'
import { toasts } from '../../../ui/toast/toast-queue.ts'
import styles from './Reference.module.css'
import { referenceQuery } from './reference-query.ts'
import { SIMILAR_LIMITS } from './similarity.ts'

interface ReferenceProps {
  datasetId: string
  similarity: SimilarityQuery
  fields: readonly Field[] | undefined
  vectors: readonly VectorsSettings[] | undefined
  onChange: (similarity: SimilarityQuery | undefined) => void
}

const PREVIEW_FIELDS = 2

/** The record that the others are compared with, during a similarity search. Fetched by its id, since a link may lead here directly. */
export function Reference({ datasetId, similarity, fields = [], vectors = [], onChange }: ReferenceProps) {
  const { data: record, isError: isGone } = useQuery(referenceQuery(datasetId, similarity.recordId))
  const usable = vectors.filter(({ name }) => name === similarity.vector || record?.vectors?.includes(name) !== false)
  const [isOpen, setOpen] = useState(false)
  const end = useEffectEvent(() => {
    toasts.notify({ type: 'warning', message: t('search.similar.gone') })
    onChange(undefined)
  })
  useEffect(() => {
    if (isGone) end()
  }, [isGone])

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
            <SimilarityOptions value={similarity} vectors={usable} onChange={onChange} />
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

function previewOf({ fields: texts }: RecordTexts, fields: readonly RecordField[]): string {
  return fields
    .flatMap(({ name }) => texts[name] ?? [])
    .slice(0, PREVIEW_FIELDS)
    .join(' · ')
}

interface SimilarityOptionsProps {
  value: SimilarityQuery
  vectors: readonly VectorsSettings[]
  onChange: (value: SimilarityQuery) => void
}

/** Options of a similarity search: most or least similar, the vector, how many results. */
function SimilarityOptions({ value, vectors, onChange }: SimilarityOptionsProps) {
  const limits = [...new Set<number>([...SIMILAR_LIMITS, value.limit])].toSorted((one, other) => one - other)
  return (
    <>
      <Select
        size="small"
        aria-label={t('search.similar.order')}
        choices={[
          { value: 'most', label: t('search.similar.most') },
          { value: 'least', label: t('search.similar.least') },
        ]}
        value={value.order}
        onChange={(order) => onChange({ ...value, order })}
      />
      {vectors.length > 1 && (
        <Select
          size="small"
          aria-label={t('search.similar.vector')}
          choices={vectors.map(({ name, title }) => ({ value: name, label: title || name }))}
          value={value.vector}
          onChange={(vector) => onChange({ ...value, vector })}
        />
      )}
      <Select
        size="small"
        aria-label={t('search.similar.limit')}
        choices={limits.map((limit) => ({
          value: String(limit),
          label: t('search.similar.limitWords', { count: limit }),
        }))}
        value={String(value.limit)}
        onChange={(limit) => onChange({ ...value, limit: Number(limit) })}
      />
    </>
  )
}
