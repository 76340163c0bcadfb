import { readFile } from 'node:fs/promises'
import { infoRoutes } from '@postil/contract/account/info'
import { handle } from '../../../http/calls/handle'
import { noElasticsearch } from '../../../wire/original-services'
import { VERSION } from '../../../wire/python-client'

export const infoHandlers = handle(infoRoutes, {
  getVersion: async () => ({ version: VERSION }),
  getStatus: async ({ context, maybeUser }) => ({
    version: VERSION,
    search_engine: { name: 'postil', ...(maybeUser && { engine: context.engine.kind }) },
    memory: maybeUser ? await memoryInUse() : {},
  }),
  getSettings: async ({ context }) => ({ argilla: {}, image_hosts: [...context.config.imageHosts] }),
  classicInfo: async () => ({ version: VERSION }),
  classicStatus: async ({ context, maybeUser }) => ({
    version: VERSION,
    elasticsearch: noElasticsearch(maybeUser && context.engine.kind),
    mem_info: maybeUser ? await memoryInUse() : {},
  }),
})

/** Lines of /proc/self/status, in KiB, by their names in the API (those of Python's psutil). */
const PARTS = { rss: 'VmRSS', vms: 'VmSize', shared: 'RssFile', text: 'VmExe', lib: 'VmLib', data: 'VmData' }

/** Memory of this process as texts such as `120M`. Off Linux only `rss` is known. */
export async function memoryInUse(): Promise<Record<string, string>> {
  const status = await readFile('/proc/self/status', 'utf8').catch(() => '')
  const entries = Object.entries(PARTS).flatMap(([name, line]) => {
    const kibibytes = new RegExp(`^${line}:\\s+(\\d+) kB`, 'm').exec(status)?.[1]
    return kibibytes ? [[name, shortSize(Number(kibibytes) * 1024)]] : []
  })
  return { rss: shortSize(process.memoryUsage.rss()), ...Object.fromEntries(entries) }
}

const UNITS = ['B', 'K', 'M', 'G', 'T']

/** A number of bytes, rounded to a whole number of the largest unit that fits: 125829120 is `120M`. */
export function shortSize(bytes: number): string {
  const power = bytes < 1024 ? 0 : Math.min(Math.floor(Math.log2(bytes) / 10), UNITS.length - 1)
  return `${Math.round(bytes / 1024 ** power)}${UNITS[power]}`
}
