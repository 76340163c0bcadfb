import { queueOrder } from '../en/areas/queue-order.ts'
import { translator } from '../t.ts'

/** `t` with the texts of the order of the queue, which the pages of settings and of imports share. */
export const t = translator(queueOrder)
