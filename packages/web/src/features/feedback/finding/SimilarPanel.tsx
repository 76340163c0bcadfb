import type { VectorsSettings } from '@postil/contract/feedback/settings/vectors-settings'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { createLexicalVectors, fetchLexicalVectors } from '../../../api/feedback/lexical-vectors.ts'
import { queryKeys } from '../../../api/keys.ts'
import { SILENT } from '../../../api/query-client.ts'
import type { SimilarityQuery } from '../../../find/query.ts'
import { t } from '../../../i18n/areas/finding.ts'
import { Button } from '../../../ui/controls/Button.tsx'
import { RadioGroup } from '../../../ui/controls/RadioGroup.tsx'
import { ProgressBar } from '../../../ui/display/ProgressBar.tsx'
import { Skeleton } from '../../../ui/display/Skeleton.tsx'
import { referenceQuery } from './reference-query.ts'
import styles from './SimilarPanel.module.css'
import { SIMILAR_LIMITS, similarTo } from './similarity.ts'

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

interface ChooseSimilarityProps {
  vectors: readonly VectorsSettings[]
  recordId: string
  onFind: (similarity: SimilarityQuery) => void
}

/** Options of a new similarity search: the vector, most or least similar, how many results. */
function ChooseSimilarity({ vectors, recordId, onFind }: ChooseSimilarityProps) {
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

const POLL_MS = 700

interface LexicalOfferProps {
  datasetId: string
  /** The vectors are already being computed. */
  isBegun: boolean
  /** Called when every record has its vector. */
  onReady: (vector: string) => void
}

/**
 * Offers to compute vectors from the records' words, without a model. Explains them, starts the computation, shows
 * its progress, and calls `onReady` at the end.
 */
function LexicalOffer({ datasetId, isBegun, onReady }: LexicalOfferProps) {
  const client = useQueryClient()
  const queryKey = queryKeys.lexicalVectors(datasetId)
  const make = useMutation({
    mutationFn: () => createLexicalVectors(datasetId),
    onSuccess: (begun) => client.setQueryData(queryKey, begun),
  })
  const isRunning = isBegun || make.isSuccess
  const { data: state } = useQuery({
    queryKey,
    queryFn: ({ signal }) => fetchLexicalVectors(datasetId, signal),
    enabled: isRunning,
    refetchInterval: ({ state: { data } }) => (data && data.done >= data.total ? false : POLL_MS),
    meta: SILENT,
  })

  const tellReady = useEffectEvent(onReady)
  const vector = state && state.done >= state.total ? state.vectors_settings.name : undefined
  useEffect(() => {
    if (!isRunning || vector === undefined) return
    // The page must know the new vector before it can search by it.
    void client.invalidateQueries({ queryKey: queryKeys.vectors(datasetId) }).then(() => tellReady(vector))
  }, [isRunning, vector, client, datasetId])

  if (isRunning) {
    const share = state && state.total > 0 ? state.done / state.total : undefined
    return (
      <div className={styles.panel} role="status">
        <ProgressBar label={t('search.lexical.progress')} share={share} />
        <p className="note">
          {state && t('search.lexical.of', { done: state.done, total: state.total })}
          <br />
          {t('search.lexical.wait')}
        </p>
      </div>
    )
  }
  return (
    <div className={styles.panel}>
      <h3 className={styles.title}>{t('search.lexical.title')}</h3>
      <p className="note">{t('search.lexical.text')}</p>
      <Button variant="primary" size="medium" isPending={make.isPending} onPress={() => make.mutate()}>
        {t('search.lexical.make')}
      </Button>
    </div>
  )
}
