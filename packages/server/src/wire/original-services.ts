import { oauth2Routes } from '@postil/contract/account/oauth2'
import { NotFoundError } from '../errors'
import { handle } from '../http/calls/handle'
import { VERSION } from './python-client'

/** Services beside the original server that this one does not have, for old clients that ask about them. */

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

/** The keys that the classic client's `info` command prints (classic-api §2), with values that describe this server instead. */
export function noElasticsearch(engine = 'none') {
  return {
    name: 'postil',
    cluster_name: 'postil',
    cluster_uuid: 'none',
    tagline: 'Postil searches its own store; there is no Elasticsearch.',
    version: {
      number: VERSION,
      build_type: engine,
      build_hash: 'none',
      build_date: 'none',
      build_snapshot: false,
      lucene_version: 'none',
      minimum_wire_compatibility_version: 'none',
      minimum_index_compatibility_version: 'none',
    },
  }
}
