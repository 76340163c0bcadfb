import type { VectorsSettings } from '@postil/contract/feedback/settings/vectors-settings'
import type { AnnotationRecord } from '../../../api/feedback/record.ts'
import type { SimilarityQuery } from '../../../find/query.ts'
import { formatShortPercent, t } from '../../../i18n/index.ts'
import { Chip } from '../../../ui/controls/Chip.tsx'
import { FindSimilar } from './FindSimilar.tsx'

interface RecordToolsProps {
  record: AnnotationRecord
  /** Vectors of the dataset; undefined while they load. */
  vectors: readonly VectorsSettings[] | undefined
  /** The current similarity search, if any. */
  similarity: SimilarityQuery | undefined
  onFind: (similarity: SimilarityQuery) => void
  /** This record's button also handles the keyboard command. */
  hasCommand?: boolean
}

/** Parts of a record's header: its similarity during a similarity search, and a button that finds similar records. */
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
