import type { Field } from '@postil/contract/feedback/settings/fields'
import type { VectorsSettings } from '@postil/contract/feedback/settings/vectors-settings'
import { useQuery } from '@tanstack/react-query'
import { fetchRecord } from '../../../api/feedback/records.ts'
import { queryKeys } from '../../../api/keys.ts'
import { SILENT } from '../../../api/query-client.ts'
import type { SimilarityQuery } from '../../../find/query.ts'
import { ReferenceBar } from '../../../find/similar/ReferenceBar.tsx'

interface ReferenceProps {
  datasetId: string
  similarity: SimilarityQuery
  fields: readonly Field[] | undefined
  vectors: readonly VectorsSettings[] | undefined
  onChange: (similarity: SimilarityQuery | undefined) => void
}

/** The record that the others are compared with. Fetched by its id, since a link may lead here directly. */
export function Reference({ datasetId, ...props }: ReferenceProps) {
  const { recordId } = props.similarity
  const { data: record, isError } = useQuery({
    queryKey: queryKeys.record(datasetId, recordId),
    queryFn: () => fetchRecord(recordId),
    meta: SILENT,
  })
  return <ReferenceBar {...props} record={record} isGone={isError} />
}
