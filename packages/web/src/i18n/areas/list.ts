import { en } from '../en/index.ts'
import { list } from '../en/list.ts'
import { translator } from '../t.ts'

/** `t` with the texts of lists of many records. */
export const t = translator({ ...en, ...list })
