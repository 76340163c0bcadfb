import type { Messages } from '../catalogue.ts'
import { translator } from '../t.ts'

/** Texts about the queue order. */
const queueOrder = {
  'queueOrder.label': 'Order of the queue',
  'queueOrder.file': 'As in the file',
  'queueOrder.fileHelp': 'Everybody begins with the first record.',
  'queueOrder.mixed': 'Mixed for each person',
  'queueOrder.mixedHelp': 'Everybody has an order of their own, so that together they soon reach every record.',
  'queueOrder.uncertain': 'Most uncertain first',
  'queueOrder.uncertainHelp': 'Records whose suggestions have the lowest score; those without scores come last.',
  'queueOrder.about': 'In which order annotators get the records they have not answered, unless they sort them.',
} as const satisfies Messages

/** `t` with the texts of the order of the queue, which the pages of settings and of imports share. */
export const t = translator(queueOrder)
