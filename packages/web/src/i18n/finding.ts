import { finding } from './en/finding.ts'
import { en } from './en/index.ts'
import { translator } from './t.ts'

/** `t` with the texts of the panels of finding that are opened by hand, which come with the code that needs them. */
export const t = translator({ ...en, ...finding })
