import { annotation } from './annotation.ts'
import { app } from './app.ts'
import { keyboard } from './keyboard.ts'
import { search } from './search.ts'
import { session } from './session.ts'
import { ui } from './ui.ts'

/** The texts that most visits need. Those of other areas are loaded with their pages, through a `t` of their own, such as that of `i18n/areas/importing.ts`. */
export const en = {
  ...annotation,
  ...app,
  ...keyboard,
  ...search,
  ...session,
  ...ui,
}
