import { bulk } from './en/bulk.ts'
import { en } from './en/index.ts'
import { translator } from './t.ts'

/** `t` with the texts of lists of records, which come with the code of the pages that need them. */
export const t = translator({ ...en, ...bulk })
