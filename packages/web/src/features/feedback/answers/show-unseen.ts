import { storedChoice } from '../../../ui/browser/stored.ts'

/** Whether Enter first shows suggestions that have not been in view. */
export const showUnseen = storedChoice('postil.showUnseen', ['on', 'off'])
