import { finding } from '../en/areas/finding.ts'
import { en } from '../en/index.ts'
import { translator } from '../t.ts'

/** `t` with the texts of the filter, sort and similarity popovers, in their chunk. */
export const t = translator({ ...en, ...finding })
