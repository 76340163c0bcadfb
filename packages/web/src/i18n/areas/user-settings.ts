import type { Messages } from '../catalogue.ts'
import { accountMenu } from '../en/account-menu.ts'
import { datasets } from '../en/datasets.ts'
import { entry } from '../en/entry.ts'
import { en } from '../en/index.ts'
import { setup } from '../en/setup.ts'
import { translator } from '../t.ts'

/** Texts of the user settings. */
const userSettings = {
  'userSettings.title': 'User settings',
  'userSettings.account': 'Account',
  'userSettings.username': 'Username',
  'userSettings.firstName': 'Name',
  'userSettings.lastName': 'Surname',
  'userSettings.workspaces': 'Workspaces',
  'userSettings.noWorkspaces': 'You are not in a workspace yet. Ask an owner to add you to one.',
  'userSettings.role.owner': 'Owner',
  'userSettings.role.admin': 'Admin',
  'userSettings.role.annotator': 'Annotator',
  'userSettings.look': 'Look and reading',
  'userSettings.recordFont': 'Record text',
  'userSettings.recordFont.serif': 'Serif',
  'userSettings.recordFont.sans': 'Sans',
  'userSettings.recordSize': 'Text size',
  'userSettings.recordSize.small': 'Small',
  'userSettings.recordSize.normal': 'Normal',
  'userSettings.recordSize.large': 'Large',
  'userSettings.sample': 'The quick reader marks what matters and leaves the margin for doubt.',

  'userSettings.keyboard': 'Keyboard',
  'userSettings.showUnseen': 'Enter shows suggestions that are out of sight before it submits them',
  'userSettings.discardShift': 'Discard needs Shift',
  'userSettings.discardShift.note':
    'Then it takes Shift and Backspace, so that a slip of the finger discards nothing. Undo works either way.',
  'userSettings.trial': 'Experimental',
  'userSettings.trial.about': 'About wide cards',
  'userSettings.trial.wideCards': 'Wide cards',
  'userSettings.trial.wideCards.note':
    'Cards of text classification, token classification and text2text records take the whole width of the window. This is being tried: it may change or go. It is remembered in this browser only.',
  'userSettings.discardShift.taken': 'Shift and Backspace are the keys of “{command}” now.',

  'userSettings.keys': 'API keys',
  'userSettings.keys.lead': 'A key lets a program act as you. It is shown once, when it is created.',
  'userSettings.keys.none': 'You have no API key.',
  'userSettings.keys.failed': 'Your API keys could not be loaded.',
  'userSettings.keys.name': 'Name',
  'userSettings.keys.key': 'Key',
  'userSettings.keys.endsIn': 'ends in ',
  'userSettings.keys.created': 'Created',
  'userSettings.keys.lastUsed': 'Last used',
  'userSettings.keys.never': 'never',
  'userSettings.keys.expires': 'Expires',
  'userSettings.keys.expires.never': 'never',
  'userSettings.keys.expires.days': 'in {days} days',
  'userSettings.keys.expired': 'expired',
  'userSettings.keys.actions': 'Actions',
  'userSettings.keys.newName': 'Name of a new key',
  'userSettings.keys.newExample': 'laptop, nightly import…',
  'userSettings.keys.nameMissing': 'Give the key a name, to know later what it is for.',
  'userSettings.keys.create': 'Create key',
  'userSettings.keys.shown': 'This is the new key {name}. Copy it now: it is not shown again.',
  'userSettings.keys.copy': 'Copy key',
  'userSettings.keys.done': 'Done',
  'userSettings.keys.revoke': 'Revoke',
  'userSettings.keys.revokeOf': 'Revoke {name}',
  'userSettings.keys.revokeTitle': 'Revoke API key',
  'userSettings.keys.revokeText':
    'Programs that use the key {name} (ending in {last}) are refused from now on. This cannot be undone.',
  'userSettings.keys.revoked': 'The key {name} has been revoked',

  'userSettings.sessions': 'Signed in',
  'userSettings.sessions.lead': 'The browsers in which you are signed in.',
  'userSettings.sessions.failed': 'Your sessions could not be loaded.',
  'userSettings.sessions.endTitle': 'Sign out of another browser',
  'userSettings.sessions.endText':
    'The browser in which you signed in {when} has to sign in again. Answers that it has not sent yet stay there until then.',
  'userSettings.sessions.ended': 'The other browser is signed out',

  'userSettings.password': 'Password',
  'userSettings.password.current': 'Current password',
  'userSettings.password.new': 'New password',
  'userSettings.password.note': 'You stay signed in here; other browsers have to sign in again.',
  'userSettings.password.change': 'Change password',
  'userSettings.password.changed': 'Your password has been changed',
  'userSettings.password.ended': 'Other sign-ins ended: {count}.',
  'userSettings.password.signedIn': 'signed in {time}',
  'userSettings.password.keys': 'These API keys still work. Revoke, in the list above, those that others may know:',
  'userSettings.password.missing': 'Enter the password you have now.',
  'userSettings.password.wrong': 'That is not your current password.',
  'userSettings.password.failed': 'The password could not be changed: the server answered {status}.',
  'annotate.keys.all': 'All shortcuts',
} as const satisfies Messages

/** `t` with the texts of the user settings, in the chunk of their pages. */
export const t = translator({ ...en, ...userSettings, ...accountMenu, ...datasets, ...setup, ...entry })
