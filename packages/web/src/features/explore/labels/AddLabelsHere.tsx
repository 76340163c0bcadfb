import { can } from '@postil/domain/permissions'
import type { GlobalLabel } from '@postil/domain/task-editing/labels'
import { createContext, useContext } from 'react'
import type { ClassicDataset } from '../../../api/classic-datasets.ts'
import { useUser } from '../../session/session.ts'
import { useDatasetLabels } from '../use-labels.ts'
import { AddLabels } from './AddLabels.tsx'

/** The dataset that the page shows, for parts deep inside it. */
export const OpenDatasetContext = createContext<ClassicDataset | undefined>(undefined)

interface AddLabelsHereProps {
  /** The labels on the screen, saved or not. */
  labels: readonly GlobalLabel[]
}

/** `AddLabels` where labels are chosen. It is not there for those who may not change labels. */
export function AddLabelsHere({ labels }: AddLabelsHereProps) {
  const dataset = useContext(OpenDatasetContext)
  const isManager = can(useUser(), 'dataset.manage', { isMember: true })
  return dataset && isManager ? <WhenKnown dataset={dataset} labels={labels} /> : null
}

// The whole list is saved: before it is known, nothing can be added to it.
function WhenKnown({ dataset, labels }: AddLabelsHereProps & { dataset: ClassicDataset }) {
  const { isLoading, error } = useDatasetLabels(dataset, undefined)
  return isLoading || error ? null : <AddLabels dataset={dataset} labels={labels} />
}
