import { randomInt } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { EXACT_JSON } from '@postil/domain/wire/exact-json'
import { type Client, createClient } from '@postil/sdk'
import { type Spawned, spawnServer } from '../../packages/server/src/testing/spawn-server'

/** Who can sign in, and with what. */
export interface Person {
  username: string
  password: string
}

/** The owner that every product of these journeys starts with. */
export const OWNER = { username: 'olga', password: 'olga reads a lot', apiKey: 'olga-api-key' }

/** The product as users run it: one built server in its own process, over an empty store on disk. */
export class Product {
  /** Its address, the same after a restart. */
  readonly url: string
  /** Client of the owner, to set up a journey and to check its results. */
  readonly owner: Client
  #home: string
  #server: Spawned

  private constructor(home: string, server: Spawned) {
    this.#home = home
    this.#server = server
    this.url = server.url
    this.owner = createClient({
      baseUrl: server.url,
      // Journeys see what the server says, not what a `number` makes of it.
      json: EXACT_JSON,
      headers: () => ({ 'x-argilla-api-key': OWNER.apiKey }),
    })
  }

  /** Start one on a free port, with its owner, or as it is after installing: without anybody. */
  static async start(people: 'owner' | 'nobody' = 'owner'): Promise<Product> {
    const home = mkdtempSync(join(tmpdir(), 'postil-e2e-'))
    const env = people === 'owner' ? settings(home) : { POSTIL_HOME: home }
    return new Product(home, await spawnAtFreePort(env))
  }

  /** Kill the process, as in a crash. */
  async kill(): Promise<void> {
    await this.#server.end('SIGKILL')
  }

  /** Start it again at the same address over what it left. */
  async startAgain(): Promise<void> {
    this.#server = await spawnServer({ ...settings(this.#home), POSTIL_PORT: new URL(this.url).port })
  }

  /** Everything the process printed since it last started. */
  output(): string {
    return this.#server.output()
  }

  /** End it and remove its store. */
  async stop(): Promise<void> {
    await this.#server.end('SIGTERM')
    rmSync(this.#home, { recursive: true, force: true })
  }
}

/**
 * On a port below the ephemeral range (from 32768 on): otherwise a browser that tries to reach a killed server could itself get that port,
 * and the server could not restart on it.
 */
async function spawnAtFreePort(env: Record<string, string>, tries = 5): Promise<Spawned> {
  try {
    return await spawnServer({ ...env, POSTIL_PORT: String(randomInt(20_000, 32_000)) })
  } catch (cause) {
    if (tries === 1 || !/port is taken/.test(String(cause))) throw cause
    return spawnAtFreePort(env, tries - 1)
  }
}

function settings(home: string): Record<string, string> {
  return {
    POSTIL_HOME: home,
    POSTIL_OWNER_USERNAME: OWNER.username,
    POSTIL_OWNER_PASSWORD: OWNER.password,
    POSTIL_OWNER_API_KEY: OWNER.apiKey,
  }
}
