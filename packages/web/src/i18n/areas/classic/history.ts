import { explore } from '../../en/explore.ts'
import { en } from '../../en/index.ts'
import { notices } from '../../en/notices.ts'
import { translator } from '../../t.ts'

/** Texts of the details of a classic record, and of its history. */
const classicHistory = {
  'explore.details.name': 'Name',
  'explore.details.value': 'Value',
  'explore.details.id': 'id',
  'explore.details.event_timestamp': 'event timestamp',
  'explore.details.last_updated': 'last updated',
  'explore.details.prediction': 'prediction',
  'explore.details.status': 'status',
  'explore.details.copy': 'Copy {name}',
  'explore.details.filter': 'Filter by {name}',
  'taskHistory.none': 'What happened to this record before is not known.',
  'taskHistory.validated': '{who} validated the record',
  'taskHistory.unvalidated': '{who} took the validation back',
  'taskHistory.discarded': '{who} discarded the record',
  'taskHistory.undiscarded': '{who} brought the discarded record back',
  'taskHistory.annotated': '{who} changed the annotation',
  'taskHistory.cleared': '{who} cleared the annotation',
  'taskHistory.metadata': '{who} changed the metadata',
  'taskHistory.prediction': '{who} changed the prediction',
  'taskHistory.text': '{who} changed the text',
  'taskHistory.changed': '{who} changed the record',
  'taskHistory.same': '{who} logged the record again, without a change',
  'taskHistory.relabelled': '{who} changed the labels of the dataset',
  'taskHistory.rules': '{who} applied labelling rules',
  'taskHistory.rulesRemoved': '{who} removed the suggestions of labelling rules',
  'taskHistory.annotation': 'Annotation',
  'taskHistory.annotationBy': 'Annotation of {agent}',
  'taskHistory.predictionTitle': 'Prediction',
  'taskHistory.metadataTitle': 'Metadata',
  'taskHistory.textTitle': 'Text',
  'taskHistory.textOf': 'Text ({name})',
  'taskHistory.nothing': 'nothing',
  'taskHistory.restore.annotation': 'Restore this annotation',
  'taskHistory.restore.status': 'Restore this status',
  'taskHistory.restore.prediction': 'Restore this prediction',
  'taskHistory.restore.metadata': 'Restore this metadata',
  'taskHistory.restore.text': 'Restore this text',
  'taskHistory.remove.annotation': 'Clear the annotation again',
  'taskHistory.remove.prediction': 'Remove the prediction again',
  'taskHistory.remove.metadata': 'Remove the metadata again',
  'taskHistory.restored.prediction': 'The prediction is as it was then',
  'taskHistory.restored.metadata': 'The metadata is as it was then',
  'taskHistory.restored.text': 'The text is as it was then',
} as const

/** `t` with the texts of the details of a classic record, and of its history. */
export const t = translator({ ...en, ...explore, ...notices, ...classicHistory })
