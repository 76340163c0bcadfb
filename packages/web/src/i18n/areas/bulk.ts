import { bulk } from '../en/areas/bulk.ts'
import { en } from '../en/index.ts'
import { translator } from '../t.ts'

/** `t` with the texts of lists of records, in the chunk of their pages. */
export const t = translator({ ...en, ...bulk })
