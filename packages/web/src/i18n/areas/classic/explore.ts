import { explore } from '../../en/explore.ts'
import { en } from '../../en/index.ts'
import { labels } from '../../en/labels.ts'
import { translator } from '../../t.ts'

/** `t` with the texts of the pages of classic datasets, in the chunk of their pages. */
export const t = translator({ ...en, ...explore, ...labels })
