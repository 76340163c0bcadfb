import { z } from 'zod'
import { defineRoute } from '../route'

const anyText = z.record(z.string(), z.string())

/** Information about the server: its version is public; of its state, strangers are told nothing. */
export const infoRoutes = {
  getVersion: defineRoute({
    method: 'GET',
    path: '/api/v1/version',
    summary: 'The version of the API.',
    tag: 'Info',
    access: { can: 'server.visit' },
    reply: z.object({ version: z.string() }),
    status: 200,
    errors: [],
  }),
  getStatus: defineRoute({
    method: 'GET',
    path: '/api/v1/status',
    summary: 'The version; for signed-in users also the database and the memory in use.',
    tag: 'Info',
    access: { can: 'server.visit' },
    reply: z.object({ version: z.string(), search_engine: anyText, memory: anyText }),
    status: 200,
    errors: [],
  }),
  getSettings: defineRoute({
    method: 'GET',
    path: '/api/v1/settings',
    summary: 'Settings for clients: the hosts from which records may show images.',
    tag: 'Info',
    access: { can: 'server.visit' },
    reply: z.object({ argilla: z.object({}), image_hosts: z.array(z.string()) }),
    status: 200,
    errors: [],
  }),
  classicInfo: defineRoute({
    method: 'GET',
    path: '/api/_info',
    summary: 'The version, in the form that the classic Python client requests.',
    tag: 'Classic info',
    access: { can: 'server.visit' },
    reply: z.object({ version: z.string() }),
    status: 200,
    errors: [],
  }),
  classicStatus: defineRoute({
    method: 'GET',
    path: '/api/_status',
    summary:
      'The version; for signed-in users also the memory in use. The values about Elasticsearch are placeholders, since it is not used.',
    tag: 'Classic info',
    access: { can: 'server.visit' },
    reply: z.object({
      version: z.string(),
      elasticsearch: z.object({
        name: z.string(),
        cluster_name: z.string(),
        cluster_uuid: z.string(),
        tagline: z.string(),
        version: z.object({
          number: z.string(),
          build_type: z.string(),
          build_hash: z.string(),
          build_date: z.string(),
          build_snapshot: z.boolean(),
          lucene_version: z.string(),
          minimum_wire_compatibility_version: z.string(),
          minimum_index_compatibility_version: z.string(),
        }),
      }),
      mem_info: anyText,
    }),
    status: 200,
    errors: [],
  }),
}
