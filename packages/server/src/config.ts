import { randomBytes } from 'node:crypto'
import { isIP } from 'node:net'
import { resolve } from 'node:path'
import { z } from 'zod'

/** A setting is missing or malformed; the message names it. */
export class ConfigError extends Error {
  override name = 'ConfigError'
}

interface Setting {
  name: string
  summary: string
  /** Default, as shown in the reference. */
  fallback?: string
  shape: z.ZodType<unknown, string>
  secret?: boolean
}

const whole = (min: number, max: number) =>
  z
    .string()
    .regex(/^\d+$/, 'must be a whole number')
    .transform(Number)
    .refine((n) => n >= min && n <= max, `must be between ${min} and ${max}`)
const long = (min: number, max: number) =>
  z.string().refine(({ length }) => length >= min && length <= max, `must have ${min} to ${max} characters`)
const oneOf = <const Word extends string>(...words: readonly Word[]) =>
  z.enum(words, `must be ${words.slice(0, -1).join(', ')} or ${words.at(-1)}`)
const originList = z
  .string()
  .transform((list) => list.split(',').flatMap((part) => part.trim() || []))
  .refine(
    (origins) =>
      origins.every((origin) => origin === '*' || (URL.canParse(origin) && new URL(origin).origin === origin)),
    'must be origins such as https://a.example, with commas between, or *',
  )
const nameList = z
  .string()
  .transform((list) => list.split(',').flatMap((part) => part.trim().toLowerCase() || []))
  .refine(
    (names) => names.every((name) => /^[a-z0-9._-]+$/.test(name)),
    'must be names without ports, with commas between',
  )
const pictureHosts = z
  .string()
  .transform((list) => list.split(',').flatMap((part) => part.trim().toLowerCase() || []))
  .refine(
    (hosts) => hosts.every((host) => /^(\*\.)?[a-z0-9-]+(\.[a-z0-9-]+)*(:\d{1,5})?$/.test(host)),
    'must be host names such as pictures.example, with commas between',
  )
/** false, a number of proxies, or their addresses and networks. */
const proxies = z
  .string()
  .transform((given): false | number | string[] => {
    if (given === 'false') return false
    return /^[1-9]$/.test(given) ? Number(given) : given.split(',').map((part) => part.trim())
  })
  .refine(
    (given) => !Array.isArray(given) || given.every(isNetwork),
    'must be false, the number of proxies before the server (1 to 9), or their addresses with commas between',
  )
const filled = z.string().min(1, 'must not be empty')

