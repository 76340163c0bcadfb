import type { VectorsSettings } from '@postil/contract/feedback/settings/vectors-settings'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { createLexicalVectors, fetchLexicalVectors } from '../../../api/feedback/lexical-vectors.ts'
import { queryKeys } from '../../../api/keys.ts'
import { SILENT } from '../../../api/query-client.ts'
import type { SimilarityQuery } from '../../../find/query.ts'
import { ChooseSimilarity } from '../../../find/similar/ChooseSimilarity.tsx'
import { similarTo } from '../../../find/similar/similarity.ts'
import { t } from '../../../i18n/areas/finding.ts'
import { Button } from '../../../ui/controls/Button.tsx'
import { ProgressBar } from '../../../ui/display/ProgressBar.tsx'
import { Skeleton } from '../../../ui/display/Skeleton.tsx'
import { referenceQuery } from './reference-query.ts'
import styles from './SimilarPanel.module.css'

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
