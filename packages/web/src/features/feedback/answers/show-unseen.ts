import { storedChoice } from '../../../ui/browser/stored.ts'

/** Whether Enter first shows suggestions that have not been in view, instead of submitting them. */
export const showUnseen = storedChoice('postil.showUnseen', ['on', 'off'])
