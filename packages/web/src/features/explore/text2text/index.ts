import type { Text2TextBody } from '@postil/contract/task/records'
import { sentenceToValidate } from '@postil/domain/task-editing/sentences'
import { Keywords } from '../sidebar/Keywords.tsx'
import type { TaskParts } from '../task-parts.ts'
import { Text2TextCard } from './Text2TextCard.tsx'

/** The parts for text2text. */
export const text2Text: TaskParts<Text2TextBody> = {
  viewModes: ['explore', 'annotate'],
  hasLabels: false,
  titleOf: ({ text }) => text,
  annotationToValidate: sentenceToValidate,
  hasAnnotation: ({ annotation }) => (annotation?.sentences.length ?? 0) > 0,
  CardBody: Text2TextCard,
  isWide: true,
  Stats: Keywords,
}
