import { guides } from '../en/areas/guides.ts'
import { en } from '../en/index.ts'
import { translator } from '../t.ts'

/** `t` with the texts of the guides, in the chunk of their pages. */
export const t = translator({ ...en, ...guides })
