import { disagreements } from '../../en/areas/team/disagreements.ts'
import { en } from '../../en/index.ts'
import { translator } from '../../t.ts'

/** `t` with the texts of the page of disagreements, in its chunk. */
export const t = translator({ ...en, ...disagreements })
