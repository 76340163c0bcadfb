import { teamProgress } from '../../en/areas/team/team-progress.ts'
import { en } from '../../en/index.ts'
import { translator } from '../../t.ts'

/** `t` with the texts of the progress of a team, in the chunk of their page. */
export const t = translator({ ...en, ...teamProgress })
