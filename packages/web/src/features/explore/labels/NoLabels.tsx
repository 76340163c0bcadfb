import { type ReactNode, useContext } from 'react'
import type { ClassicDataset } from '../../../api/classic/classic-datasets.ts'
import { Skeleton } from '../../../ui/display/Skeleton.tsx'
import { useLabels } from '../state/use-labels.ts'
import { OpenDatasetContext } from './AddLabelsHere.tsx'

/**
 * Says that a dataset has no labels, once that is certain: without a label schema they are collected from the
 * records, which takes a moment.
 */
export function NoLabels({ children }: { children: ReactNode }) {
  const dataset = useContext(OpenDatasetContext)
  return dataset ? <WhenKnown dataset={dataset}>{children}</WhenKnown> : children
}

function WhenKnown({ dataset, children }: { dataset: ClassicDataset; children: ReactNode }) {
  const { isLoading } = useLabels(dataset, undefined)
  return isLoading ? <Skeleton width={220} height={26} radius={999} /> : children
}
