import type { VectorsSettings } from '@postil/contract/feedback/settings/vectors-settings'
import { useQuery } from '@tanstack/react-query'
import type { SimilarityQuery } from '../../../find/query.ts'
import { ChooseSimilarity } from '../../../find/similar/ChooseSimilarity.tsx'
import { similarTo } from '../../../find/similar/similarity.ts'
import { t } from '../../../i18n/areas/finding.ts'
import { Skeleton } from '../../../ui/display/Skeleton.tsx'
import { LexicalOffer } from './LexicalOffer.tsx'
import { referenceQuery } from './reference-query.ts'

interface SimilarPanelProps {
  datasetId: string
  recordId: string
  vectors: readonly VectorsSettings[]
  onFind: (similarity: SimilarityQuery) => void
}

/** The popover that starts a similarity search, with the vectors that the record has. */
export function SimilarPanel({ datasetId, recordId, vectors, onFind }: SimilarPanelProps) {
  const { data: record, isPending } = useQuery({
    ...referenceQuery(datasetId, recordId),
    enabled: vectors.length > 0,
  })
  const [only, ...others] = vectors
  if (!only || (only.source === 'lexical' && others.length === 0))
    return (
      <LexicalOffer
        datasetId={datasetId}
        isBegun={only !== undefined}
        onReady={(vector) => onFind(similarTo(recordId, vector))}
      />
    )
  if (isPending) return <Skeleton height={120} />
  const usable = vectors.filter(({ name }) => record?.vectors?.includes(name) !== false)
  if (usable.length === 0) return <p>{t('search.similar.hasNone')}</p>
  return <ChooseSimilarity vectors={usable} recordId={recordId} onFind={onFind} />
}
