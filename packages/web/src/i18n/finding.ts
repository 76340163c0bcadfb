import { finding } from './en/finding.ts'
import { en } from './en/index.ts'
import { translator } from './t.ts'

/** `t` with the texts of filters, order and similarity, once they are opened, which come with the code that needs them. */
export const t = translator({ ...en, ...finding })
