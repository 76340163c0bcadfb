import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { type Config, randomSecret } from './config'
import { StoreError } from './db/engines/engine'
import { hashPassword } from './features/account/passwords/password'
import { listUsers, replacePassword } from './features/account/users/users.service'
import { openStore } from './open-store'

/**
 * Give a user a new random password and end their sessions: for an owner who cannot sign in, and whom nobody else can help. On SQLite no
 * server may run meanwhile.
 *
 * @returns the password
 * @throws StoreError when there is no such user or no store
 */
export async function setNewPassword(config: Config, username: string): Promise<string> {
  // Opening the embedded store would make an empty one.
  if (!config.databaseUrl && !existsSync(join(config.home, 'postil.sqlite')))
    throw new StoreError(`There is no store at ${config.home}: set POSTIL_HOME.`)
  const engine = await openStore(config)
  try {
    const password = randomSecret()
    const passwordHash = await hashPassword(password)
    await engine.transaction(async (tx) => {
      const user = (await listUsers(tx)).find((row) => row.username === username)
      if (!user) throw new StoreError(`There is no user ${JSON.stringify(username)}. Nothing was changed.`)
      if (user.disabled_at !== null)
        throw new StoreError(`${username} is disabled: an owner has to enable the account first. Nothing was changed.`)
      await replacePassword(tx, user, passwordHash)
    })
    return password
  } finally {
    await engine.close()
  }
}
