import type { TextClassificationBody } from '@postil/contract/task/records'
import { annotatedLabels, labelling, labelsToValidate } from '@postil/domain/task-editing/classes'
import { labelOfKey } from '@postil/domain/task-editing/labels'
import { lazy } from '../../../ui/loading/lazy.tsx'
import { Keywords } from '../sidebar/Keywords.tsx'
import type { TaskParts } from '../task-parts.ts'
import { AnnotateAs } from './AnnotateAs.tsx'
import { ClassificationCard } from './ClassificationCard.tsx'
import { toggleLabel } from './toggle-label.ts'

const RulesView = lazy(() => import('./rules/RulesView.tsx').then((m) => m.RulesView), { prefetch: false })

/** The parts for text classification. */
export const textClassification: TaskParts<TextClassificationBody> = {
  viewModes: ['explore', 'annotate', 'labelling-rules'],
  hasLabels: true,
  titleOf: ({ inputs }) => Object.values(inputs).flat().join('\n'),
  annotationToValidate: (record) => {
    const labels = labelsToValidate(record)
    return labels && labelling(labels, '')
  },
  hasAnnotation: (record) => annotatedLabels(record).length > 0,
  CardBody: ClassificationCard,
  BulkActions: AnnotateAs,
  Stats: Keywords,
  Rules: RulesView,
  onCardKey: (key, record, { labels, actions }) => {
    const label = labelOfKey(labels, key)
    if (!label) return false
    const isChosen = annotatedLabels(record).includes(label.text)
    toggleLabel(record, label.text, actions)
    return record.body.multi_label || isChosen ? 'used' : 'done'
  },
}
