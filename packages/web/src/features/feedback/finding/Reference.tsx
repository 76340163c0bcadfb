import type { Field } from '@postil/contract/feedback/settings/fields'
import type { VectorsSettings } from '@postil/contract/feedback/settings/vectors-settings'
import { useQuery } from '@tanstack/react-query'
import type { SimilarityQuery } from '../../../find/query.ts'
import { ReferenceBar } from '../../../find/similar/ReferenceBar.tsx'
import { referenceQuery } from './reference-query.ts'

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
  const { data: record, isError } = useQuery(referenceQuery(datasetId, recordId))
  const usable = props.vectors?.filter(
    ({ name }) => name === props.similarity.vector || record?.vectors?.includes(name) !== false,
  )
  return <ReferenceBar {...props} vectors={usable} record={record} isGone={isError} />
}