/** Every environment variable the server reads, once, at start. `docs/reference/configuration.md` is compared with this in a test. */
export const SETTINGS = {
  port: { name: 'POSTIL_PORT', summary: 'TCP port to listen on.', fallback: '6900', shape: whole(0, 65_535) },
  host: {
    name: 'POSTIL_HOST',
    summary: 'Address to listen on. `127.0.0.1` is open to this machine only, `0.0.0.0` to every network it is in.',
    fallback: '127.0.0.1',
    shape: filled,
  },
  home: {
    name: 'POSTIL_HOME',
    summary: 'Folder of the embedded store and its snapshots.',
    fallback: './.postil',
    shape: filled,
  },
  databaseUrl: {
    name: 'POSTIL_DATABASE_URL',
    summary: 'PostgreSQL 15 or later, `postgres://user:password@host/database`. Unset: the embedded store.',
    shape: z
      .string()
      .regex(/^postgres(ql)?:\/\//, 'must start with postgres://')
      .refine(
        // A # would end the address. Without a host for a Unix socket: postgres://user@/database?host=/run/postgresql
        (url) => !url.includes('#') && URL.canParse(url.replace('@/', '@localhost/')),
        'must be an address such as postgres://user:password@host/database; in the password write %23 for #, %2F for / and %3F for ?',
      ),
    secret: true,
  },
  databasePool: {
    name: 'POSTIL_DATABASE_POOL',
    summary: 'PostgreSQL connections per server; one more checks its health.',
    fallback: '20',
    shape: whole(2, 500),
  },
  databaseConnectTimeout: {
    name: 'POSTIL_DATABASE_CONNECT_TIMEOUT',
    summary: 'Seconds within which a connection to PostgreSQL must be made.',
    fallback: '5',
    shape: whole(1, 600),
  },
  databaseLockTimeout: {
    name: 'POSTIL_DATABASE_LOCK_TIMEOUT',
    summary: 'Seconds that a statement may wait for a lock in PostgreSQL before its request ends with 503.',
    fallback: '15',
    shape: whole(1, 86_400),
  },
  databaseStatementTimeout: {
    name: 'POSTIL_DATABASE_STATEMENT_TIMEOUT',
    summary: 'Seconds that one statement may take in PostgreSQL before its request ends with 503.',
    fallback: '300',
    shape: whole(1, 86_400),
  },
  readers: {
    name: 'POSTIL_READERS',
    summary: 'Reader threads of the embedded store.',
    fallback: '2',
    shape: whole(1, 64),
  },
  ownerUsername: {
    name: 'POSTIL_OWNER_USERNAME',
    summary: 'Create this owner at the first start, instead of the set-up link.',
    shape: filled,
  },
  ownerPassword: {
    name: 'POSTIL_OWNER_PASSWORD',
    summary: "The owner's password, 8 to 100 characters.",
    shape: long(8, 100),
    secret: true,
  },
  ownerApiKey: {
    name: 'POSTIL_OWNER_API_KEY',
    summary: "The owner's API key, 8 to 200 characters.",
    shape: long(8, 200),
    secret: true,
  },
  ownerWorkspace: {
    name: 'POSTIL_OWNER_WORKSPACE',
    summary: "The first workspace's name.",
    fallback: 'default',
    shape: z.string().regex(/^(?!-|_)[a-z0-9-_]+$/, 'must be lower-case letters, digits, - and _'),
  },
  secretKey: {
    name: 'POSTIL_SECRET_KEY',
    summary: 'Signs sessions, 16 characters or more. Unset: made once and kept in the store.',
    shape: z.string().min(16, 'must have 16 characters or more'),
    secret: true,
  },
  tokenLifetimeSeconds: {
    name: 'POSTIL_TOKEN_LIFETIME',
    summary: 'How long a sign-in lasts, in seconds.',
    fallback: '86400',
    shape: whole(60, 31_536_000),
  },
  maxBodyMegabytes: {
    name: 'POSTIL_MAX_BODY_MB',
    summary:
      'Largest request body with records or answers, in megabytes. Other bodies have 4 MB at most, those that need no credentials 64 kB.',
    fallback: '64',
    shape: whole(1, 1024),
  },
  maxBodiesMegabytes: {
    name: 'POSTIL_MAX_BODIES_MB',
    summary:
      'Request bodies in memory at once, in megabytes; more are answered with 503. Bodies of up to 64 kB are always taken.',
    fallback: '256',
    shape: whole(1, 65_536),
  },
  slowBodySeconds: {
    name: 'POSTIL_SLOW_BODY_SECONDS',
    summary: 'Seconds after which a request body that brings less than 16 kB a second is cut off.',
    fallback: '20',
    shape: whole(1, 3600),
  },
  signInsPerMinute: {
    name: 'POSTIL_SIGN_INS_PER_MINUTE',
    summary:
      'Failed sign-ins a minute for one account from one address; five times as many for one address, and for one account from anywhere. Counted in the store, for all servers together.',
    fallback: '10',
    shape: whole(1, 100_000),
  },
  eventsKeptDays: {
    name: 'POSTIL_EVENTS_KEPT_DAYS',
    summary:
      'Days after which entries of the log of changes are deleted, and with them the history of records from before. Unset: they are kept for ever.',
    shape: whole(1, 36_500),
  },
  binDays: {
    name: 'POSTIL_BIN_DAYS',
    summary:
      'Days for which deleted datasets and records can be restored; a dataset and its answers are then deleted. 0: nothing can be restored.',
    fallback: '30',
    shape: whole(0, 36_500),
  },
  publicUrl: {
    name: 'POSTIL_PUBLIC_URL',
    summary:
      'Address people use to reach the server, without a path: for links, the same-origin check behind a proxy, the name that requests may be sent to, and HTTPS only (HSTS) where it begins with https.',
    shape: z
      .url({ protocol: /^https?$/, error: 'must be an http or https address' })
      .refine((url) => !URL.canParse(url) || new URL(url).href === `${new URL(url).origin}/`, {
        error: 'must be without a path: a proxy must pass on a whole host name, such as https://labels.example',
      })
      .transform((url) => url.replace(/\/+$/, '')),
  },
  allowedHosts: {
    name: 'POSTIL_ALLOWED_HOSTS',
    summary:
      'Other names that requests may be sent to: `postil, postil.internal`. The name in `POSTIL_PUBLIC_URL`, localhost and IP addresses always may.',
    fallback: '',
    shape: nameList,
  },
  allowedOrigins: {
    name: 'POSTIL_ALLOWED_ORIGINS',
    summary:
      'Other sites whose scripts may call the API with a key or a token: `https://a.example, https://b.example`, or `*`.',
    fallback: '',
    shape: originList,
  },
  imageHosts: {
    name: 'POSTIL_IMAGE_HOSTS',
    summary:
      'Hosts whose pictures records may show over https: `pictures.example, *.cdn.example`. Such a host learns who looks at which picture. Unset: their addresses are shown as links.',
    fallback: '',
    shape: pictureHosts,
  },
  webhooks: {
    name: 'POSTIL_WEBHOOKS',
    summary:
      'Where webhooks may send to: `public` addresses only, or `any`, also this machine and its network. `auto`: `any` while only this machine can open the server, otherwise `public`. Addresses where clouds keep credentials, such as link-local ones, never.',
    fallback: 'auto',
    shape: oneOf('auto', 'public', 'any'),
  },
  trustProxy: {
    name: 'POSTIL_TRUST_PROXY',
    summary:
      "Whose `X-Forwarded-For` says where a request came from: `false` (nobody's), the number of proxies that every request passes (`1`), or their addresses (`10.0.0.5, 172.16.0.0/12`).",
    fallback: 'false',
    shape: proxies,
  },
  logLevel: {
    name: 'POSTIL_LOG_LEVEL',
    summary: 'debug, info, warn, error or silent.',
    fallback: 'info',
    shape: oneOf('debug', 'info', 'warn', 'error', 'silent'),
  },
} as const satisfies Record<string, Setting>

type Settings = typeof SETTINGS
type Value<K extends keyof Settings> = Settings[K] extends { fallback: string }
  ? z.output<Settings[K]['shape']>
  : z.output<Settings[K]['shape']> | undefined

/** Every setting, parsed. */
export type Config = { readonly [K in keyof Settings]: Value<K> }

/** Read and check every setting. Throws `ConfigError` naming the first invalid one; unknown POSTIL_ variables are refused as typing mistakes. */
export function readConfig(env: Record<string, string | undefined>): Config {
  const known = new Set<string>([...Object.values(SETTINGS).map((setting) => setting.name), ...HARNESS_VARIABLES])
  const unknown = Object.keys(env).find((name) => name.startsWith('POSTIL_') && !known.has(name))
  if (unknown) throw new ConfigError(`${unknown} is not a setting of Postil. See docs/reference/configuration.md.`)
  const entries = Object.entries(SETTINGS).map(([key, setting]: [string, Setting]) => [
    key,
    readOne(setting, env[setting.name]),
  ])
  const config = Object.fromEntries(entries) as Config
  if (config.ownerUsername && !config.ownerPassword && !config.ownerApiKey)
    throw new ConfigError('POSTIL_OWNER_USERNAME needs POSTIL_OWNER_PASSWORD or POSTIL_OWNER_API_KEY beside it.')
  const alone = (['ownerPassword', 'ownerApiKey'] as const).find((key) => config[key] && !config.ownerUsername)
  if (alone) throw new ConfigError(`${SETTINGS[alone].name} needs POSTIL_OWNER_USERNAME beside it.`)
  return { ...config, home: resolve(config.home) }
}

/** An IP address, or a network such as 10.0.0.0/8. */
function isNetwork(text: string): boolean {
  const [address = '', bits, ...more] = text.split('/')
  const version = isIP(address)
  if (version === 0 || more.length > 0) return false
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128))
}

/** Used by the test and start commands, not by the server. */
const HARNESS_VARIABLES = ['POSTIL_TEST_POSTGRES_URL']

function readOne(setting: Setting, given: string | undefined): unknown {
  const raw = given === undefined || given === '' ? setting.fallback : given
  if (raw === undefined) return undefined
  const parsed = setting.shape.safeParse(raw)
  if (parsed.success) return parsed.data
  throw new ConfigError(`${setting.name} ${parsed.error.issues[0]?.message ?? 'is not valid'}.`)
}

/** Whether an address to listen on can be reached from this machine only. */
export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || host.startsWith('127.')
}

/** A random secret of 256 bits, URL-safe. */
export function randomSecret(): string {
  return randomBytes(32).toString('base64url')
}
