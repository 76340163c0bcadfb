import { importing } from '../en/importing.ts'
import { en } from '../en/index.ts'
import { translator } from '../t.ts'

/** `t` with the texts of the import page and of what leads to it, in the chunk of their pages. */
export const t = translator({ ...en, ...importing })
