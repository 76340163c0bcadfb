import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The folder of the whole project, absolute, without a trailing slash. */
export const root = join(fileURLToPath(import.meta.url), '../../..')

/** What these commands remember between runs; it goes when node_modules goes, and so it never outlives what it describes. */
export const stampsFolder = join(root, 'node_modules/.postil')
