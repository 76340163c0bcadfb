import type { Messages } from '../../catalogue.ts'

/** Texts about the queue order. */
export const queueOrder = {
  'queueOrder.label': 'Order of the queue',
  'queueOrder.file': 'As in the file',
  'queueOrder.fileHelp': 'Everybody begins with the first record.',
  'queueOrder.mixed': 'Mixed for each person',
  'queueOrder.mixedHelp': 'Everybody has an order of their own, so that together they soon reach every record.',
  'queueOrder.uncertain': 'Most uncertain first',
  'queueOrder.uncertainHelp': 'Records whose suggestions have the lowest score; those without scores come last.',
  'queueOrder.about': 'In which order annotators get the records they have not answered, unless they sort them.',
} as const satisfies Messages
