import { partKeys } from '../en/areas/part-keys.ts'
import { translator } from '../t.ts'

/** `t` with the texts of the keys that are not commands. */
export const t = translator(partKeys)
