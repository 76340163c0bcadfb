import { parseLabels } from '@postil/domain/task-editing/edit-labels'
import type { GlobalLabel } from '@postil/domain/task-editing/labels'
import type { ClassicDataset } from '../../../api/classic/classic-datasets.ts'
import { t } from '../../../i18n/areas/classic/explore.ts'
import { AddTexts } from '../../../ui/controls/AddTexts.tsx'
import { useSaveLabels } from './use-save-labels.ts'

interface AddLabelsProps {
  dataset: ClassicDataset
  /** The labels on the screen, whether they are saved in the label schema or not. */
  labels: readonly GlobalLabel[]
}

/** A form that adds labels in place. */
export function AddLabels({ dataset, labels }: AddLabelsProps) {
  const { mutateAsync, isPending } = useSaveLabels(dataset, labels)
  return (
    <AddTexts
      words={WORDS}
      parse={parseLabels}
      isKnown={(text) => labels.some((label) => label.text === text)}
      isPending={isPending}
      onAdd={(texts) =>
        mutateAsync({ type: 'add', texts }).then(
          () => true,
          () => false,
        )
      }
    />
  )
}

const WORDS = {
  open: t('labels.add'),
  label: t('labels.adding'),
  help: t('labels.addingHelp'),
  preview: t('labels.preview'),
  add: (count: number) => t('labels.addNow', { count }),
}
