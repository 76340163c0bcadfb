import type { Messages } from '../catalogue.ts'

/** Texts about the labels and settings of a classic dataset. Those of the specification's section 8 are literal. */
export const labels = {
  'labels.title': 'Labels',
  'labels.updated': 'The labels are updated!',
  'labels.undo': 'Undo',
  'labels.undone': 'The change is undone.',
  'labels.notSaved': 'STATUS:{status} The labels of the dataset {name} with task {task} could not be saved',
  'labels.exist': 'The labels "{labels}" already exist in the list of labels',
  'labels.notAdded': 'Error on adding new labels',
  'labels.retry': 'Try again',
  'labels.help': 'They are shown in this order, and their keys follow it.',
  'labels.none': 'This dataset has no labels yet.',
  'labels.count': { one: '{count} label', other: '{count} labels' },
  'labels.unsaved': 'not saved',
  'labels.unsavedTitle': 'These labels are not saved',
  'labels.unsavedText':
    'They were found in the records. Save them as the label schema to fix their order and keys; records can then have no other labels.',
  'labels.unsavedReader': 'They were found in the records. An admin can save them as the label schema.',
  'labels.saveSchema': 'Save the label schema',
  'labels.add': 'Add labels',
  'labels.adding': 'New labels',
  'labels.addingHelp':
    'One a line: Shift+Enter begins the next. Or several on a line, each in quotes: "first", "second, with a comma".',
  'labels.addNow': { one: 'Add {count} label', other: 'Add {count} labels' },
  'labels.preview': 'To be added',
  'labels.reorder': 'Change the order',
  'labels.reordering': 'Drag a label, or move it with its arrows.',
  'labels.earlier': 'Move {label} forward, now {place} of {count}',
  'labels.later': 'Move {label} back, now {place} of {count}',
  'labels.saveOrder': 'Save the order',

  'taskSettings.info': 'Info',
  'taskSettings.description': 'Description',
  'taskSettings.descriptionHelp': 'What this dataset is about, for everybody who works on it.',
  'taskSettings.noDescription': 'This dataset has no description yet.',
  'taskSettings.tags': 'Tags',
  'taskSettings.tagsHelp': 'The list of datasets can be filtered by them. A tag can be changed, but not removed.',
  'taskSettings.newTag': 'New tag',
  'taskSettings.newTagValue': 'Its value',
  'taskSettings.tagTaken': 'There is a tag of this name already: change its value instead.',
  'taskSettings.tagIncomplete': 'A tag needs a name and a value.',
} as const satisfies Messages
