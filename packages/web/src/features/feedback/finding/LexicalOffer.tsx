import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { createLexicalVectors, fetchLexicalVectors } from '../../../api/feedback/lexical-vectors.ts'
import { queryKeys } from '../../../api/keys.ts'
import { SILENT } from '../../../api/query-client.ts'
import { t } from '../../../i18n/areas/finding.ts'
import { Button } from '../../../ui/controls/Button.tsx'
import { ProgressBar } from '../../../ui/display/ProgressBar.tsx'
import styles from './LexicalOffer.module.css'

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
export function LexicalOffer({ datasetId, isBegun, onReady }: LexicalOfferProps) {
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
        <p className={styles.note}>
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
      <p className={styles.note}>{t('search.lexical.text')}</p>
      <Button variant="primary" size="medium" isPending={make.isPending} onPress={() => make.mutate()}>
        {t('search.lexical.make')}
      </Button>
    </div>
  )
}
