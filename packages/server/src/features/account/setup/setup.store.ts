import type { Tx } from '../../../db/tables'

const TOKEN_SETTING = 'setup_token_hash'

/** Keep a new set-up token's hash; an earlier token is worth nothing from now on. */
export async function keepSetupHash(tx: Tx, hash: string): Promise<void> {
  await tx
    .insertInto('settings')
    .values({ key: TOKEN_SETTING, value: hash })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value: hash }))
    .execute()
}

/** Use the token up: true for the one caller who held it. Two at once: the engine lets one row be deleted once. */
export async function takeSetupHash(tx: Tx, hash: string): Promise<boolean> {
  const taken = await tx
    .deleteFrom('settings')
    .where('key', '=', TOKEN_SETTING)
    .where('value', '=', hash)
    .returning('key')
    .executeTakeFirst()
  return taken !== undefined
}

/** No set-up link is good any more. */
export async function dropSetupHash(tx: Tx): Promise<void> {
  await tx.deleteFrom('settings').where('key', '=', TOKEN_SETTING).execute()
}
