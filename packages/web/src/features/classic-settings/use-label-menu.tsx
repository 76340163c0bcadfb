import { type GlobalLabel, listLabels } from '@postil/domain/task-editing/labels'
import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useMemo } from 'react'
import type { ClassicDataset } from '../../api/classic-datasets.ts'
import { queryKeys } from '../../api/keys.ts'
import { labelCalls } from '../../api/option-changes.ts'
import { OptionMenu, type ShownOption } from '../dataset-settings/options/OptionMenu.tsx'
import { useOptionChanges } from '../dataset-settings/options/use-option-changes.ts'

/**
 * What can be done with each label of a dataset.
 *
 * @param labels - those that are offered
 */
export function useLabelMenu(
  { workspace, name }: ClassicDataset,
  labels: readonly GlobalLabel[],
  hasColors: boolean,
): (label: Pick<GlobalLabel, 'text'>) => ReactNode {
  const queryClient = useQueryClient()
  const calls = useMemo(() => labelCalls({ workspace, name }), [workspace, name])
  const changes = useOptionChanges(calls, () => {
    // Records and rules hold labels, too.
    void queryClient.invalidateQueries({ queryKey: queryKeys.taskDataset({ workspace, name }) })
  })
  const offered = useMemo(
    () => listLabels(labels).map(({ text, color_id }): ShownOption => ({ value: text, text, color: color_id })),
    [labels],
  )
  return ({ text }) => (
    <OptionMenu
      option={offered.find(({ value }) => value === text) ?? { value: text, text }}
      offered={offered}
      changes={changes}
      isLabel
      hasColors={hasColors}
    />
  )
}
