import { randomInt } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { EXACT_JSON } from '@postil/domain/wire/exact-json'
import { type Client, createClient } from '@postil/sdk'
import { type Spawned, spawnServer } from '../../packages/server/src/testing/spawn-server'

/** Credentials of a user. */
export interface Person {
  username: string
  password: string
}

/** The owner with whom every product of the journeys starts. */
export const OWNER = { username: 'olga', password: 'olga reads a lot', apiKey: 'olga-api-key' }

/** The product as users run it: one built server in its own process, over an empty store on disk. */
export class Product {
  /** Its base URL, unchanged by a restart. */
  readonly url: string
  /** API client of the owner, to set up a journey and to check its results. */
  readonly owner: Client
  #home: string
  #server: Spawned

  private constructor(home: string, server: Spawned) {
    this.#home = home
    this.#server = server
    this.url = server.url
    this.owner = createClient({
      baseUrl: server.url,
      // Keep integers exact: JavaScript numbers would round large ones.
      json: EXACT_JSON,
      headers: () => ({ 'x-argilla-api-key': OWNER.apiKey }),
    })
  }

  /** Start a product on a free port, with its owner, or without users as after the installation. */
  static async start(people: 'owner' | 'nobody' = 'owner'): Promise<Product> {
    const home = mkdtempSync(join(tmpdir(), 'postil-e2e-'))
    const env = people === 'owner' ? settings(home) : { POSTIL_HOME: home }
    return new Product(home, await spawnAtFreePort(env))
  }

  /** Kill the process, as in a crash. */
  async kill(): Promise<void> {
    await this.#server.end('SIGKILL')
  }

  /** Start it again at the same URL, with the same store. */
  async startAgain(): Promise<void> {
    this.#server = await spawnServer({ ...settings(this.#home), POSTIL_PORT: new URL(this.url).port })
  }

  /** Everything the process printed since it last started. */
  output(): string {
    return this.#server.output()
  }

  /** Stop it and remove its store. */
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
