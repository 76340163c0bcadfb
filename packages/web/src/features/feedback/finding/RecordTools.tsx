import type { VectorsSettings } from '@postil/contract/feedback/settings/vectors-settings'
import type { AnnotationRecord } from '../../../api/feedback/record.ts'
import type { SimilarityQuery } from '../../../find/query.ts'
import { formatShortPercent, t } from '../../../i18n/index.ts'
import { Chip } from '../../../ui/controls/Chip.tsx'
import { FindSimilar } from './FindSimilar.tsx'

interface RecordToolsProps {
  record: AnnotationRecord
  /** Of the dataset; undefined while they load. */
  vectors: readonly VectorsSettings[] | undefined
  /** The similarity search going on, if one is. */
  similarity: SimilarityQuery | undefined
  onFind: (similarity: SimilarityQuery) => void
  /** The command of the keyboard is about this record. */
  hasCommand?: boolean
}

/** What a record's header offers for finding others: how similar it is, and a search for records like it. */
export function RecordTools({ record, vectors, similarity, onFind, hasCommand }: RecordToolsProps) {
  const score = similarity && record.score !== null ? formatShortPercent(record.score) : undefined
  return (
    <>
      {score && (
        <Chip tone="lapis">
          <span className="visuallyHidden">{t('search.similar.score')} </span>
          {score}
        </Chip>
      )}
      <FindSimilar
        datasetId={record.datasetId}
        recordId={record.id}
        vectors={vectors}
        hasCommand={hasCommand}
        onFind={onFind}
      />
    </>
  )
}
