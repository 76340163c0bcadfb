import { annotation } from './annotation.ts'
import { app } from './app.ts'
import { keyboard } from './keyboard.ts'
import { search } from './search.ts'
import { session } from './session.ts'
import { ui } from './ui.ts'

/**
 * The English catalogue, as far as it comes with the app. A new area is a file of its own: spread in here when most visits need it,
 * else added by the page it is about, in its `words.ts`.
 */
export const en = {
  ...ui,
  ...app,
  ...keyboard,
  ...session,
  ...annotation,
  ...search,
}
