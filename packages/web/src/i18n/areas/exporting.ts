import { exporting } from '../en/areas/exporting.ts'
import { en } from '../en/index.ts'
import { translator } from '../t.ts'

/** `t` with the texts of exporting, in the chunk of their pages. */
export const t = translator({ ...en, ...exporting })
