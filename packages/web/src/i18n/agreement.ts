import { agreement } from './en/agreement.ts'
import { en } from './en/index.ts'
import { translator } from './t.ts'

/** `t` with the texts about agreement, which come with the code that needs them. */
export const t = translator({ ...en, ...agreement })
