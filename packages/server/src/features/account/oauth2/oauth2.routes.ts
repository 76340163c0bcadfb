import { oauth2Routes } from '@postil/contract/account/oauth2'
import { NotFoundError } from '../../../errors'
import { handle } from '../../../http/calls/handle'

/** The replies of the original API when no provider is configured. */
export const oauth2Handlers = handle(oauth2Routes, {
  listProviders: async () => ({ items: [] }),
  startProviderSignIn: async () => {
    throw new NotFoundError('OAuth2 is not enabled')
  },
  endProviderSignIn: async () => {
    throw new NotFoundError('OAuth2 is not enabled')
  },
})
