import { jobs } from '../../en/areas/team/jobs.ts'
import { en } from '../../en/index.ts'
import { translator } from '../../t.ts'

/** `t` with the texts of the page of background jobs, in its chunk. */
export const t = translator({ ...en, ...jobs })
