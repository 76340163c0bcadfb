import { en } from './en/index.ts'
import { notices } from './en/notices.ts'
import { translator } from './t.ts'

/** `t` with the texts of what stands over or in place of a record, which is rare, which come with the code that needs them. */
export const t = translator({ ...en, ...notices })
