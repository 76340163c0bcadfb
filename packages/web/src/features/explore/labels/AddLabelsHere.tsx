import { can } from '@postil/domain/permissions'
import type { GlobalLabel } from '@postil/domain/task-editing/labels'
import { createContext, useContext } from 'react'
import type { ClassicDataset } from '../../../api/classic/classic-datasets.ts'
import { useUser } from '../../session/session.ts'
import { useLabels } from '../state/use-labels.ts'
import { AddLabels } from './AddLabels.tsx'

/** The dataset of the page, for deeply nested components. */
export const OpenDatasetContext = createContext<ClassicDataset | undefined>(undefined)

interface AddLabelsHereProps {
  /** The labels on the screen, whether they are saved in the label schema or not. */
  labels: readonly GlobalLabel[]
}

/** `AddLabels` beside a choice of labels. Hidden from users who may not change labels. */
export function AddLabelsHere({ labels }: AddLabelsHereProps) {
  const dataset = useContext(OpenDatasetContext)
  const isManager = can(useUser(), 'dataset.manage', { isMember: true })
  return dataset && isManager ? <WhenKnown dataset={dataset} labels={labels} /> : null
}

// Saving replaces the whole list, so nothing can be added before the list is loaded.
function WhenKnown({ dataset, labels }: AddLabelsHereProps & { dataset: ClassicDataset }) {
  const { isLoading, error } = useLabels(dataset, undefined)
  return isLoading || error ? null : <AddLabels dataset={dataset} labels={labels} />
}
