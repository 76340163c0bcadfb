import { datasets } from '../en/datasets.ts'
import { importing } from '../en/importing.ts'
import { en } from '../en/index.ts'
import { translator } from '../t.ts'

/** `t` with the texts of the list of datasets, in the chunk of their pages. */
export const t = translator({ ...en, ...datasets, ...importing })
