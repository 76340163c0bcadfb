import { infoRoutes } from '@postil/contract/account/info'
import { handle } from '../../../http/calls/handle'
import { noElasticsearch } from '../../../wire/original-services'
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
