import { en } from './en/index.ts'
import { notices } from './en/notices.ts'
import { translator } from './t.ts'

/** `t` with the texts of what is seldom on the screen: notices about a record, and panels opened by hand, which come with the code that needs them. */
export const t = translator({ ...en, ...notices })
