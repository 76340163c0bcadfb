import { t } from '../../i18n/areas/finding.ts'
import { Select } from '../../ui/controls/Select.tsx'
import type { SimilarityQuery } from '../query.ts'
import { SIMILAR_LIMITS, type VectorChoice } from './similarity.ts'

interface SimilarityOptionsProps {
  value: SimilarityQuery
  vectors: readonly VectorChoice[]
  onChange: (value: SimilarityQuery) => void
}

/** Options of a similarity search: most or least similar, the vector, how many results. */
export function SimilarityOptions({ value, vectors, onChange }: SimilarityOptionsProps) {
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
