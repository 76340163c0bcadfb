import { marks } from '../en/areas/marks.ts'
import { en } from '../en/index.ts'
import { translator } from '../t.ts'

/** `t` with the texts of the marks of a record. */
export const t = translator({ ...en, ...marks })
