import type { TextClassificationBody } from '@postil/contract/task/records'
import { annotatedLabels, labelling } from '@postil/domain/task-editing/classes'
import type { EditableRecord } from '@postil/domain/task-editing/record'
import type { CardActions } from '../task-parts.ts'

/**
 * Toggle a label of a record. For a single-label record, selecting annotates and validates it, and deselecting clears it; a multi-label
 * record becomes Edited.
 */
export function toggleLabel(
  record: EditableRecord<TextClassificationBody>,
  label: string,
  actions: CardActions<TextClassificationBody>,
): void {
  const chosen = annotatedLabels(record)
  const isOn = chosen.includes(label)
  if (record.body.multi_label) {
    actions.edit(record, labelling(isOn ? chosen.filter((one) => one !== label) : [...chosen, label], ''))
  } else if (isOn) actions.clear(record)
  else actions.validate(record, labelling([label], ''))
}
