import { infoRoutes } from '@postil/contract/account/info'
import { handle } from '../../../http/calls/handle'
import { VERSION } from '../../../wire/python-client'
import { memoryInUse } from './memory'

export const infoHandlers = handle(infoRoutes, {
  getVersion: async () => ({ version: VERSION }),
  getStatus: async ({ context }) => ({
    version: VERSION,
    search_engine: { name: 'postil', engine: context.engine.kind },
    memory: await memoryInUse(),
  }),
  getSettings: async ({ context }) => ({ argilla: {}, image_hosts: [...context.config.imageHosts] }),
  classicInfo: async () => ({ version: VERSION }),
  classicStatus: async ({ context }) => ({
    version: VERSION,
    elasticsearch: noElasticsearch(context.engine.kind),
    mem_info: await memoryInUse(),
  }),
})

/** The keys that the classic client's `info` command prints (classic-api §2), with values that describe this server instead. */
function noElasticsearch(engine: string) {
  return {
    name: 'postil',
    cluster_name: 'postil',
    cluster_uuid: 'none',
    tagline: `Postil searches its own ${engine} store; there is no Elasticsearch.`,
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
