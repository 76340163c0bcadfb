import { useState } from 'react'
import { t } from '../../i18n/areas/finding.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { RadioGroup } from '../../ui/controls/RadioGroup.tsx'
import type { SimilarityQuery } from '../query.ts'
import styles from './ChooseSimilarity.module.css'
import { SIMILAR_LIMITS, similarTo, type VectorChoice } from './similarity.ts'

interface ChooseSimilarityProps {
  vectors: readonly VectorChoice[]
  recordId: string
  onFind: (similarity: SimilarityQuery) => void
}

/** Options of a new similarity search: the vector, most or least similar, how many results. */
export function ChooseSimilarity({ vectors, recordId, onFind }: ChooseSimilarityProps) {
  const [wanted, setWanted] = useState(() => similarTo(recordId, vectors[0]?.name ?? ''))
  return (
    <div className={styles.panel}>
      <RadioGroup
        label={t('search.similar.vector')}
        choices={vectors.map(({ name, title }) => ({ value: name, label: title || name }))}
        value={wanted.vector}
        onChange={(vector) => setWanted({ ...wanted, vector })}
      />
      <RadioGroup
        label={t('search.similar.order')}
        choices={[
          { value: 'most', label: t('search.similar.most') },
          { value: 'least', label: t('search.similar.least') },
        ]}
        value={wanted.order}
        onChange={(order) => setWanted({ ...wanted, order })}
      />
      <RadioGroup
        label={t('search.similar.limit')}
        choices={SIMILAR_LIMITS.map((limit) => ({
          value: String(limit),
          label: t('search.similar.limitWords', { count: limit }),
        }))}
        value={String(wanted.limit)}
        onChange={(limit) => setWanted({ ...wanted, limit: Number(limit) })}
      />
      <Button variant="primary" size="medium" onPress={() => onFind(wanted)}>
        {t('search.similar.find')}
      </Button>
    </div>
  )
}
