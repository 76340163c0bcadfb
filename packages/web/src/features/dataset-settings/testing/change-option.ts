import { screen, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'

/**
 * Rename or retire an option or a label by keyboard, from its menu to the confirmation of the dialog.
 *
 * @param item - of the menu
 * @param box - where a new name is typed
 */
export async function changeByKey(user: UserEvent, option: string, item: string, box: string, typed: string) {
  ;(await screen.findByRole('button', { name: `Change ${option}` })).focus()
  await user.keyboard('{Enter}')
  await user.click(await screen.findByRole('menuitem', { name: item }))
  const dialog = within(await screen.findByRole('dialog'))
  if (item === 'Rename…') await user.type(dialog.getByRole('textbox', { name: box }), typed)
  await user.click(dialog.getByRole('button', { name: item.slice(0, -1) }))
}
