import { guides } from './en/guides.ts'
import { en } from './en/index.ts'
import { translator } from './t.ts'

/** `t` with the texts of the guides, which come with the code of the pages that need them. */
export const t = translator({ ...en, ...guides })
