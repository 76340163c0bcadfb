import { agreement } from '../../en/areas/team/agreement.ts'
import { en } from '../../en/index.ts'
import { translator } from '../../t.ts'

/** `t` with the texts about agreement, in the chunk of their page. */
export const t = translator({ ...en, ...agreement })
